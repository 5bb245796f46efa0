package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The main sources of one module, as javac understands them: trees with positions, and the types of
 * all names, by the class path of the module's own build.
 */
public final class JavaSources {
  private final Path root;
  private final Trees trees;
  private final List<CompilationUnitTree> units;
  private final JavacTask task;

  private JavaSources(Path root, Trees trees, List<CompilationUnitTree> units, JavacTask task) {
    this.root = root;
    this.trees = trees;
    this.units = units;
    this.task = task;
  }

  /**
   * @param root that names of files are relative to
   * @param folder of the packages
   * @param classPath of the build, its own classes among them for what is generated
   */
  public static JavaSources read(Path root, Path folder, List<Path> classPath) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> files = tree.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      StandardJavaFileManager manager =
          javac.getStandardFileManager(_ -> {}, null, StandardCharsets.UTF_8);
      String path = classPath.stream().map(Path::toString).collect(Collectors.joining(":"));
      JavacTask task =
          (JavacTask)
              javac.getTask(
                  null,
                  manager,
                  _ -> {}, // what does not compile was said by the build
                  List.of("-proc:none", "-classpath", path),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      task.analyze();
      return new JavaSources(root, Trees.instance(task), units, task);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the sources in " + folder + ": " + e, e);
    }
  }

  Trees trees() {
    return trees;
  }

  /** A class that is declared here. */
  Optional<TypeElement> type(String binaryName) {
    return Optional.ofNullable(task.getElements().getTypeElement(binaryName.replace('$', '.')))
        .filter(type -> trees.getPath(type) != null);
  }

  List<CompilationUnitTree> units() {
    return units;
  }

  static String text(CompilationUnitTree unit) {
    try {
      return unit.getSourceFile().getCharContent(true).toString();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + unit.getSourceFile().getName(), e);
    }
  }

  Path file(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri()));
  }

  int start(CompilationUnitTree unit, @Nullable Tree tree) {
    return (int) trees.getSourcePositions().getStartPosition(unit, tree);
  }

  int end(CompilationUnitTree unit, @Nullable Tree tree) {
    return (int) trees.getSourcePositions().getEndPosition(unit, tree);
  }
}
