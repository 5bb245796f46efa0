package thaw.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import thaw.fixture.FreePorts;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Deadline;

/** Process tests against moto, an independent emulator of AWS; its clients read what arrived. */
@SideBySide
class AwsMessagesTest {
  private static final String ACCOUNT = "us-east-1:123456789012:";
  private static final String FUNCTION = "arn:aws:lambda:" + ACCOUNT + "function:Pets:$LATEST";
  private static final String PREPARE =
      """
      sqs.create_queue(QueueName='told')
      sqs.create_queue(QueueName='ears')
      topic = sns.create_topic(Name='news')['TopicArn']
      ears = 'arn:aws:sqs:us-east-1:123456789012:ears'
      sns.subscribe(TopicArn=topic, Protocol='sqs', Endpoint=ears)
      events.create_event_bus(Name='bus')
      events.put_rule(Name='all', EventBusName='bus', EventPattern='{"source": ["lambda"]}')
      events.put_targets(Rule='all', EventBusName='bus', Targets=[{'Id': '1', 'Arn': ears}])
      s3.create_bucket(Bucket='records')
      """;
  private static final String CLIENTS =
      """
      import boto3, json, sys
      def client(name):
          return boto3.client(name, endpoint_url=sys.argv[1], region_name='us-east-1',
              aws_access_key_id='a', aws_secret_access_key='b')
      sqs, sns, events, s3 = map(client, ['sqs', 'sns', 'events', 's3'])
      def received(queue):
          url = sqs.get_queue_url(QueueName=queue)['QueueUrl']
          m = sqs.receive_message(QueueUrl=url, MessageAttributeNames=['All'], AttributeNames=['All'])['Messages'][0]
          sqs.delete_message(QueueUrl=url, ReceiptHandle=m['ReceiptHandle'])
          return m
      """;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Process moto;
  private static String python;
  private static String url;

  @BeforeAll
  static void start() throws Exception {
    python = Python.with("moto.server", "moto[server]"); // which brings boto3
    int port = FreePorts.next();
    url = "http://127.0.0.1:" + port;
    moto =
        new ProcessBuilder(python, "-m", "moto.server", "-H", "127.0.0.1", "-p", "" + port)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Deadline.await(Duration.ofSeconds(60), "moto listens", () -> FreePorts.isTaken(port));
    run(PREPARE);
  }

  @AfterAll
  static void stop() {
    if (moto != null) {
      moto.destroyForcibly();
    }
  }

