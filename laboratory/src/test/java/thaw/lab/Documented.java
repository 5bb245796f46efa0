package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page that has the members of each document for other programs. */
public final class Documented {
  private static final Path PAGE = Path.of("../docs/json.md");

  private Documented() {}

  /** The paragraph of this format names each member of the object. */
  public static void assertMembers(String format, JsonNode object) throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf("**`" + format + "`**");
    assertTrue(begin >= 0, "no paragraph of " + format);
    int end = page.indexOf("\n\n", begin);
    String paragraph = page.substring(begin, end < 0 ? page.length() : end);
    assertTrue(!object.isEmpty(), "no members");
    object
        .fieldNames()
        .forEachRemaining(name ->
            assertTrue(
                paragraph.contains("`" + name + "`") || name.equals("format"),
                name + " is not in: " + paragraph));
  }
}
