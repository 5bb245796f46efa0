package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import thaw.function.BucketNotification;
import thaw.function.EventSource;
import thaw.function.TopicSubscription;
import thaw.json.Json;
import thaw.problem.UserMistake;
import thaw.service.AwsJson;
import thaw.service.ObjectChange;

/** Buckets and buses: who is told of what. */
class NotificationsTest {
  private static final EventSource.Target TARGET = new EventSource.Target("F", "");

  private static final String TOPIC = "arn:aws:sns:us-east-1:123456789012:changes";

  private final ScriptedFunction function = new ScriptedFunction();

  private static ObjectChange created(String name, String key) {
    return new ObjectChange(
        name,
        "pictures",
        key,
        11,
        "e9fb1ed1d5eaa36781088aae37acffbd",
        Optional.empty(),
        "0055AED6DCD90281E5",
        Instant.parse("2026-01-01T00:00:00Z"),
        "127.0.0.1",
        "REQUEST");
  }

  private ObjectNotifications notifications(String event, String prefix, String suffix) {
    return notifications(
        List.of(
            new EventSource.ObjectChanges(
                TARGET, "Picture", "pictures", List.of(event), prefix, suffix)),
        List.of(),
        Map.of());
  }

  private ObjectNotifications notifications(
      List<EventSource.ObjectChanges> functions,
      List<BucketNotification> others,
      Map<String, URI> endpoints) {
    Surroundings surroundings = function.surroundings(endpoints);
    Topics topics =
        new Topics(
            List.of(
                new TopicSubscription(
                    "S",
                    TOPIC,
                    new TopicSubscription.Receiver.Function(TARGET),
                    Optional.empty(),
                    false,
                    "template.yaml:2:3")),
            surroundings);
    BusRules rules =
        rules(
            "default",
            """
            {"source": ["aws.s3"], "detail": {"bucket": {"name": ["pictures"]}}}\
            """,
            new EventSource.Input.Whole());
    return new ObjectNotifications(functions, others, topics, rules, surroundings);
  }

  private static BucketNotification to(BucketNotification.Receiver receiver) {
    return new BucketNotification(
        "Told", "pictures", List.of("s3:ObjectCreated:*"), "in/", ".png", receiver);
  }

  @Test
  void a_topic_gets_the_event_of_a_bucket_as_its_message() {
    ObjectNotifications told =
        notifications(
            List.of(), List.of(to(new BucketNotification.Receiver.Topic(TOPIC))), Map.of());
    told.accept(created("ObjectCreated:Put", "in/a b.png"));
    told.accept(created("ObjectRemoved:Delete", "in/a b.png"));
    told.accept(created("ObjectCreated:Put", "out/a b.png"));
    assertEquals(1, function.events.size());
    JsonNode sns = function.events.getFirst().path("Records").path(0).path("Sns");
    assertEquals("Amazon S3 Notification", sns.path("Subject").asText());
    JsonNode record = json(sns.path("Message").asText()).path("Records").path(0);
    assertEquals("Told", record.path("s3").path("configurationId").asText());
    assertEquals("in/a+b.png", record.path("s3").path("object").path("key").asText());
  }

