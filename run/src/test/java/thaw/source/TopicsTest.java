package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.EventSource;
import thaw.function.TopicSubscription;
import thaw.function.TopicSubscription.Receiver;
import thaw.problem.UserMistake;
import thaw.service.AwsJson;
import thaw.service.own.TopicMessage;

/** Messages of topics: who gets them, and what of them. */
class TopicsTest {
  private static final String TOPIC = "arn:aws:sns:us-east-1:123456789012:orders";

  private final ScriptedFunction function = new ScriptedFunction();

  /** What a web server was sent, or SQS: first a line with the most important header. */
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

  private HttpServer server;
  private volatile int refusals;

  @BeforeEach
  void open() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
          String raw = exchange.getRequestHeaders().getFirst("x-amz-sns-rawdelivery");
          byte[] answer =
              "AmazonSQS.GetQueueUrl".equals(target)
                  ? "{\"QueueUrl\":\"http://q/1/q\"}".getBytes(StandardCharsets.UTF_8)
                  : "{}".getBytes(StandardCharsets.UTF_8);
          int status = refusals > 0 ? 503 : 200;
          refusals--;
          if (status == 200 && !"AmazonSQS.GetQueueUrl".equals(target)) {
            received.add((target == null ? "raw " + raw : target) + "\n" + body);
          }
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static TopicMessage message(String text, String... attributes) {
    Map<String, TopicMessage.Attribute> all = new LinkedHashMap<>();
    for (int i = 0; i < attributes.length; i += 3) {
      all.put(attributes[i], new TopicMessage.Attribute(attributes[i + 1], attributes[i + 2]));
    }
    return new TopicMessage(
        "95df01b4-ee98-5cb9-9903-4c221d41eb5e",
        TOPIC,
        Optional.empty(),
        Map.of("default", text),
        all,
        Instant.parse("2026-01-02T12:45:07Z"));
  }

