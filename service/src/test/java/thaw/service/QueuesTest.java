package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.KeptProject;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.resource.Queue;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Deadline;
import thaw.service.process.LocalService;

/** With the real ElasticMQ; the first run downloads it. */
@SideBySide
class QueuesTest {
  private static final SandboxHost HOST = SandboxHost.probe();
  private static final Jdk JDK = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
  private static final String REGION = "eu-west-1";
  private static final String ACCOUNT = ReadOptions.DEFAULT_ACCOUNT;

  /** As {@code Ref} gives it. */
  private static final String ORDERS =
      "https://sqs." + REGION + ".amazonaws.com/" + ACCOUNT + "/orders";

  private static final List<Queue> QUEUES =
      List.of(
          new Queue(
              "Orders",
              "orders",
              Map.of(
                  "VisibilityTimeout",
                  "77",
                  Queue.REDRIVE_POLICY,
                  "{\"deadLetterTargetArn\":\"arn:aws:sqs:%s:%s:letters\",\"maxReceiveCount\":3}"
                      .formatted(REGION, ACCOUNT))),
          new Queue("Letters", "letters"),
          new Queue(
              "InOrder",
              "in-order.fifo",
              Map.of("FifoQueue", "true", "ContentBasedDeduplication", "true")));

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;
  private static AwsJson api;

  @BeforeAll
  static void start() {
    instance = Instance.open(HOST, base);
    services = LocalServices.start(instance, spec(QUEUES), line -> {});
    api = AwsJson.of(url(services).toString(), AwsJson.Protocol.SQS, REGION);
  }

  @AfterAll
  static void stop() {
    api.close();
    services.close();
    instance.close();
  }

  private static ServiceSpec spec(List<Queue> queues) {
    return ServiceSpecBuilder.builder()
        .queues(queues)
        .region(REGION)
        .account(ACCOUNT)
        .jdk(JDK)
        .cache(Path.of("target", "services"))
        .project(Optional.of(KeptProject.named("QueuesTest")))
        .build();
  }

  private static URI url(LocalServices of) {
    return URI.create(of.variables().getOrDefault("AWS_ENDPOINT_URL_SQS", "none:none"));
  }

  private static JsonNode call(String operation, Map<String, ?> request) throws Exception {
    return api.call(operation, request);
  }

  @Test
  void queues_have_the_templates_attributes() throws Exception {
    JsonNode orders =
        call("GetQueueAttributes", Map.of("QueueUrl", ORDERS, "AttributeNames", List.of("All")))
            .path("Attributes");
    assertEquals("77", orders.path("VisibilityTimeout").asText());
    assertEquals("arn:aws:sqs:eu-west-1:123456789012:orders", orders.path("QueueArn").asText());
    assertEquals(
        "{\"deadLetterTargetArn\":\"arn:aws:sqs:eu-west-1:123456789012:letters\",\"maxReceiveCount\":3}",
        orders.path("RedrivePolicy").asText());
    JsonNode inOrder =
        call(
                "GetQueueAttributes",
                Map.of(
                    "QueueUrl",
                    ORDERS.replace("orders", "in-order.fifo"),
                    "AttributeNames",
                    List.of("All")))
            .path("Attributes");
    assertEquals("true", inOrder.path("FifoQueue").asText());
    assertEquals("true", inOrder.path("ContentBasedDeduplication").asText());
  }

  @Test
  void outside_a_queue_has_the_url_by_which_the_broker_is_reached() throws Exception {
    assertEquals(
        url(services) + "/" + ACCOUNT + "/letters",
        call("GetQueueUrl", Map.of("QueueName", "letters")).path("QueueUrl").asText());
  }

