package thaw.remedy;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Remedies as JSON, for those who go on with them in another process. */
public final class RemedyJson {
  private static final ObjectMapper MAPPER = made();

  private RemedyJson() {}

  /** A change is told by the name of its record. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  private interface Typed {}

  private static ObjectMapper made() {
    ObjectMapper mapper =
        JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
            .addModule(new Jdk8Module())
            .build();
    SimpleModule paths = new SimpleModule();
    paths.addSerializer(Path.class, new RelativePath());
    paths.addDeserializer(Path.class, new ToRelativePath());
    mapper.registerModule(paths);
    mapper.addMixIn(Change.class, Typed.class);
    mapper.registerSubtypes(Change.class.getPermittedSubclasses());
    return mapper;
  }

  /** Returns a mapper of records that have remedies in them. */
  public static ObjectMapper mapper() {
    return MAPPER.copy();
  }

  /** Returns a change as text, the same in each process. */
  public static String text(Change change) {
    try {
      return MAPPER.writerFor(Change.class).writeValueAsString(change);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a change has no JSON: " + change, e);
    }
  }

  public static ArrayNode tree(List<Remedy> remedies) {
    ArrayNode array = MAPPER.createArrayNode();
    for (Remedy remedy : remedies) {
      ObjectNode node = array.addObject();
      node.put("id", remedy.id());
      node.put("kind", remedy.kind().name());
      remedy.finding().ifPresent(finding -> node.put("finding", finding));
      node.put("what", remedy.what());
      node.putArray("predictedMillis")
          .add(remedy.predicted().lowMillis())
          .add(remedy.predicted().highMillis());
      try {
        node.set("change", MAPPER.readTree(text(remedy.change())));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("a change has no JSON: " + remedy.change(), e);
      }
    }
    return array;
  }

  /**
   * @throws IllegalArgumentException when this is not what {@link #tree} has made
   */
  public static List<Remedy> read(JsonNode tree) {
    List<Remedy> remedies = new ArrayList<>();
    try {
      for (JsonNode node : tree) {
        remedies.add(
            new Remedy(
                node.path("id").asText(),
                RemedyKind.valueOf(node.path("kind").asText()),
                Optional.ofNullable(node.path("finding").textValue()),
                node.path("what").asText(),
                new Prediction(
                    node.at("/predictedMillis/0").asDouble(),
                    node.at("/predictedMillis/1").asDouble()),
                MAPPER.treeToValue(node.path("change"), Change.class)));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no remedies: " + e.getOriginalMessage(), e);
    }
    return remedies;
  }

  /** Paths are those within a project: no address of this machine. */
  private static final class RelativePath extends StdSerializer<Path> {
    private static final long serialVersionUID = 1;

    RelativePath() {
      super(Path.class);
    }

    @Override
    public void serialize(Path path, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(path.toString());
    }
  }

  private static final class ToRelativePath extends StdDeserializer<Path> {
    private static final long serialVersionUID = 1;

    ToRelativePath() {
      super(Path.class);
    }

    @Override
    public Path deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return Path.of(json.getText());
    }
  }
}
