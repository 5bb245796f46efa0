package thaw.service.busy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.LastUpdateStatus;
import software.amazon.awssdk.services.lambda.model.ResourceConflictException;
import software.amazon.awssdk.services.lambda.model.State;
import software.amazon.awssdk.services.lambda.model.TooManyRequestsException;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.service.process.LocalService;

/** States of functions and rates of the account, by a clock of the test's own. */
class FunctionsTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(100));
  private final List<Effect> effects = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private LambdaClient lambda;

  /** An API for which all functions are active, and that has the operations of the test. */
  private record Active() implements HttpHandler {
    private static final String FUNCTION =
        "{\"FunctionName\":\"new\",\"State\":\"Active\",\"LastUpdateStatus\":\"Successful\"}";

    static Optional<String> name(Exchange exchange) {
      String path = exchange.rawPath().replaceFirst("^/20\\d\\d-\\d\\d-\\d\\d/functions", "");
      String verb = exchange.method() + " " + path.replaceFirst("^/[^/]+", "/F");
      return Optional.ofNullable(
          Map.of(
                  "POST ", "CreateFunction",
                  "POST /F/invocations", "Invoke",
                  "GET /F", "GetFunction",
                  "GET /F/configuration", "GetFunctionConfiguration",
                  "PUT /F/code", "UpdateFunctionCode",
                  "GET /F/policy", "GetPolicy")
              .get(verb));
    }

    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      exchange.body(1 << 20);
      String body =
          name(exchange).orElse("").equals("GetFunction")
              ? "{\"Configuration\":" + FUNCTION + "}"
              : FUNCTION;
      onResponse.accept(new Response(200, Map.of(), body.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public Response failed(Exception reason) {
      return Response.line(500, reason.toString());
    }
  }

  @BeforeEach
  void open() {
    Busy busy =
        new Busy(
            new Conditions(
                "test",
                1,
                TermsBuilder.builder(Terms.FAST).states(1).limits(true).build(),
                Map.of()),
            effects::add,
            now::get);
    server =
        HttpServer.open(
            "127.0.0.1",
            0,
            busy.beforeLambda(new Active(), Active::name),
            OwnPages.of("127.0.0.1"),
            () -> "request",
            HttpServer.TRANSFER_LIMIT,
            problem -> {
              throw new AssertionError(problem);
            });
    lambda =
        LambdaClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + server.port()))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
            .overrideConfiguration(each -> each.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .region(Region.US_EAST_1)
            .build();
  }

  @AfterEach
  void close() {
    lambda.close();
    server.close();
  }

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  private void create() {
    assertEquals(
        State.PENDING,
        lambda
            .createFunction(request ->
                request
                    .functionName("new")
                    .role("arn:aws:iam::123456789012:role/r")
                    .code(code -> code.zipFile(SdkBytes.fromUtf8String("x"))))
            .state());
  }

  private void update() {
    lambda.updateFunctionCode(
        request -> request.functionName("new").zipFile(SdkBytes.fromUtf8String("x")));
  }

  @Test
  void a_new_function_is_pending_and_neither_invoked_nor_changed() {
    create();
    assertEquals(
        State.PENDING,
        lambda.getFunction(request -> request.functionName("new")).configuration().state());
    assertEquals(
        "The operation cannot be performed at this time. The function is currently in the"
            + " following state: Pending",
        assertThrows(
                ResourceConflictException.class,
                () -> lambda.invoke(request -> request.functionName("new")))
            .awsErrorDetails()
            .errorMessage());
    assertThrows(ResourceConflictException.class, this::update);
    pass(AwsTimes.published().of(LocalService.LAMBDA, "Pending"));
    lambda.invoke(request -> request.functionName("new"));
    assertEquals(
        State.ACTIVE,
        lambda.getFunctionConfiguration(request -> request.functionName("new")).state());
  }

  @Test
  void a_second_change_has_to_wait_for_the_first() {
    update();
    assertEquals(
        LastUpdateStatus.IN_PROGRESS,
        lambda.getFunctionConfiguration(request -> request.functionName("new")).lastUpdateStatus());
    assertThrows(ResourceConflictException.class, this::update);
    lambda.invoke(request -> request.functionName("new")); // the old code
    pass(AwsTimes.published().of(LocalService.LAMBDA, "InProgress"));
    update();
  }

  @Test
  void an_account_asks_the_control_API_fifteen_times_a_second() {
    for (int i = 0; i < 15; i++) {
      lambda.getFunctionConfiguration(request -> request.functionName("new"));
    }
    TooManyRequestsException refused =
        assertThrows(
            TooManyRequestsException.class,
            () -> lambda.getFunctionConfiguration(request -> request.functionName("new")));
    assertEquals("CallerRateLimitExceeded", refused.reasonAsString());
    assertTrue(refused.isThrottlingException());
    lambda.getFunction(request -> request.functionName("new")); // has a rate of its own
    lambda.invoke(request -> request.functionName("new")); // has none
    pass(Duration.ofSeconds(1));
    lambda.getFunctionConfiguration(request -> request.functionName("new"));
  }

  @Test
  void who_does_not_sign_is_no_SDK_and_is_answered_at_once() throws Exception {
    create();
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest invoke =
          HttpRequest.newBuilder(
                  URI.create(
                      "http://127.0.0.1:"
                          + server.port()
                          + "/2015-03-31/functions/new/invocations"))
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      assertEquals(200, http.send(invoke, HttpResponse.BodyHandlers.discarding()).statusCode());
    }
  }
}
