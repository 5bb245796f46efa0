package thaw.wire.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolEvent;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.described.com.amazonaws.services.lambda.runtime.events.SQSEventShape;
import thaw.wire.Descriptions;

/** Descriptions are where a runtime looks for them: one of each type, and no other. */
class FoundTest {
  @ParameterizedTest
  @MethodSource("thaw.wire.events.EventTypes#all")
  void each_type_has_a_description_that_makes_objects_of_it(Class<?> type) {
    assertEquals(
        "thaw.described." + type.getName() + "Shape", EventTypes.shape(type).getClass().getName());
    assertSame(type, EventTypes.read("{}", type).getClass());
  }

  @Test
  void every_description_is_of_a_type() throws IOException {
    Set<String> types = new TreeSet<>();
    for (Class<?> type : EventTypes.all()) {
      types.add(type.getSimpleName() + "Shape.class");
    }
    Set<String> shapes = new TreeSet<>();
    try (Stream<Path> files = Files.walk(classes())) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("[^$]*Shape\\.class"))
          .forEach(shapes::add);
    }
    assertEquals(types, shapes);
    assertEquals(68, types.size());
  }

  @Test
  void a_class_that_nobody_can_make_has_none() {
    assertSame(null, Descriptions.of(CognitoUserPoolEvent.class, FoundTest.class.getClassLoader()));
  }

  @Test
  void the_event_of_s3_and_its_superclass_read_each_others_documents() {
    S3EventNotification read =
        EventTypes.read(SampleTest.document("S3Event"), S3EventNotification.class);
    assertSame(S3EventNotification.class, read.getClass());
    assertEquals(2, read.getRecords().size());
  }

  private static Path classes() {
    try {
      return Path.of(
          SQSEventShape.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
