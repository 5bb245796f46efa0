package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import thaw.cli.Transcript;
import thaw.fixture.BuiltProgram;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.project.EventKind;

/** Events that nobody has written: of a kind, and of what feeds a function in its template. */
@SideBySide
class GenerateEventTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals:
        Function: {CodeUri: ., Handler: a.B, Runtime: java25}
      Resources:
        Orders: {Type: AWS::SQS::Queue, Properties: {QueueName: orders}}
        News: {Type: AWS::SNS::Topic, Properties: {TopicName: news}}
        Photos: {Type: AWS::S3::Bucket, Properties: {BucketName: photos}}
        Visits:
          Type: AWS::DynamoDB::Table
          Properties:
            TableName: visits
            AttributeDefinitions:
              - {AttributeName: user, AttributeType: S}
              - {AttributeName: at, AttributeType: N}
            KeySchema:
              - {AttributeName: user, KeyType: HASH}
              - {AttributeName: at, KeyType: RANGE}
            StreamSpecification: {StreamViewType: NEW_IMAGE}
        GetPet:
          Type: AWS::Serverless::Function
          Properties:
            Events: {Api: {Type: Api, Properties: {Path: '/pets/{id}', Method: get}}}
        PutPet:
          Type: AWS::Serverless::Function
          Properties:
            Events: {Api: {Type: HttpApi, Properties: {Path: '/files/{path+}', Method: put}}}
        Linked:
          Type: AWS::Serverless::Function
          Properties: {FunctionUrlConfig: {AuthType: NONE}}
        Take:
          Type: AWS::Serverless::Function
          Properties:
            Events: {Queue: {Type: SQS, Properties: {Queue: !GetAtt Orders.Arn}}}
        Follow:
          Type: AWS::Serverless::Function
          Properties:
            Events:
              Stream:
                Type: DynamoDB
                Properties: {Stream: !GetAtt Visits.StreamArn, StartingPosition: LATEST}
        Shrink:
          Type: AWS::Serverless::Function
          Properties:
            Events:
              Photo:
                Type: S3
                Properties:
                  Bucket: !Ref Photos
                  Events: s3:ObjectCreated:*
                  Filter:
                    S3Key:
                      Rules: [{Name: prefix, Value: in/}, {Name: suffix, Value: .png}]
        Hear:
          Type: AWS::Serverless::Function
          Properties:
            Events:
              Rule:
                Type: EventBridgeRule
                Properties:
                  Pattern: {source: [shop], detail: {kind: [sold], price: [{numeric: ['>', 5]}]}}
        Spread:
          Type: AWS::Serverless::Function
          Properties:
            Events: {News: {Type: SNS, Properties: {Topic: !Ref News}}}
        Nightly:
          Type: AWS::Serverless::Function
          Properties:
            Events: {Time: {Type: Schedule, Properties: {Schedule: rate(1 day)}}}
        Alone: {Type: AWS::Serverless::Function}
      """;

  @TempDir Path folder;

  @BeforeEach
  void template() throws IOException {
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  @ParameterizedTest
  @EnumSource(EventKind.class)
  void each_kind_has_a_whole_event(EventKind kind) throws IOException {
    Transcript transcript = Transcript.of("generate-event", kind.id());
    assertEquals(0, transcript.exit(), transcript.err());
    JsonNode event = JSON.readTree(transcript.out());
    assertTrue(event.isObject() && !event.isEmpty(), transcript.out());
    assertTrue(
        Transcript.of("generate-event", "--help")
            .out()
            .replaceAll("\\s+", " ")
            .contains(kind.id()));
  }

  @Test
  void a_function_gets_the_event_of_what_feeds_it() throws IOException {
    JsonNode get = event("GetPet");
    assertEquals("/pets/{id}", get.at("/resource").asText());
    assertEquals("/pets/1", get.at("/path").asText());
    assertEquals("1", get.at("/pathParameters/id").asText());
    assertEquals("/Prod/pets/1", get.at("/requestContext/path").asText());
    assertTrue(get.get("body").isNull());
    JsonNode put = event("PutPet");
    assertEquals("2.0", put.at("/version").asText());
    assertEquals("PUT /files/{path+}", put.at("/routeKey").asText());
    assertEquals("/files/path/to/it", put.at("/rawPath").asText());
    assertEquals("path/to/it", put.at("/pathParameters/path").asText());
    assertEquals("{}", put.at("/body").asText());
    assertEquals("$default", event("Linked").at("/routeKey").asText());
    assertTrue(event("Take").at("/Records/0/eventSourceARN").asText().endsWith(":orders"));
    assertEquals(
        "{\"user\":{\"S\":\"1\"},\"at\":{\"N\":\"1\"}}",
        event("Follow").at("/Records/0/dynamodb/Keys").toString());
    assertEquals("photos", event("Shrink").at("/Records/0/s3/bucket/name").asText());
    assertEquals("in/example.png", event("Shrink").at("/Records/0/s3/object/key").asText());
    assertEquals("shop", event("Hear").at("/source").asText());
    assertEquals("{\"kind\":\"sold\"}", event("Hear").at("/detail").toString());
    JsonNode message = event("Spread").at("/Records/0");
    String topic = message.at("/Sns/TopicArn").asText();
    assertTrue(topic.endsWith(":news"), topic);
    assertTrue(message.at("/EventSubscriptionArn").asText().startsWith(topic + ":"), topic);
    assertEquals("aws.events", event("Nightly").at("/source").asText());
  }

  private JsonNode event(String function) throws IOException {
    Transcript transcript = Transcript.of("generate-event", folder, "--function", function);
    assertEquals(0, transcript.exit(), transcript.err());
    return JSON.readTree(transcript.out());
  }

  @Test
  void a_function_that_nothing_feeds_is_a_mistake_with_what_there_is() {
    Transcript.of("generate-event", folder, "--function", "Alone")
        .assertMistake(
            "neither the template nor its handler tells which event Alone gets",
            "write one yourself, or print one of a kind: thaw generate-event KIND ("
                + EventKind.ids()
                + ")");
  }

  @Test
  void files_are_written_once_and_never_over_somebody_s_own() throws IOException {
    Files.createDirectories(folder.resolve("events"));
    Files.writeString(folder.resolve("events/GetPet.json"), "{\"my\": 1}");
    Transcript transcript = Transcript.of("generate-event", folder, "--write");
    assertEquals(0, transcript.exit(), transcript.err());
    assertEquals("{\"my\": 1}", Files.readString(folder.resolve("events/GetPet.json")));
    assertTrue(Files.exists(folder.resolve("events/Take.json")));
    assertFalse(Files.exists(folder.resolve("events/Alone.json")));
    assertTrue(transcript.out().contains("Take.json from the queue orders\n"), transcript.out());
  }

  @Test
  void what_a_function_is_invoked_with_is_its_own_file_or_the_common_one_or_said()
      throws IOException {
    List<String> said = new ArrayList<>();
    assertTrue(defaultEvent("Take", said).contains("aws:sqs"));
    assertTrue(said.getFirst().startsWith("Take gets an event as the queue orders would send it"));
    assertEquals("{}", defaultEvent("Alone", said));
    Path events = Files.createDirectories(folder.resolve("events"));
    Files.writeString(events.resolve("other.json"), "{}");
    defaultEvent("Alone", said);
    assertEquals(
        "Alone gets the event {}, because there is no "
            + events.resolve("Alone.json")
            + "; events/ has other.json",
        said.getLast());
    said.clear();
    Files.writeString(events.resolve("event.json"), "1");
    assertTrue(defaultEvent("Take", said).contains("aws:sqs"));
    Files.writeString(events.resolve("Take.json"), "2");
    assertEquals("2", defaultEvent("Take", said));
    assertEquals("1", defaultEvent("Alone", said));
    assertEquals("Alone gets its event events/event.json", said.getLast());
  }

  private String defaultEvent(String name, List<String> said) {
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    FunctionDefinition function = FunctionChoice.chosen(application, name);
    return new String(
        EventChoice.usual().of(application, function, said::add), StandardCharsets.UTF_8);
  }

  @Test
  void a_function_of_this_folder_is_named_in_place_of_a_path() throws Exception {
    String event = inFolder(0, "generate-event", "Take");
    assertTrue(JSON.readTree(event).at("/Records/0/eventSourceARN").asText().endsWith(":orders"));
    Files.createDirectory(folder.resolve("Take")); // of its sources
    assertEquals(event, inFolder(0, "generate-event", "Take"));
    assertTrue(
        inFolder(2, "invoke", "GetPett")
            .contains(
                "thaw: GetPett is neither a path nor a function of this folder's template\n"
                    + "Remedy: use GetPet\n"));
    assertTrue(
        inFolder(2, "why", "Take", "--function", "Alone")
            .contains("thaw: two functions are named: Take and Alone\n"));
  }

  private String inFolder(int exit, String... arguments) throws Exception {
    List<String> command = BuiltProgram.command();
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Signals.awaitEnd(process);
    assertEquals(exit, process.exitValue(), output);
    return output;
  }
}
