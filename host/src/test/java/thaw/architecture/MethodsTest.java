package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Holds that a method can be read on one screen. */
class MethodsTest {
  private static final int LONGEST = 60;

  /** Lists of claims, each with its source and decision, without a branch. */
  private static final Set<String> LISTS =
      Set.of("FirstUseClaims.verdicts", "ReflectionVerdicts.verdicts");

  @Test
  void no_method_is_longer_than_60_lines() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources()));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<String> longer = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        unit.accept(new Methods(unit, positions, longer), null);
      }
      assertEquals(LISTS, Set.copyOf(longer), "methods that are longer than " + LONGEST + " lines");
    }
  }

  /** The course's programs stand each for itself, and stay as they were measured. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path root : JavaSource.roots()) {
      if (root.endsWith("main/java") && !root.startsWith("../course")) {
        try (Stream<Path> files = Files.walk(root)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
    }
    return sources;
  }

  private static final class Methods extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> longer;

    Methods(CompilationUnitTree unit, SourcePositions positions, List<String> longer) {
      this.unit = unit;
      this.positions = positions;
      this.longer = longer;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      LineMap lines = unit.getLineMap();
      long begin = lines.getLineNumber(positions.getStartPosition(unit, method));
      long end = positions.getEndPosition(unit, method);
      if (end >= 0 && lines.getLineNumber(end) - begin + 1 > LONGEST) {
        String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        longer.add(file.replace(".java", "") + "." + method.getName());
      }
      return super.visitMethod(method, nothing);
    }
  }
}
