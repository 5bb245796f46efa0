package thaw.service.busy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.OverLimitException;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;

/** The limit of messages in flight, before a broker that says how many there are. */
class InFlightTest {
  private final AtomicInteger inFlight = new AtomicInteger();
  private final List<Effect> effects = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private SqsClient sqs;
  private String url;

  /** Gives no messages, and tells the number that a test has set. */
  private final class Broker implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      exchange.body(1 << 20);
      boolean asks =
          exchange.header("x-amz-target").orElse("").equals("AmazonSQS.GetQueueAttributes");
      String answer =
          asks
              ? "{\"Attributes\":{\"ApproximateNumberOfMessagesNotVisible\":\"%d\"}}"
                  .formatted(inFlight.get())
              : "{\"Messages\":[{\"MessageId\":\"1\",\"Body\":\"hello\",\"MD5OfBody\":\"5d41402abc4b2a76b9719d911017c592\"}]}";
      onResponse.accept(new Response(200, Map.of(), answer.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public Response failed(Exception reason) {
      return Response.line(500, reason.toString());
    }
  }

  private HttpServer server(HttpHandler handler) {
    HttpServer server =
        HttpServer.open(
            "127.0.0.1",
            0,
            handler,
            OwnPages.of("127.0.0.1"),
            () -> "request",
            HttpServer.TRANSFER_LIMIT,
            problem -> {
              throw new AssertionError(problem);
            });
    open.add(server);
    return server;
  }

  @BeforeEach
  void start() {
    Passing passing = new Passing(new InetSocketAddress("127.0.0.1", server(new Broker()).port()));
    open.add(passing);
    RunConditions run =
        new RunConditions(
            new Conditions(
                "test", 1, TermsBuilder.builder(Terms.FAST).limits(true).build(), Map.of()),
            effects::add,
            InstantSource.system());
    url = "http://127.0.0.1:" + server(new InFlight(passing, run, 40, 20)).port();
    sqs =
        SqsClient.builder()
            .endpointOverride(URI.create(url))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
            .overrideConfiguration(each -> each.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .region(Region.US_EAST_1)
            .build();
    open.add(sqs);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  private ReceiveMessageResponse receive(String queue) {
    return sqs.receiveMessage(request -> request.queueUrl(url + "/123456789012/" + queue));
  }

  @Test
  void a_standard_queue_with_too_many_messages_in_flight_refuses_to_give_more() {
    inFlight.set(40);
    for (int i = 0; i < 4; i++) {
      assertEquals(1, receive("jobs").messages().size(), "there cannot be so many yet");
    }
    assertThrows(OverLimitException.class, () -> receive("jobs"));
    assertEquals("ReceiveMessage of jobs: too many messages in flight", effects.getLast().words());
    inFlight.set(39); // one was deleted
    assertEquals(1, receive("jobs").messages().size());
  }

  @Test
  void a_FIFO_queue_gives_none_then() {
    inFlight.set(20);
    for (int i = 0; i < 2; i++) {
      assertEquals(1, receive("jobs.fifo").messages().size());
    }
    assertEquals(0, receive("jobs.fifo").messages().size());
  }
}
