package thaw.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** JSON without limits of its parts: the size of the whole is limited before. */
final class Json {
  private static final int USUAL_EVENT_BYTES = 4096;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  static final ObjectMapper MAPPER =
      JsonMapper.builder(FACTORY).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private Json() {}

  /** What writes an object's members. */
  @FunctionalInterface
  interface Members {
    void write(JsonGenerator to) throws IOException;
  }

  static byte[] object(Members members) {
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
  static void texts(JsonGenerator to, String name, Map<String, String> texts) throws IOException {
    to.writeObjectFieldStart(name);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      to.writeStringField(text.getKey(), text.getValue());
    }
    to.writeEndObject();
  }

  /** Empty when it is no JSON. */
  static Optional<JsonNode> read(byte[] text) {
    try {
      return Optional.ofNullable(MAPPER.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
