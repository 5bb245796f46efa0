package thaw.lab.garbage;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.spi.ToolProvider;
import thaw.lab.engine.Jvm;
import thaw.lab.engine.Workbench;
import thaw.lab.result.SampleFailure;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

/**
 * The classes with so many fields that {@link LambdaGarbage} reads: written by a program of the
 * course, and compiled here, for all JDKs alike.
 */
final class FieldSources {
  private static final String GENERATOR = "thaw.course.lambdagarbage.FieldClasses";
  private static final String OLDEST = "17";

  private FieldSources() {}

  /** Returns the folder of the compiled classes. */
  static Path classes(Workbench workbench) {
    return workbench.folder().resolve("fields").resolve("classes");
  }

  static void compile(Collection<Integer> fields, Jdk jdk, Workbench workbench)
      throws InterruptedException {
    Path sources = workbench.folder().resolve("fields").resolve("sources");
    List<String> program = new ArrayList<>(List.of(GENERATOR, sources.toString()));
    fields.forEach(count -> program.add(String.valueOf(count)));
    try {
      workbench.run(Jvm.on(jdk, List.of(workbench.courseJar()), program.toArray(String[]::new)));
    } catch (SampleFailure e) {
      throw new IllegalStateException("the classes with fields could not be written", e);
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                "--release",
                OLDEST,
                "-proc:none",
                "-cp",
                workbench.courseJar().toString(),
                "-d",
                classes(workbench).toString()));
    try (var files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(command::add);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + sources, e);
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    if (compiler().run(out, out, command.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("the classes with fields could not be compiled: " + said);
    }
  }

  private static ToolProvider compiler() {
    return ToolProvider.findFirst("javac")
        .orElseThrow(() ->
            new UserMistake(
                "this lesson compiles classes, and the Java that runs thaw has no javac",
                "let JAVA_HOME name a JDK"));
  }
}
