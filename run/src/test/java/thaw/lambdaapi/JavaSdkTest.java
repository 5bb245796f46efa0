package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.lambda.LambdaAsyncClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.CreateFunctionResponse;
import software.amazon.awssdk.services.lambda.model.InvalidParameterValueException;
import software.amazon.awssdk.services.lambda.model.InvocationType;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.lambda.model.InvokeWithResponseStreamResponseHandler;
import software.amazon.awssdk.services.lambda.model.LambdaException;
import software.amazon.awssdk.services.lambda.model.LogType;
import software.amazon.awssdk.services.lambda.model.RequestTooLargeException;
import software.amazon.awssdk.services.lambda.model.ResourceConflictException;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;
import software.amazon.awssdk.services.lambda.model.State;
import software.amazon.awssdk.services.lambda.model.ThrottleReason;
import software.amazon.awssdk.services.lambda.model.TooManyRequestsException;
import software.amazon.awssdk.services.lambda.waiters.LambdaWaiter;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.platform.record.PlatformLimits;

/** Process test: what a Java program gets that calls functions with AWS SDK for Java v2. */
@SideBySide
class JavaSdkTest {
  private static final String ROLE = "arn:aws:iam::123456789012:role/lambda-role";
  private static final String SOURCE =
      """
      package sdk;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.util.Map;
      public class Handler {
        public String handle(Map<String, String> event, Context context) throws Exception {
          if (event.containsKey("fail")) { throw new IllegalStateException(event.get("fail")); }
          System.out.println("greeting");
          return "NAME " + event.get("name") + " " + context.getFunctionVersion();
        }
      }
      """;
  private static final WaiterOverrideConfiguration PATIENT =
      WaiterOverrideConfiguration.builder()
          .maxAttempts(1200)
          .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(Duration.ofMillis(50)))
          .build();

  @TempDir static Path folder;
  private static ApiOnPlatform server;
  private static LambdaClient client;

  @BeforeAll
  static void open() {
    server = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of());
    client = client(RetryMode.STANDARD);
  }

  @AfterAll
  static void close() {
    client.close();
    server.close();
    assertEquals(List.of(), server.problems());
  }

  private static LambdaClient client(RetryMode retries) {
    return LambdaClient.builder()
        .endpointOverride(server.address())
        .region(Region.US_EAST_1)
        .credentialsProvider(credentials())
        .overrideConfiguration(c -> c.retryStrategy(retries))
        .build();
  }

  private static StaticCredentialsProvider credentials() {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b"));
  }

  private static SdkBytes zip(String name) throws IOException {
    Path classes = Sources.compile(folder.resolve(name), SOURCE.replace("NAME", name));
    return SdkBytes.fromByteArray(
        Files.readAllBytes(Sources.jar(classes, folder.resolve(name + ".zip"))));
  }

  private static CreateFunctionResponse create(String function, SdkBytes zip) {
    return client.createFunction(r ->
        r.functionName(function)
            .runtime("java" + server.real().jdk().feature())
            .role(ROLE)
            .handler("sdk.Handler::handle")
            .memorySize(1769)
            .timeout(30)
            .code(code -> code.zipFile(zip)));
  }

  private static void awaitActive(String function) {
    try (LambdaWaiter waiter =
        LambdaWaiter.builder().client(client).overrideConfiguration(PATIENT).build()) {
      waiter.waitUntilFunctionActiveV2(r -> r.functionName(function));
    }
  }

  private static InvokeResponse invoke(LambdaClient with, String function, String event) {
    return with.invoke(r ->
        r.functionName(function).payload(SdkBytes.fromUtf8String(event)).logType(LogType.TAIL));
  }

  @Test
  void a_function_is_made_changed_published_and_deleted() throws Exception {
    SdkBytes one = zip("one");
    assertEquals(State.PENDING, create("life", one).state());
    assertThrows(ResourceConflictException.class, () -> create("life", one));
    awaitActive("life");
    InvokeResponse first = invoke(client, "life", "{\"name\":\"Tom\"}");
    assertEquals("\"one Tom $LATEST\"", first.payload().asUtf8String());
    assertEquals("$LATEST", first.executedVersion());
    String log = new String(Base64.getDecoder().decode(first.logResult()), StandardCharsets.UTF_8);
    assertTrue(
        log.contains("START RequestId: " + first.responseMetadata().requestId())
            && log.contains("\ngreeting\n"),
        log);
    assertEquals("1", client.publishVersion(r -> r.functionName("life")).version());
    client.createAlias(r -> r.functionName("life").name("live").functionVersion("1"));
    SdkBytes two = zip("two");
    client.updateFunctionCode(r -> r.functionName("life").zipFile(two));
    try (LambdaWaiter waiter =
        LambdaWaiter.builder().client(client).overrideConfiguration(PATIENT).build()) {
      waiter.waitUntilFunctionUpdatedV2(r -> r.functionName("life"));
      waiter.waitUntilPublishedVersionActive(r -> r.functionName("life").qualifier("1"));
    }
    assertEquals(
        "\"two Tom $LATEST\"",
        invoke(client, "life", "{\"name\":\"Tom\"}").payload().asUtf8String());
    assertEquals(
        "\"one Tom 1\"",
        client
            .invoke(r ->
                r.functionName("life:live").payload(SdkBytes.fromUtf8String("{\"name\":\"Tom\"}")))
            .payload()
            .asUtf8String());
    assertEquals(
        List.of("$LATEST", "1"),
        client.listVersionsByFunctionPaginator(r -> r.functionName("life").maxItems(1)).stream()
            .flatMap(page -> page.versions().stream())
            .map(version -> version.version())
            .toList());
    client.deleteFunction(r -> r.functionName("life"));
    ResourceNotFoundException gone =
        assertThrows(
            ResourceNotFoundException.class, () -> client.getFunction(r -> r.functionName("life")));
    assertEquals("ResourceNotFoundException", gone.awsErrorDetails().errorCode());
    assertEquals("User", gone.type());
  }

  @Test
  void refusals_are_exceptions_of_their_own_class() throws Exception {
    create("refused", zip("refused"));
    awaitActive("refused");
    InvokeResponse failed = invoke(client, "refused", "{\"fail\":\"no pet\"}");
    assertEquals("Unhandled", failed.functionError());
    assertTrue(
        failed.payload().asUtf8String().contains("\"errorMessage\":\"no pet\""),
        failed.payload().asUtf8String());
    assertThrows(ResourceNotFoundException.class, () -> invoke(client, "none", "{}"));
    InvalidParameterValueException invalid =
        assertThrows(
            InvalidParameterValueException.class,
            () ->
                client.updateFunctionConfiguration(r ->
                    r.functionName("refused")
                        .environment(e -> e.variables(java.util.Map.of("AWS_REGION", "x")))));
    assertTrue(invalid.getMessage().contains("reserved keys"), invalid.getMessage());
    LambdaException large =
        assertThrows(
            LambdaException.class,
            () -> invoke(client, "refused", "\"" + "x".repeat(6 * 1024 * 1024) + "\""));
    assertEquals(413, large.statusCode());
    assertTrue(
        large instanceof RequestTooLargeException
            || large.awsErrorDetails().errorCode().equals("RequestEntityTooLargeException"),
        large.toString());
    InvokeResponse event =
        client.invoke(r -> r.functionName("refused").invocationType(InvocationType.EVENT));
    assertEquals(202, event.statusCode());
    assertNull(event.executedVersion());
    InvokeResponse dry =
        client.invoke(r -> r.functionName("refused").invocationType(InvocationType.DRY_RUN));
    assertEquals(204, dry.statusCode());
  }

  @Test
  void a_throttled_call_names_its_reason_and_is_tried_again() throws Exception {
    create("gated", zip("gated"));
    awaitActive("gated");
    client.putFunctionConcurrency(r -> r.functionName("gated").reservedConcurrentExecutions(0));
    try (LambdaClient once =
        LambdaClient.builder()
            .endpointOverride(server.address())
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials())
            .overrideConfiguration(c -> c.retryStrategy(s -> s.maxAttempts(1)))
            .build()) {
      TooManyRequestsException throttled =
          assertThrows(TooManyRequestsException.class, () -> invoke(once, "gated", "{}"));
      assertEquals(
          ThrottleReason.RESERVED_FUNCTION_CONCURRENT_INVOCATION_LIMIT_EXCEEDED,
          throttled.reason());
      assertEquals(429, throttled.statusCode());
      assertTrue(throttled.isThrottlingException());
      assertEquals(1, throttled.numAttempts());
    }
    TooManyRequestsException tried =
        assertThrows(TooManyRequestsException.class, () -> invoke(client, "gated", "{}"));
    assertEquals(3, tried.numAttempts(), "the standard strategy's");
    client.deleteFunctionConcurrency(r -> r.functionName("gated"));
    assertEquals(
        "\"gated Tom $LATEST\"",
        invoke(client, "gated", "{\"name\":\"Tom\"}").payload().asUtf8String());
  }

  @Test
  void the_asynchronous_client_has_many_calls_at_once() throws Exception {
    create("many", zip("many"));
    awaitActive("many");
    try (LambdaAsyncClient many =
        LambdaAsyncClient.builder()
            .endpointOverride(server.address())
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials())
            .build()) {
      List<CompletableFuture<InvokeResponse>> calls =
          IntStream.range(0, 4)
              .mapToObj(i ->
                  many.invoke(r ->
                      r.functionName("many")
                          .payload(SdkBytes.fromUtf8String("{\"name\":\"" + i + "\"}"))))
              .toList();
      for (int i = 0; i < calls.size(); i++) {
        assertEquals(
            "\"many " + i + " $LATEST\"",
            calls.get(i).get(60, TimeUnit.SECONDS).payload().asUtf8String());
      }
      CompletionException none =
          assertThrows(
              CompletionException.class, () -> many.invoke(r -> r.functionName("none")).join());
      assertInstanceOf(ResourceNotFoundException.class, none.getCause());
    }
  }

  @Test
  void a_response_comes_as_events_of_a_stream() throws Exception {
    create("streamed", zip("streamed"));
    awaitActive("streamed");
    try (LambdaAsyncClient streaming =
        LambdaAsyncClient.builder()
            .endpointOverride(server.address())
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials())
            .build()) {
      assertEquals("\"streamed Tom $LATEST\"", streamed(streaming, "{\"name\":\"Tom\"}"));
      assertTrue(
          streamed(streaming, "{\"fail\":\"no pet\"}").contains("Unhandled"),
          "the error is in the event that completes the stream");
    }
  }

  /** The pieces, and the error that ends them. */
  private static String streamed(LambdaAsyncClient streaming, String event) throws Exception {
    StringBuffer pieces = new StringBuffer(); // written by the client's thread
    InvokeWithResponseStreamResponseHandler handler =
        InvokeWithResponseStreamResponseHandler.builder()
            .subscriber(
                InvokeWithResponseStreamResponseHandler.Visitor.builder()
                    .onPayloadChunk(chunk -> pieces.append(chunk.payload().asUtf8String()))
                    .onInvokeComplete(end -> {
                      if (end.errorCode() != null) {
                        pieces.append(end.errorCode());
                      }
                    })
                    .build())
            .build();
    streaming
        .invokeWithResponseStream(
            r -> r.functionName("streamed").payload(SdkBytes.fromUtf8String(event)), handler)
        .get(60, TimeUnit.SECONDS);
    return pieces.toString();
  }

  @Test
  void code_that_was_uploaded_can_be_fetched_again() throws Exception {
    SdkBytes zip = zip("fetched");
    create("fetched", zip);
    awaitActive("fetched");
    URI location = URI.create(client.getFunction(r -> r.functionName("fetched")).code().location());
    try (var content = location.toURL().openStream()) {
      assertEquals(zip, SdkBytes.fromByteArray(content.readAllBytes()));
    }
  }
}
