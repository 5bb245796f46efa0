package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ErroneousTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
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
  private final Path folder;
  private final Trees trees;
  private final List<CompilationUnitTree> units;
  private final JavacTask task;
  private final List<TypeElement> types = new ArrayList<>();
  private final Set<String> obstacles = new LinkedHashSet<>();

  private JavaSources(
      Path root, Path folder, Trees trees, List<CompilationUnitTree> units, JavacTask task) {
    this.root = root;
    this.folder = folder;
    this.trees = trees;
    this.units = units;
    this.task = task;
  }

  /**
   * @param root that names of files are relative to
   * @param folder of the packages; absent where all code is of other languages
   * @param classPath of the build, its own classes among them for what is generated
   */
  public static JavaSources read(Path root, Path folder, List<Path> classPath) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> tree = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
      List<Path> files =
          tree.filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("module-info.java")) // the class path has no modules
              .sorted()
              .toList();
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
      if (!files.isEmpty()) {
        task.parse().forEach(units::add);
        task.analyze();
      }
      return new JavaSources(root, folder, Trees.instance(task), units, task);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the sources in " + folder + ": " + e, e);
    }
  }

  /**
   * Notes what stands in the way of a change, for people.
   *
   * @param fact a verb with its object, behind file and line
   */
  public void note(CompilationUnitTree unit, Tree at, String fact) {
    note(file(unit) + ":" + SourceText.line(text(unit), Math.max(0, start(unit, at))) + " " + fact);
  }

  /** Likewise of what has no place in the sources. */
  public void note(String fact) {
    obstacles.add(fact);
  }

  /** Returns what was noted since the last call. */
  public List<String> takeNotes() {
    List<String> taken = List.copyOf(obstacles);
    obstacles.clear();
    return taken;
  }

  public Elements elements() {
    return task.getElements();
  }

  public Types typeUtilities() {
    return task.getTypes();
  }

  public Trees trees() {
    return trees;
  }

  /** A class that is declared here. */
  public Optional<TypeElement> type(String binaryName) {
    return Optional.ofNullable(task.getElements().getTypeElement(binaryName.replace('$', '.')))
        .filter(type -> trees.getPath(type) != null);
  }

  /** Declared here or on the class path. */
  boolean exists(String name) {
    return task.getElements().getTypeElement(name) != null;
  }

  /** Returns whether a class has or inherits a member of that name. */
  boolean has(TypeElement type, String member) {
    return task.getElements().getAllMembers(type).stream()
        .anyMatch(each -> each.getSimpleName().contentEquals(member));
  }

  public List<CompilationUnitTree> units() {
    return units;
  }

  /** All classes that are declared here, nested ones among them. */
  public List<TypeElement> types() {
    if (types.isEmpty()) {
      for (CompilationUnitTree unit : units) {
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
          @Override
          public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
            if (trees.getElement(getCurrentPath()) instanceof TypeElement type) {
              types.add(type);
            }
            return super.visitClass(tree, unused);
          }
        }.scan(unit, null);
      }
    }
    return types;
  }

  /**
   * All classes that are declared here, and those that were compiled from sources of other
   * languages.
   *
   * @param compiled folders of the class path
   */
  public List<TypeElement> types(List<Path> compiled) {
    Set<TypeElement> all = new LinkedHashSet<>(types());
    for (Path each : compiled) {
      try (Stream<Path> tree = Files.isDirectory(each) ? Files.walk(each) : Stream.empty()) {
        tree.filter(file -> file.toString().endsWith(".class"))
            .map(file -> each.relativize(file).toString())
            .sorted()
            .map(name -> name.substring(0, name.length() - ".class".length()))
            .map(name -> task.getElements().getTypeElement(name.replaceAll("[/$]", ".")))
            .filter(Objects::nonNull)
            .forEach(all::add);
      } catch (IOException e) {
        throw new UncheckedIOException("could not read the classes in " + each + ": " + e, e);
      }
    }
    return List.copyOf(all);
  }

  /** Shows each call of a method, with the path to it. */
  public void calls(BiConsumer<MethodInvocationTree, TreePath> each) {
    for (CompilationUnitTree unit : units) {
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          each.accept(tree, getCurrentPath());
          return super.visitMethodInvocation(tree, unused);
        }
      }.scan(unit, null);
    }
  }

  /** The texts of the module's tests, in whatever language. */
  public List<String> tests() {
    Path tests = folder.resolve("../../test").normalize();
    if (!Files.isDirectory(tests)) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(tests)) {
      List<String> texts = new ArrayList<>();
      for (Path file :
          tree.filter(each -> each.toString().matches(".*\\.(java|kt|groovy|scala)")).toList()) {
        texts.add(Files.readString(file, StandardCharsets.ISO_8859_1)); // reads any bytes
      }
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the tests in " + tests + ": " + e, e);
    }
  }

  /**
   * Returns whether positions in a file can be trusted, and the file changed: it is UTF-8, it
   * parses as a whole, and it is the project's own and no link to another one's.
   */
  public boolean isEditable(CompilationUnitTree unit) {
    Path file = Path.of(unit.getSourceFile().toUri());
    try {
      Files.readString(file, StandardCharsets.UTF_8);
      if (!file.toRealPath().equals(root.toRealPath().resolve(file(unit)))) {
        return false;
      }
    } catch (CharacterCodingException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
    boolean[] broken = new boolean[1];
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitErroneous(ErroneousTree tree, @Nullable Void unused) {
        broken[0] = true;
        return null;
      }
    }.scan(unit, null);
    return !broken[0];
  }

  public static String text(CompilationUnitTree unit) {
    try {
      return unit.getSourceFile().getCharContent(true).toString();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + unit.getSourceFile().getName(), e);
    }
  }

  /** Returns the text of a part of a source, without comments around it. */
  public String text(CompilationUnitTree unit, @Nullable Tree tree) {
    return text(unit).substring(start(unit, tree), end(unit, tree));
  }

  /** Returns where an element is declared, in brackets; empty where that is no source in Java. */
  public String at(Element element) {
    TreePath path = trees.getPath(element);
    if (path == null) {
      return "";
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    return " (%s:%d)"
        .formatted(file(unit), SourceText.line(text(unit), start(unit, path.getLeaf())));
  }

  public Path file(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri()));
  }

  /**
   * A file that need not be there.
   *
   * @param below the folder of the packages
   */
  Path file(String below) {
    return root.relativize(folder.resolve(below));
  }

  /**
   * Returns whether the project has a file.
   *
   * @param file relative to what {@link #read} was given as root
   */
  public boolean hasFile(Path file) {
    return Files.exists(root.resolve(file));
  }

  public int start(CompilationUnitTree unit, @Nullable Tree tree) {
    return (int) trees.getSourcePositions().getStartPosition(unit, tree);
  }

  public int end(CompilationUnitTree unit, @Nullable Tree tree) {
    return (int) trees.getSourcePositions().getEndPosition(unit, tree);
  }
}
