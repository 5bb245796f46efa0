package thaw.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes JSON: that of others without limits of its parts, as the size of the whole is
 * limited before; of this program's own files with what other versions may add or leave out. And
 * how records are written.
 */
public final class Json {
  private static final int USUAL_EVENT_BYTES = 4096;

  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  public static final ObjectMapper MAPPER =
      JsonMapper.builder(FACTORY).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private Json() {}

  /**
   * Returns what a parser says is wrong, in one line without its own switches.
   *
   * @param e may quote the text
   */
  public static String reason(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll("\\[Source: [^\\]]*?(line: \\d+), (column: \\d+)\\]", "$1, $2");
  }

  /**
   * A mapper for what other versions of this program may have written: it ignores members that it
   * does not know, and lists and texts that are not there are empty.
   *
   * @param required types whose values must be there
   */
  public static JsonMapper.Builder tolerant(Class<?>... required) {
    JsonMapper.Builder builder =
        JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new Jdk8Module());
    setAbsent(builder, Nulls.AS_EMPTY, List.class, String.class);
    setAbsent(builder, Nulls.FAIL, required);
    return builder;
  }

  private static void setAbsent(JsonMapper.Builder builder, Nulls meaning, Class<?>... types) {
    for (Class<?> type : types) {
      builder.withConfigOverride(
          type, each -> each.setSetterInfo(JsonSetter.Value.forValueNulls(meaning)));
    }
  }

  /**
   * A tolerant mapper for records as they are: what is absent is no member, and nothing is one but
   * the components.
   */
  public static JsonMapper.Builder written() {
    return tolerant()
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(
                JsonInclude.Include.NON_ABSENT, JsonInclude.Include.USE_DEFAULTS))
        .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
  }

  /**
   * Looks at types now that are written later. Else the first of them take some 70 ms, in which
   * somebody waits who is being measured.
   */
  public static void prepare(ObjectMapper mapper, Class<?>... types) {
    try {
      for (Class<?> type : types) {
        mapper.getSerializerProviderInstance().findTypedValueSerializer(type, true, null);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a type of ours has no JSON", e);
    }
  }

  /** A value of this program's, in one line. */
  public static String text(ObjectMapper mapper, Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of ours has no JSON", e);
    }
  }

  /**
   * Adds a text as a JSON string; piece by piece, as that is many times as fast as by character.
   */
  public static void quote(String text, StringBuilder to) {
    to.append('"');
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next < ' ' || next == '"' || next == '\\') {
        to.append(text, begin, i);
        if (next < ' ') {
          JsonStringEncoder.getInstance().quoteAsString(text.substring(i, i + 1), to);
        } else {
          to.append('\\').append(next);
        }
        begin = i + 1;
      }
    }
    to.append(text, begin, text.length()).append('"');
  }

  /** Writes an object's members. */
  @FunctionalInterface
  public interface Members {
    void write(JsonGenerator to) throws IOException;
  }

  public static byte[] object(Members members) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_EVENT_BYTES);
    try (JsonGenerator to = FACTORY.createGenerator(bytes)) {
      to.writeStartObject();
      members.write(to);
      to.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to memory", e);
    }
    return bytes.toByteArray();
  }

  /** An object of texts. */
  public static void texts(JsonGenerator to, String name, Map<String, String> texts)
      throws IOException {
    to.writeObjectFieldStart(name);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      to.writeStringField(text.getKey(), text.getValue());
    }
    to.writeEndObject();
  }

  /** Reads a text as JSON; returns empty when it is no JSON. */
  public static Optional<JsonNode> read(byte[] text) {
    try {
      return Optional.ofNullable(MAPPER.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws JsonProcessingException unless it is one JSON value and nothing else
   */
  public static void requireOneValue(byte[] text) throws JsonProcessingException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      boolean one = false;
      while (parser.nextToken() != null) {
        if (one) {
          throw new JsonParseException(
              parser, "Unexpected content after the end of the JSON value");
        }
        parser.skipChildren();
        one = true;
      }
      if (!one) {
        throw new JsonParseException(parser, "No content to map due to end-of-input");
      }
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read from memory", e);
    }
  }
}
