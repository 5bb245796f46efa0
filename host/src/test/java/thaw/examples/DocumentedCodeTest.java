package thaw.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;

/**
 * The Java code of pages is compiled. A block is members and statements; the test gives it what the
 * page leaves to the reader: imports, and types and variables of the reader's own.
 */
class DocumentedCodeTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");

  /** Parts of a block are divided by an empty line that no indented one follows. */
  private static final Pattern BETWEEN = Pattern.compile("\\n\\n(?=\\S)");

  private static final Pattern MEMBER =
      Pattern.compile("(?s)(?:public|private|final|class|record|interface|@).*");

  @TempDir Path folder;

  private static List<String> blocks(String page) throws IOException {
    return BLOCK
        .matcher(Files.readString(Examples.ROOT.resolve(page)))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /**
   * @param members given to the block
   * @param variables that its statements use, as parameters
   */
  private void compile(String block, String imports, String members, String variables)
      throws IOException {
    StringBuilder own = new StringBuilder();
    StringBuilder statements = new StringBuilder();
    for (String part : BETWEEN.split(block)) {
      (MEMBER.matcher(part).matches() ? own : statements).append(part).append('\n');
    }
    Sources.compile(
        Files.createTempDirectory(folder, "block"),
        "%spublic class Block {\n%s\n%s\nvoid run(%s) throws Exception {\n%s}}\n"
            .formatted(imports, members, own, variables, statements));
  }

  @Test
  void of_the_page_of_wire() throws IOException {
    String imports = "import java.util.*; import thaw.wire.*;\n";
    List<String> blocks = blocks("docs/wire.md");
    assertEquals(7, blocks.size());
    compile(blocks.get(0), imports, "", "Point point");
    String point = "class Point implements Wired { public void wire(Wire w) {} }";
    compile(blocks.get(1), imports, point, "Point point");
    compile(blocks.get(2), imports, "", "List<Line> lines");
    compile(blocks.get(3), imports, "enum Side { BUY, SELL }", "Side side, Wire w");
    String order = "class Order implements Wired { public void wire(Wire w) {} }";
    compile(blocks.get(4), imports, order, "FixWriter writer, byte[] document");
    compile(blocks.get(5), imports, "", "byte[] message");
    compile(blocks.get(6), imports, "", "byte[] json");
  }

  @Test
  void of_the_page_of_background_work() throws IOException {
    List<String> blocks = blocks("docs/background.md");
    assertEquals(1, blocks.size());
    compile(
        blocks.getFirst(),
        "import com.amazonaws.services.lambda.runtime.Context; import java.time.Duration;"
            + " import thaw.runtime.background.*;\n",
        "record Order(String id) {}",
        "");
  }

  @Test
  void of_the_page_of_retry() throws IOException {
    List<String> blocks = blocks("docs/retry.md");
    assertEquals(1, blocks.size());
    compile(
        blocks.getFirst(),
        "import java.time.Duration; import thaw.runtime.retry.*;\n",
        "record Answer(String text) {} interface Client { Answer ask() throws Exception; }",
        "Client client");
  }
}