  @Test
  void a_queue_gets_the_event_of_a_bucket_in_order() throws Exception {
    BlockingQueue<JsonNode> sent = new LinkedBlockingQueue<>();
    HttpServer sqs =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    sqs.createContext(
        "/",
        exchange -> {
          JsonNode body =
              json(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          if (body.has("MessageBody")) {
            sent.add(body);
          }
          byte[] answer =
              ("{\"QueueUrl\":\"http://" + body.path("QueueName").asText() + "\"}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    sqs.start();
    try (ObjectNotifications told =
        notifications(
            List.of(),
            List.of(
                to(
                    new BucketNotification.Receiver.Queue(
                        "arn:aws:sqs:us-east-1:123456789012:pets"))),
            Map.of("sqs", URI.create("http://127.0.0.1:" + sqs.getAddress().getPort())))) {
      for (String name : List.of("a", "b", "c")) {
        told.accept(created("ObjectCreated:Put", "in/" + name + ".png"));
      }
      for (String name : List.of("a", "b", "c")) {
        JsonNode message = Objects.requireNonNull(sent.poll(30, TimeUnit.SECONDS));
        assertEquals("http://pets", message.path("QueueUrl").asText());
        JsonNode record = json(message.path("MessageBody").asText()).path("Records").path(0);
        assertEquals("aws:s3", record.path("eventSource").asText());
        assertEquals("in/" + name + ".png", record.path("s3").path("object").path("key").asText());
      }
    } finally {
      sqs.stop(0);
    }
  }

  @Test
  void the_default_bus_gets_all_changes_of_a_bucket_in_a_form_of_their_own() {
    ObjectNotifications told =
        notifications(
            List.of(),
            List.of(
                new BucketNotification(
                    "B",
                    "pictures",
                    List.of("s3:*"),
                    "",
                    "",
                    new BucketNotification.Receiver.Bus())),
            Map.of());
    told.accept(created("ObjectCreated:Put", "in/a b.png"));
    ObjectNode event = (ObjectNode) function.events.getFirst();
    event.remove("id");
    assertEquals(
        """
        {"version":"0","detail-type":"Object Created","source":"aws.s3","account":"123456789012",\
        "time":"2026-01-01T00:00:00Z","region":"us-east-1","resources":["arn:aws:s3:::pictures"],\
        "detail":{"version":"0","bucket":{"name":"pictures"},"object":{"key":"in/a b.png",\
        "size":11,"etag":"e9fb1ed1d5eaa36781088aae37acffbd","sequencer":"0055AED6DCD90281E5"},\
        "request-id":"REQUEST","requester":"123456789012","source-ip-address":"127.0.0.1",\
        "reason":"PutObject"}}\
        """,
        event.toString());
    told.accept(created("ObjectRemoved:DeleteMarkerCreated", "a"));
    JsonNode removed = function.events.getLast();
    assertEquals("Object Deleted", removed.path("detail-type").asText());
    assertEquals("DeleteObject", removed.path("detail").path("reason").asText());
    assertEquals("Delete Marker Created", removed.path("detail").path("deletion-type").asText());
  }

  private static JsonNode json(String text) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
  }

  @Test
  void the_event_of_a_bucket_is_that_of_aws() {
    notifications("s3:ObjectCreated:*", "", "")
        .accept(created("ObjectCreated:Put", "in/a b@ü.png"));
    ObjectNode record = (ObjectNode) function.events.getFirst().path("Records").path(0);
    JsonNode response = record.path("responseElements");
    assertEquals(
        "{\"eventVersion\":\"2.1\",\"eventSource\":\"aws:s3\",\"awsRegion\":\"us-east-1\",\"eventTime\":\"2026-01-01T00:00:00.000Z\",\"eventName\":\"ObjectCreated:Put\",\"userIdentity\":{\"principalId\":\"AWS:THAW\"},\"requestParameters\":{\"sourceIPAddress\":\"127.0.0.1\"},\"responseElements\":%s,\"s3\":{\"s3SchemaVersion\":\"1.0\",\"configurationId\":\"Picture\",\"bucket\":{\"name\":\"pictures\",\"ownerIdentity\":{\"principalId\":\"AWS:THAW\"},\"arn\":\"arn:aws:s3:::pictures\"},\"object\":{\"key\":\"in/a+b%%40%%C3%%BC.png\",\"size\":11,\"eTag\":\"e9fb1ed1d5eaa36781088aae37acffbd\",\"sequencer\":\"0055AED6DCD90281E5\"}}}"
            .formatted(response),
        record.toString());
  }

  @Test
  void events_prefixes_and_suffixes_choose() {
    ObjectNotifications chosen = notifications("s3:ObjectCreated:Put", "in/", ".png");
    chosen.accept(created("ObjectCreated:Put", "in/a.png"));
    chosen.accept(created("ObjectCreated:Copy", "in/a.png"));
    chosen.accept(created("ObjectCreated:Put", "out/a.png"));
    chosen.accept(created("ObjectCreated:Put", "in/a.jpg"));
    chosen.accept(created("ObjectRemoved:Delete", "in/a.png"));
    assertEquals(1, function.events.size());
  }

  private BusRules rules(String bus, String pattern, EventSource.Input input) {
    return new BusRules(
        List.of(
            new EventSource.BusRule(
                TARGET, "paid", bus, pattern, input, true, "template.yaml:2:3")),
        function.surroundings(Map.of()));
  }

  @Test
  void a_rule_gets_what_its_pattern_matches_on_its_bus() {
    BusRules rules =
        rules(
            "shop",
            "{\"source\": [\"shop\"], \"detail\": {\"amount\": [{\"numeric\": [\">\", 100]}]}}",
            new EventSource.Input.Part("$.detail"));
    for (int amount : new int[] {100, 101}) {
      ObjectNode event = AwsJson.object().put("source", "shop");
      event.putObject("detail").put("amount", amount);
      rules.accept("shop", event);
      rules.accept("default", event);
    }
    assertEquals("[{\"amount\":101}]", function.events.toString());
  }

  @Test
  void what_is_no_pattern_is_a_mistake_with_its_place() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> rules("default", "{\"source\": \"shop\"}", new EventSource.Input.Whole()));
    assertEquals(
        "template.yaml:2:3: the pattern of paid is not valid: \"source\" must be an object or an array",
        mistake.getMessage());
  }
}
