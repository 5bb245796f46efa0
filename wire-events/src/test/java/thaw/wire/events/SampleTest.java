package thaw.wire.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.JsonNode;
import com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.node.ArrayNode;
import com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.node.ObjectNode;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Documents of the shapes that AWS documents and sends, with values of our own, as ours and
 * Lambda's own serializer read and write them. The name of a sample begins with its type's.
 */
class SampleTest {
  /** Without this member, or with null, the official serializer fails: DifferencesTest. */
  private static boolean officialNeeds(String name, String sample) {
    return name.equals("StreamViewType")
        || name.equals("eventTime") && sample.startsWith("S3Event");
  }

  static List<String> samples() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .map(name -> name.replace(".json", ""))
          .sorted()
          .toList();
    }
  }

  private static Path folder() {
    try {
      return Path.of(Objects.requireNonNull(SampleTest.class.getResource("SQSEvent.json")).toURI())
          .getParent();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  static String document(String sample) {
    try (InputStream in = SampleTest.class.getResourceAsStream(sample + ".json")) {
      return new String(Objects.requireNonNull(in, sample).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Class<?> type(String sample) {
    String name = sample.replaceAll("-.*", "");
    return EventTypes.all().stream()
        .filter(type -> type.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no type of the sample " + sample));
  }

  private static void readAlike(String json, Class<?> type, String what) {
    assertEquals(Tree.of(Official.read(json, type)), Tree.of(EventTypes.read(json, type)), what);
  }

  @Test
  void there_is_a_sample_of_every_type_but_two() throws IOException {
    List<String> missing = new ArrayList<>();
    List<Class<?>> sampled = samples().stream().<Class<?>>map(SampleTest::type).toList();
    for (Class<?> type : EventTypes.all()) {
      if (!sampled.contains(type)) {
        missing.add(type.getSimpleName());
      }
    }
    assertEquals(
        // Its policy is written by other names than it is read: DifferencesTest.
        List.of("IamPolicyResponse", "IamPolicyResponseV1"), missing);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void a_sample_is_read_and_written_the_same(String sample) {
    String json = document(sample);
    Class<?> type = type(sample);
    readAlike(json, type, sample);
    Object read = EventTypes.read(json, type);
    assertNotEquals(
        Tree.of(EventTypes.read("{}", type)), Tree.of(read), "something of the sample is read");
    if (type != APIGatewayV2CustomAuthorizerEvent.class) { // GeneratedTest has why
      assertEquals(
          Official.tree(Official.write(Official.read(json, type))),
          Official.tree(EventTypes.write(read)));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void each_member_of_a_sample_may_be_missing_or_null_or_elsewhere(String sample) {
    Class<?> type = type(sample);
    JsonNode document = Official.tree(document(sample));
    List<ObjectNode> objects = new ArrayList<>();
    collect(document, objects);
    for (ObjectNode object : objects) {
      for (String name : new ArrayList<>(names(object))) {
        JsonNode value = object.get(name);
        if (officialNeeds(name, sample)) {
          continue;
        }
        object.remove(name);
        readAlike(document.toString(), type, "without " + name);
        object.putNull(name);
        readAlike(document.toString(), type, "null for " + name);
        object.set(name, value); // it is the last one now
        readAlike(document.toString(), type, name + " at the end");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void members_that_nobody_knows_are_passed_over(String sample) {
    Class<?> type = type(sample);
    JsonNode document = Official.tree(document(sample));
    Object read = Tree.of(EventTypes.read(document.toString(), type));
    List<ObjectNode> objects = new ArrayList<>();
    collect(document, objects);
    int described = 0;
    for (ObjectNode object : objects) {
      object.putObject("unheard of").putArray("x").add(1).addObject().putNull("y");
      if (officialPassesOver(document, type, read)) {
        described++;
        assertEquals(read, Tree.of(EventTypes.read(document.toString(), type)));
      } // else it is in a map of an application's
      object.remove("unheard of");
    }
    assertNotEquals(0, described);
  }

  private static boolean officialPassesOver(JsonNode document, Class<?> type, Object read) {
    try {
      return read.equals(Tree.of(Official.read(document.toString(), type)));
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static void collect(JsonNode node, List<ObjectNode> objects) {
    if (node instanceof ObjectNode object) {
      objects.add(object);
    }
    if (node instanceof ObjectNode || node instanceof ArrayNode) {
      for (JsonNode each : node) {
        collect(each, objects);
      }
    }
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