  private Topics topics(Receiver receiver, boolean raw, String policy, boolean ofBody) {
    return new Topics(
        List.of(
            new TopicSubscription(
                "S",
                TOPIC,
                receiver,
                policy.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new TopicSubscription.Filter(policy, ofBody)),
                raw,
                "template.yaml:2:3")),
        function.surroundings(Map.of("sqs", url())));
  }

  private Topics functions(String policy, boolean ofBody) {
    return topics(new Receiver.Function(new EventSource.Target("F", "")), false, policy, ofBody);
  }

  private JsonNode next(String head) throws Exception {
    String found = received.poll(20, TimeUnit.SECONDS);
    assertTrue(found != null && found.startsWith(head + "\n"), () -> head + ": " + found);
    return AwsJson.JSON.readTree(found.substring(head.length() + 1));
  }

  @Test
  void one_function_that_cannot_have_a_message_costs_the_others_nothing() {
    IllegalStateException full = new IllegalStateException("the disk is full");
    function.accepts =
        named -> {
          if (named.equals("F1")) {
            throw full;
          }
        };
    List<TopicSubscription> subscriptions =
        List.of("F1", "F2").stream()
            .map(name ->
                new TopicSubscription(
                    name,
                    TOPIC,
                    new Receiver.Function(new EventSource.Target(name, "")),
                    Optional.empty(),
                    false,
                    "template.yaml:2:3"))
            .toList();
    try (Topics topics = new Topics(subscriptions, function.surroundings(Map.of()))) {
      assertSame(
          full,
          assertThrows(IllegalStateException.class, () -> topics.accept(message("hello"))),
          "who published hears of it");
    }
    assertEquals(1, function.events.size());
  }

  @Test
  void the_event_of_a_topic_is_that_of_AWS() {
    try (Topics topics = functions("", false)) {
      topics.accept(message("hello", "kind", "String", "order"));
    }
    JsonNode record = function.events.getFirst().path("Records").path(0);
    String arn = record.path("EventSubscriptionArn").asText();
    assertTrue(arn.matches(TOPIC + ":[a-z0-9]{8}-(?:[a-z0-9]{4}-){3}[a-z0-9]{12}"), arn);
    assertEquals(
        """
        {"EventSource":"aws:sns","EventVersion":"1.0","EventSubscriptionArn":"%s","Sns":{"Type":"Notification",\
        "MessageId":"95df01b4-ee98-5cb9-9903-4c221d41eb5e","TopicArn":"%s","Subject":null,"Message":"hello",\
        "Timestamp":"2026-01-02T12:45:07.000Z","SignatureVersion":"1","Signature":"THAW",\
        "SigningCertUrl":"https://sns.us-east-1.amazonaws.com/SimpleNotificationService-THAW.pem",\
        "UnsubscribeUrl":"https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=%s",\
        "MessageAttributes":{"kind":{"Type":"String","Value":"order"}}}}\
        """
            .formatted(arn, TOPIC, arn),
        record.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"kind": ["order"]}                               | kind,String,order              | true
          {"kind": ["order"]}                               | kind,String,refund             | false
          {"kind": ["order"]}                               | other,String,order             | false
          {"price": [{"numeric": [">=", 100]}]}             | price,Number,100               | true
          {"price": [{"numeric": [">=", 100]}]}             | price,Number,99.5              | false
          {"kind": [{"anything-but": "test"}]}              | kind,String,real               | true
          {"kind": [{"prefix": "or"}], "n": [1]}            | kind,String,order,n,Number,1   | true
          {"kind": [{"prefix": "or"}], "n": [1]}            | kind,String,order,n,Number,2   | false
          {"tags": ["b"]}                                   | tags,String.Array,["a"`,`"b"]  | true
          {"kind": [{"exists": false}]}                     | other,String,x                 | true
          {"$or": [{"a": ["1"]}, {"b": ["2"]}]}             | b,String,2                     | true
          {}                                                | kind,String,order              | true
          """)
  void a_policy_chooses_by_attributes(String policy, String attributes, boolean wanted) {
    try (Topics topics = functions(policy, false)) {
      topics.accept(
          message(
              "x",
              attributes.contains("Array")
                  ? new String[] {"tags", "String.Array", "[\"a\",\"b\"]"}
                  : attributes.split(",", -1)));
    }
    assertEquals(wanted ? 1 : 0, function.events.size());
  }

  @Test
  void a_policy_of_the_body_drops_what_is_no_JSON() {
    try (Topics topics =
        functions("{\"order\": {\"amount\": [{\"numeric\": [\">\", 5]}]}}", true)) {
      topics.accept(message("{\"order\": {\"amount\": 6}}"));
      topics.accept(message("{\"order\": {\"amount\": 5}}"));
      topics.accept(message("no JSON"));
    }
    assertEquals(1, function.events.size());
  }

  @Test
  void what_is_no_policy_is_a_mistake_with_its_place() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> functions("{\"kind\": \"order\"}", false));
    assertEquals(
        "template.yaml:2:3: the FilterPolicy of S is not valid: \"kind\" must be an object or an array",
        mistake.getMessage());
  }

  @Test
  void a_queue_gets_a_notification_or_the_message_alone() throws Exception {
    Receiver queue = new Receiver.Queue("arn:aws:sqs:us-east-1:123456789012:q");
    try (Topics topics = topics(queue, false, "", false)) {
      topics.accept(message("hello", "kind", "String", "order"));
      JsonNode sent = next("AmazonSQS.SendMessage");
      assertTrue(sent.path("MessageAttributes").isMissingNode());
      JsonNode body = AwsJson.JSON.readTree(sent.path("MessageBody").asText());
      assertEquals("Notification", body.path("Type").asText());
      assertEquals("hello", body.path("Message").asText());
      assertEquals("order", body.at("/MessageAttributes/kind/Value").asText());
    }
    try (Topics topics = topics(queue, true, "", false)) {
      topics.accept(message("hello", "kind", "String", "order"));
      JsonNode sent = next("AmazonSQS.SendMessage");
      assertEquals("hello", sent.path("MessageBody").asText());
      assertEquals("order", sent.at("/MessageAttributes/kind/StringValue").asText());
    }
  }

  @Test
  void a_web_server_that_refuses_is_asked_again_and_gets_messages_in_order() throws Exception {
    refusals = 2;
    try (Topics topics = topics(new Receiver.Web(url() + "/hook"), false, "", false)) {
      topics.accept(message("1"));
      topics.accept(message("2"));
      assertEquals("1", next("raw null").path("Message").asText());
      assertEquals("2", next("raw null").path("Message").asText());
    }
    try (Topics topics = topics(new Receiver.Web(url() + "/hook"), true, "", false)) {
      topics.accept(message("3"));
      assertEquals("3", next("raw true").asText());
    }
    assertEquals(List.of(), function.log);
  }

  @Test
  void a_message_that_nobody_takes_is_dropped_with_a_line() throws Exception {
    refusals = 4;
    try (Topics topics = topics(new Receiver.Web(url() + "/hook"), true, "", false)) {
      topics.accept(message("1"));
      topics.accept(message("2"));
      assertEquals("2", next("raw true").asText());
    }
    assertEquals(
        url()
            + "/hook has not taken a message of the topic orders, which is dropped:"
            + " java.io.IOException: it answers 503",
        function.log.getFirst());
  }
}