  @Test
  void the_same_message_is_sent_by_the_old_protocol_and_received_by_the_new_one() throws Exception {
    String form = "Action=SendMessage&Version=2012-11-05&MessageBody=hello";
    try (HttpClient http = HttpClient.newHttpClient()) {
      // SDK v1 posts to the queue's own path.
      HttpResponse<String> sent =
          http.send(
              HttpRequest.newBuilder(url(services).resolve("/" + ACCOUNT + "/letters"))
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(HttpRequest.BodyPublishers.ofString(form))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(200, sent.statusCode(), sent.body());
      assertTrue(sent.body().contains("<SendMessageResponse"), sent.body());
    }
    JsonNode received =
        call("ReceiveMessage", Map.of("QueueUrl", ORDERS.replace("orders", "letters")));
    assertEquals("hello", received.at("/Messages/0/Body").asText());
  }

  @Test
  void a_message_that_was_received_too_often_is_a_dead_letter() throws Exception {
    String tries = queue("tries");
    String end = queue("tries-end");
    call(
        "SetQueueAttributes",
        Map.of(
            "QueueUrl",
            tries,
            "Attributes",
            Map.of(
                Queue.REDRIVE_POLICY,
                "{\"deadLetterTargetArn\":\"arn:aws:sqs:%s:%s:tries-end\",\"maxReceiveCount\":1}"
                    .formatted(REGION, ACCOUNT))));
    call("SendMessage", Map.of("QueueUrl", tries, "MessageBody", "poison"));
    Map<String, Object> receive = Map.of("QueueUrl", tries, "VisibilityTimeout", 0);
    assertEquals("poison", call("ReceiveMessage", receive).at("/Messages/0/Body").asText());
    assertTrue(call("ReceiveMessage", receive).path("Messages").isEmpty());
    assertEquals(
        "poison",
        call("ReceiveMessage", Map.of("QueueUrl", end, "WaitTimeSeconds", 5))
            .at("/Messages/0/Body")
            .asText());
  }

  @Test
  void who_waits_at_a_dead_letter_queue_is_woken_by_a_letter() throws Exception {
    String waited = queue("waited");
    String end = queue("waited-end");
    call(
        "SetQueueAttributes",
        Map.of(
            "QueueUrl",
            waited,
            "Attributes",
            Map.of(
                Queue.REDRIVE_POLICY,
                "{\"deadLetterTargetArn\":\"arn:aws:sqs:%s:%s:waited-end\",\"maxReceiveCount\":1}"
                    .formatted(REGION, ACCOUNT))));
    FutureTask<JsonNode> waiting =
        new FutureTask<>(
            () -> call("ReceiveMessage", Map.of("QueueUrl", end, "WaitTimeSeconds", 20)));
    Thread.ofVirtual().start(waiting);
    call("SendMessage", Map.of("QueueUrl", waited, "MessageBody", "poison"));
    Map<String, Object> receive = Map.of("QueueUrl", waited, "VisibilityTimeout", 0);
    assertEquals("poison", call("ReceiveMessage", receive).at("/Messages/0/Body").asText());
    assertTrue(call("ReceiveMessage", receive).path("Messages").isEmpty());
    assertEquals("poison", waiting.get(30, TimeUnit.SECONDS).at("/Messages/0/Body").asText());
  }

  private static String queue(String name) throws Exception {
    return call("CreateQueue", Map.of("QueueName", name)).path("QueueUrl").asText();
  }

  @Test
  void a_program_that_dials_the_real_host_name_finds_queues_with_urls_as_on_aws() throws Exception {
    assumeTrue(HOST.hasMountNamespaces(), "needs mount namespaces");
    ServiceAccess access = services.accessFor(Optional.of(JDK));
    assumeTrue(access.missing().isEmpty(), access.missing().toString());
    assertEquals(url(services).toString(), access.variables().get("AWS_ENDPOINT_URL_SQS"));
    String output =
        BoxedClient.of(instance, access, JDK)
            .run("Dial", DIAL, "https://sqs." + REGION + ".amazonaws.com/");
    assertTrue(
        output.contains("https://sqs.eu-west-1.amazonaws.com:443/123456789012/orders"), output);
  }

  private static final String DIAL =
      """
      import java.net.HttpURLConnection;
      import java.net.URL;

      class Dial {
        public static void main(String[] arguments) throws Exception {
          HttpURLConnection post = (HttpURLConnection) new URL(arguments[0]).openConnection();
          post.setDoOutput(true);
          post.getOutputStream().write("Action=GetQueueUrl&QueueName=orders".getBytes());
          System.out.println(new String(post.getInputStream().readAllBytes()));
        }
      }
      """;

  @Test
  void a_refused_queue_is_named_with_the_brokers_reason() {
    List<Queue> bad = List.of(new Queue("Bad", "not a name"));
    UserMistake mistake = assertThrows(UserMistake.class, () -> ElasticMq.create(api, bad));
    assertTrue(
        mistake.getMessage().startsWith("ElasticMQ refuses the queue not a name: "),
        mistake.getMessage());
    assertEquals("correct the properties of Bad in the template", mistake.remedy());
  }

  @Thorough(
      "It starts one more broker; BucketsTest has the words of another JavaService that ended,"
          + " but no quicker test has a client that asks where a broker was")
  @Test
  void a_broker_that_ends_by_itself_is_told(@TempDir Path other) {
    List<String> said = new CopyOnWriteArrayList<>();
    try (Instance own = Instance.open(HOST, other);
        LocalServices doomed =
            LocalServices.start(own, spec(List.of(new Queue("Q", "q"))), said::add)) {
      ProcessHandle.of(doomed.pid(LocalService.SQS)).orElseThrow().destroyForcibly();
      Deadline.await(Duration.ofSeconds(10), "nothing was said", () -> !said.isEmpty());
      assertTrue(
          said.getFirst().startsWith("ElasticMQ has ended with exit code 137: "), said::toString);
      try (AwsJson gone = AwsJson.of(url(doomed).toString(), AwsJson.Protocol.SQS, REGION)) {
        assertThrows(IOException.class, () -> gone.call("ListQueues", Map.of()));
      }
    }
    assertEquals(1, said.size());
  }
}