  private static String run(String script) throws Exception {
    Process process =
        new ProcessBuilder(python, "-c", CLIENTS + script, url).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  private static JsonNode read(String script) throws Exception {
    return JSON.readTree(run(script));
  }

  private static AwsMessage message(
      String target, String body, Map<String, AwsMessage.Attribute> attributes) {
    return new AwsMessage(
        target,
        body.getBytes(UTF_8),
        attributes,
        "Lambda Function Invocation Result - Success",
        FUNCTION,
        "id-1",
        Instant.parse("2026-01-02T03:04:05Z"),
        Optional.of("Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0"),
        Optional.empty());
  }

  private static void send(String target, String body, Map<String, AwsMessage.Attribute> attributes)
      throws Exception {
    try (AwsMessages messages = new AwsMessages(Map.of("AWS_ENDPOINT_URL", url))) {
      messages.send(message(target, body, attributes));
    }
  }

  private static final Map<String, AwsMessage.Attribute> DEAD_LETTER =
      Map.of(
          "RequestID", new AwsMessage.Attribute("String", "id-1"),
          "ErrorCode", new AwsMessage.Attribute("Number", "200"),
          "ErrorMessage", new AwsMessage.Attribute("String", "no pet & no \u00fc"));

  @Test
  void a_queue_gets_a_message_with_its_attributes() throws Exception {
    send("arn:aws:sqs:" + ACCOUNT + "told", "{\"pet\": \"\u00fc\"}", DEAD_LETTER);
    JsonNode message = read("print(json.dumps(received('told')))");
    assertEquals("{\"pet\": \"\u00fc\"}", message.path("Body").asText());
    JsonNode attributes = message.path("MessageAttributes");
    assertEquals("Number", attributes.at("/ErrorCode/DataType").asText());
    assertEquals("200", attributes.at("/ErrorCode/StringValue").asText());
    assertEquals("no pet & no \u00fc", attributes.at("/ErrorMessage/StringValue").asText());
    assertEquals("id-1", attributes.at("/RequestID/StringValue").asText());
    assertEquals(
        "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0",
        message.at("/Attributes/AWSTraceHeader").asText());
  }

  @Test
  void a_topic_and_a_bus_get_theirs() throws Exception {
    send("arn:aws:sns:" + ACCOUNT + "news", "{\"a\": \"1&2+3\"}", DEAD_LETTER);
    JsonNode news =
        JSON.readTree(read("print(json.dumps(received('ears')))").path("Body").asText());
    assertEquals("{\"a\": \"1&2+3\"}", news.path("Message").asText());
    assertEquals("200", news.at("/MessageAttributes/ErrorCode/Value").asText());

    send("arn:aws:events:" + ACCOUNT + "event-bus/bus", "{\"a\": 1}", Map.of());
    JsonNode event =
        JSON.readTree(read("print(json.dumps(received('ears')))").path("Body").asText());
    assertEquals("Lambda Function Invocation Result - Success", event.path("detail-type").asText());
    assertEquals("lambda", event.path("source").asText());
    assertEquals(1, event.at("/detail/a").asInt());
    List<String> resources = new ArrayList<>();
    event.path("resources").forEach(each -> resources.add(each.asText()));
    assertEquals(List.of("arn:aws:events:" + ACCOUNT + "event-bus/bus", FUNCTION), resources);
  }

  @Test
  void a_bucket_gets_one_object_however_often_it_is_sent() throws Exception {
    send("arn:aws:s3:::records", "{\"a\": 1}", Map.of());
    send("arn:aws:s3:::records", "{\"a\": 1}", Map.of());
    assertEquals(
        "aws/lambda/async/Pets/2026/01/02/2026-01-02T03.04.05-id-1 {\"a\": 1}\n",
        run(
            """
            for o in s3.list_objects_v2(Bucket='records')['Contents']:
                body = s3.get_object(Bucket='records', Key=o['Key'])['Body'].read()
                print(o['Key'], body.decode())
            """));
  }

  @Test
  void a_queue_that_does_not_exist_has_taken_nothing() {
    IOException problem =
        assertThrows(
            IOException.class, () -> send("arn:aws:sqs:" + ACCOUNT + "none", "{}", Map.of()));
    assertTrue(problem.getMessage().contains("answers 4"), problem.getMessage());
  }

  @Test
  void without_an_endpoint_nothing_leaves_the_machine() {
    try (AwsMessages messages = new AwsMessages(Map.of())) {
      IOException problem =
          assertThrows(
              IOException.class,
              () -> messages.send(message("arn:aws:sns:" + ACCOUNT + "news", "{}", Map.of())));
      assertEquals(
          "neither AWS_ENDPOINT_URL_SNS nor AWS_ENDPOINT_URL is set", problem.getMessage());
    }
  }

  @Test
  void a_service_of_its_own_endpoint_that_nobody_answers_is_named() throws Exception {
    int free = FreePorts.next();
    Map<String, String> variables =
        Map.of("AWS_ENDPOINT_URL", url, "AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:" + free + "/");
    try (AwsMessages messages = new AwsMessages(variables)) {
      IOException problem =
          assertThrows(
              IOException.class,
              () -> messages.send(message("arn:aws:sqs:" + ACCOUNT + "told", "{}", Map.of())));
      assertEquals(
          "http://127.0.0.1:" + free + "/ does not answer: ConnectException", problem.getMessage());
    }
  }
}
