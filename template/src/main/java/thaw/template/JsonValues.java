package thaw.template;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes {@link TemplateValue}s of a text in JSON, the same as {@link YamlValues} makes of it, in a
 * third of the time.
 */
final class JsonValues {
  /**
   * Names of members are not asked for by identity, and putting them in the JVM's table is slow.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  private final String file;
  private final JsonParser parser;
  private final Consumer<String> warnings;

  private JsonValues(String file, JsonParser parser, Consumer<String> warnings) {
    this.file = file;
    this.parser = parser;
    this.warnings = warnings;
  }

  /**
   * Returns the value of the text; empty where it is not plain JSON, such as YAML in braces.
   *
   * @param warnings gets a line for each value that does not count
   */
  static Optional<TemplateValue> of(String file, String text, Consumer<String> warnings) {
    List<String> told = new ArrayList<>();
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonValues values = new JsonValues(file, parser, told::add);
      TemplateValue value = values.value(parser.nextToken(), 0);
      if (parser.nextToken() != null) {
        return Optional.empty();
      }
      told.forEach(warnings);
      return Optional.of(value);
    } catch (JacksonException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
  }

  private TemplateValue value(JsonToken token, int depth) throws IOException {
    Place place = place();
    TemplateText.requireDepth(depth, place);
    return switch (token) {
      case START_OBJECT -> mapping(place, depth + 1);
      case START_ARRAY -> items(place, depth + 1);
      case VALUE_STRING -> TemplateValue.string(parser.getText(), place);
      default -> Yaml11.text(parser.getText(), Optional.empty(), true, place);
    };
  }

  private TemplateValue items(Place place, int depth) throws IOException {
    List<TemplateValue> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(token, depth));
    }
    return new TemplateValue.Items(items, place);
  }

  private TemplateValue mapping(Place place, int depth) throws IOException {
    MembersBuilder members = new MembersBuilder(warnings);
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Place key = place();
      String name = parser.currentName();
      members.put(name, key, value(parser.nextToken(), depth));
    }
    return members.build(place);
  }

  private Place place() {
    JsonLocation at = parser.currentTokenLocation();
    return new Place(file, at.getLineNr(), at.getColumnNr());
  }
}
