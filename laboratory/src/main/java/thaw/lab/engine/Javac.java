package thaw.lab.engine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import thaw.problem.UserMistake;

/**
 * Compiles what lessons generate, with the JDK that runs Thaw, for the oldest one that is measured.
 */
public final class Javac {
  private static final String OLDEST = "17";

  private Javac() {}

  /**
   * Compiles all sources in a folder.
   *
   * @param classes made where it is missing
   * @return the folder of the classes
   */
  public static Path compile(Path sources, Path classes, String... options) {
    List<String> command = new ArrayList<>(List.of(options));
    command.addAll(List.of("--release", OLDEST, "-proc:none", "-d", classes.toString()));
    try (var files = Files.walk(sources)) {
      files
          .map(Path::toString)
          .filter(file -> file.endsWith(".java"))
          .sorted()
          .forEach(command::add);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + sources, e);
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    if (javac().run(out, out, command.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("generated sources could not be compiled: " + said);
    }
    return classes;
  }

  private static ToolProvider javac() {
    return ToolProvider.findFirst("javac")
        .orElseThrow(() ->
            new UserMistake(
                "this lesson compiles classes, and the Java that runs thaw has no javac",
                "let JAVA_HOME name a JDK"));
  }
}
