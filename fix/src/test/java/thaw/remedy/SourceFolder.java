package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Sources of a test, which are compiled against the folder's {@code classes}. */
record SourceFolder(Path folder) {
  Path write(String file, String text) throws Exception {
    Path written = folder.resolve(file);
    Files.createDirectories(written.getParent());
    return Files.writeString(written, text);
  }

  /** Compiles for a release of Java. */
  void compileFor(String release, String from, String into) throws Exception {
    compile(from, into, "--release", release, "-Xlint:-options");
  }

  void compile(String from, String into, String... options) throws Exception {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                folder.resolve(into).toString(),
                "-cp",
                folder.resolve("classes").toString()));
    arguments.addAll(List.of(options));
    try (Stream<Path> tree = Files.walk(folder.resolve(from))) {
      tree.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, errors, errors, arguments.toArray(String[]::new));
    assertEquals(0, exit, errors.toString(StandardCharsets.UTF_8));
  }
}
