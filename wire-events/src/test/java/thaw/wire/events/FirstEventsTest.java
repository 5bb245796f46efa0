package thaw.wire.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.CloudWatchLogsEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoUserPoolPreSignUpEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.KafkaEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent;
import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.SNSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The events that {@code thaw generate-event} begins with are of the types that handlers take. */
class FirstEventsTest {
  private static final Path FOLDER = Path.of("../host/src/main/resources/thaw/project/events");
  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("alb", ApplicationLoadBalancerRequestEvent.class),
          Map.entry("api", APIGatewayProxyRequestEvent.class),
          Map.entry("cloudwatch-logs", CloudWatchLogsEvent.class),
          Map.entry("cognito", CognitoUserPoolPreSignUpEvent.class),
          Map.entry("dynamodb", DynamodbEvent.class),
          Map.entry("eventbridge", ScheduledEvent.class),
          Map.entry("http-api", APIGatewayV2HTTPEvent.class),
          Map.entry("kafka", KafkaEvent.class),
          Map.entry("kinesis", KinesisEvent.class),
          Map.entry("s3", S3Event.class),
          Map.entry("schedule", ScheduledEvent.class),
          Map.entry("sns", SNSEvent.class),
          Map.entry("sqs", SQSEvent.class),
          Map.entry("url", APIGatewayV2HTTPEvent.class));

  static List<String> kinds() {
    return List.copyOf(new TreeSet<>(TYPES.keySet()));
  }

  @Test
  void every_kind_has_a_type() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertEquals(
          kinds(),
          files.map(file -> file.getFileName().toString().replace(".json", "")).sorted().toList());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void an_event_is_read_whole_as_lambda_reads_it(String kind) throws IOException {
    Class<?> type = TYPES.get(kind);
    String json = Files.readString(FOLDER.resolve(kind + ".json"));
    Object read = EventTypes.read(json, type);
    assertEquals(Tree.of(Official.read(json, type)), Tree.of(read));
    assertNotEquals(Tree.of(EventTypes.read("{}", type)), Tree.of(read), "something is read");
  }
}
