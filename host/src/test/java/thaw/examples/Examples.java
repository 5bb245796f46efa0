package thaw.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The blocks of a page that have commands, and what they print. */
record Examples(Path page, List<List<String>> blocks) {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> LANGUAGES = Set.of("```", "```sh");
  private static final Pattern COMMAND =
      Pattern.compile("(?:\\$ )?(?:\\./)?(thaw .*?)(?:\\s+[#>].*)?");
  private static final Pattern IN_A_TABLE = Pattern.compile("\\| `\\./(thaw .*?|verify)` \\|.*");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  static Examples of(String page) throws IOException {
    Path file = ROOT.resolve(page);
    List<List<String>> blocks = new ArrayList<>();
    List<String> block = null;
    boolean fenced = false;
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("```")) {
        fenced = !fenced;
        block = fenced && LANGUAGES.contains(line) ? new ArrayList<>() : null;
        if (block != null) {
          blocks.add(block);
        }
      } else if (block != null) {
        block.add(line);
      }
    }
    return new Examples(file, blocks);
  }

  /** The only block that begins so. */
  List<String> block(String begin) {
    List<List<String>> found =
        blocks.stream()
            .filter(block -> !block.isEmpty() && block.getFirst().strip().startsWith(begin))
            .toList();
    if (found.size() != 1) {
      throw new AssertionError(page + " has " + found.size() + " blocks that begin with " + begin);
    }
    return found.getFirst();
  }

  /** Each command of Thaw's without its comment, in blocks and in the table of the set-up. */
  List<String> commands() throws IOException {
    Stream<String> inBlocks =
        blocks.stream()
            .flatMap(List::stream)
            .flatMap(line -> Stream.of(line.split(" && ")))
            .map(COMMAND::matcher)
            .filter(Matcher::matches)
            .map(found -> found.group(1));
    Stream<String> inTables =
        Files.readAllLines(page).stream()
            .map(IN_A_TABLE::matcher)
            .filter(Matcher::matches)
            .map(found -> found.group(1));
    return Stream.concat(inTables, inBlocks).map(String::strip).toList();
  }

  /** As a shell would divide it. */
  static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(found ->
            found.group(1) != null
                ? found.group(1)
                : found.group(2) != null ? found.group(2) : found.group(3))
        .toList();
  }
}
