package thaw.presentation.text;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;

/**
 * JSON that people read as well: outer members and elements on lines of their own, inner ones
 * within a line.
 */
public final class JsonLayout {
  private JsonLayout() {}

  /**
   * The value as text, in lines that a person can read.
   *
   * @param mapper knows how the value is written
   * @param deepestMember of objects, 1 for the outermost, that begins a line
   * @param deepestElement of arrays, likewise; both count levels of either kind
   */
  public static String text(
      ObjectMapper mapper, Object value, int deepestMember, int deepestElement) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter()
            .withSeparators(
                Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withArrayEmptySeparator("")
                    .withObjectEmptySeparator(""))
            .withObjectIndenter(upTo(deepestMember))
            .withArrayIndenter(upTo(deepestElement));
    return text(mapper.writer(printer), value);
  }

  /** Each member and element on a line of its own. */
  public static String lines(ObjectMapper mapper, Object value) {
    return text(mapper.writerWithDefaultPrettyPrinter(), value);
  }

  private static String text(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of ours has no JSON", e);
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
