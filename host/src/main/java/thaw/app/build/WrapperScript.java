package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A wrapper's script as a command, also where the kernel would not start it as it lies there: it
 * has lost its permission on the way, was checked out with the line ends of Windows, or names an
 * interpreter that this machine does not have. Both wrappers are written for any {@code sh}.
 */
final class WrapperScript {
  private static final String SHELL = "sh";
  private static final List<String> FOLDERS = List.of("/usr/local/bin", "/usr/bin", "/bin");

  private WrapperScript() {}

  static List<String> command(Path script) {
    String text;
    try {
      text = Files.readString(script, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return List.of(script.toString()); // that it cannot be read is said by whoever starts it
    }
    if (text.contains("\r\n")) {
      // Its own path stays its name, by which it finds what lies beside it.
      return List.of(SHELL, "-c", text.replace("\r\n", "\n"), script.toString());
    }
    return Files.isExecutable(script) && hasInterpreter(text)
        ? List.of(script.toString())
        : List.of(SHELL, script.toString());
  }

  private static boolean hasInterpreter(String text) {
    Optional<String> first = text.lines().findFirst().filter(line -> line.startsWith("#!"));
    if (first.isEmpty()) {
      return false;
    }
    String[] words = first.get().substring(2).strip().split("\\s+");
    Path program = Path.of(words[0]);
    boolean byName = program.endsWith("env") && words.length > 1 && !words[1].startsWith("-");
    return Files.isExecutable(program)
        && (!byName
            || Stream.concat(FOLDERS.stream(), path())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, words[1]))));
  }

  private static Stream<String> path() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .filter(folder -> !folder.isEmpty());
  }
}
