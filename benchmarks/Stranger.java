import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A function that others have written: a line of strangers.txt.
 *
 * @param source that the command names, within the clone
 * @param function its name in the template, or the handler in a jar
 * @param jdk feature version of the runtime's
 * @param options more of the command, without blanks
 */
record Stranger(
    String repository,
    String commit,
    String source,
    String function,
    String group,
    int jdk,
    int memory,
    List<String> options) {
  private static final Path LIST = Path.of("benchmarks/strangers.txt");

  static List<Stranger> all() throws IOException {
    return Files.readAllLines(LIST).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(Stranger::of)
        .toList();
  }

  private static Stranger of(String line) {
    List<String> words = Arrays.asList(line.strip().split("\\s+"));
    return new Stranger(
        words.get(0),
        words.get(1),
        words.get(2),
        words.get(3),
        words.get(4),
        Integer.parseInt(words.get(5)),
        Integer.parseInt(words.get(6)),
        List.copyOf(words.subList(7, words.size())));
  }

  String name() {
    return repository + (source.equals(".") ? "" : "/" + source) + " " + function;
  }

  /** The option that chooses it. */
  String choice() {
    return function.contains("::") ? "--handler" : "--function";
  }

  /** Returns a name for files of what something is of. */
  static String file(String name) {
    return name.replaceAll("[^A-Za-z0-9.-]+", "_");
  }
}
