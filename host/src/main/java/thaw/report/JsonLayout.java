package thaw.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * JSON that people read as well: outer members and elements on lines of their own, inner ones
 * within a line.
 */
final class JsonLayout {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonLayout() {}

  /**
   * @param deepestMember of objects, 1 for the outermost, that begins a line
   * @param deepestElement of arrays, likewise; both count levels of either kind
   */
  static String text(JsonNode tree, int deepestMember, int deepestElement) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter()
            .withSeparators(
                Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withArrayEmptySeparator("")
                    .withObjectEmptySeparator(""))
            .withObjectIndenter(upTo(deepestMember))
            .withArrayIndenter(upTo(deepestElement));
    try {
      return MAPPER.writer(printer).writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values has no JSON", e);
    }
  }

  private static DefaultPrettyPrinter.Indenter upTo(int deepest) {
    return new DefaultPrettyPrinter.Indenter() {
      private final DefaultIndenter lines = new DefaultIndenter("  ", "\n");

      @Override
      public void writeIndentation(JsonGenerator json, int level) throws IOException {
        if (level <= deepest) {
          lines.writeIndentation(json, level);
        } else {
          json.writeRaw(' ');
        }
      }

      @Override
      public boolean isInline() {
        return false;
      }
    };
  }
}
