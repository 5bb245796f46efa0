package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The text of {@code fix.json} to the letter: a member that has changed breaks somebody's program.
 */
class FixJsonTest {
  @ParameterizedTest
  @ValueSource(strings = {"nothing", "gains", "hostile"})
  void what_a_search_has_proven_is_written_as_ever(String name) throws Exception {
    FixHtml.Page page = Objects.requireNonNull(FixExamples.all().get(name));
    try (InputStream golden =
        FixJsonTest.class.getResourceAsStream("/thaw/explanation/fix-" + name + ".json")) {
      assertEquals(
          new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8),
          FixJson.text(page.subject(), page.result()));
    }
  }
}
