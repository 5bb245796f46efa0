package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.lambda.model.LogType;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.platform.record.PlatformLimits;

/**
 * Process tests: AWS's runtime clients of other languages on the Runtime API. They are the samples
 * {@code functions/custom-*}, which all do the same; what their callers see differs as it does on
 * AWS. The executable in Go stands for those that GraalVM makes, too.
 */
@Thorough(
    "It compiles clients of other languages; RuntimeApiTest and FailingFunctionTest have the same protocol")
@SideBySide
class CustomRuntimesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  /**
   * How a language words it.
   *
   * @param logged what its runtime client writes by itself, beside what the handler prints
   * @param errorType of an error that the handler returns
   * @param panic what the caller gets of one that it does not expect
   * @param panicEnds whether the process ends by it
   */
  private record Words(String logged, String errorType, String panic, boolean panicEnds) {}

  @TestFactory
  Stream<DynamicTest> go() throws Exception {
    return tests(
        Samples.built("custom-go", List.of("go", "version"), List.of("go", "mod", "download")),
        new Words(
            "",
            "errorString",
            "\\{\"errorMessage\":\"no pet Tom\",\"errorType\":\"string\",.*",
            true));
  }

  @TestFactory
  Stream<DynamicTest> python() throws Exception {
    return tests(
        Samples.built(
            "custom-python",
            List.of(
                "env", "PATH=/usr/local/bin:/usr/bin:/bin", "python3", "-m", "pip", "--version"),
            List.of("true")),
        new Words(
            "[INFO]\t", // a frame on _LAMBDA_TELEMETRY_LOG_FD
            "LookupError",
            "\\{\"errorType\":\"Runtime.ExitError\",\"errorMessage\":\"RequestId: .* Error: Runtime"
                + " exited with error: signal: aborted\"}",
            true));
  }

  @TestFactory
  Stream<DynamicTest> rust() throws Exception {
    return tests(
        Samples.built(
            "custom-rust", List.of("cargo", "--version"), List.of("cargo", "fetch", "--locked")),
        new Words(
            "",
            "&alloc::boxed::Box<dyn core::error::Error.*>",
            "\\{\"errorType\":\".*\",\"errorMessage\":\"Lambda panicked: no pet Tom\"}",
            false));
  }

  /** One platform for all tests of a language, in their order. */
  private Stream<DynamicTest> tests(Application application, Words words) {
    ApiOnPlatform server =
        ApiOnPlatform.open(folder, PlatformLimits.defaults(), application.functions());
    FunctionDefinition function = application.functions().getFirst();
    LambdaClient client =
        LambdaClient.builder()
            .endpointOverride(server.address())
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
            .overrideConfiguration(c -> c.retryStrategy(s -> s.maxAttempts(1)))
            .build();
    Called called = new Called(client, function.name(), function.timeout(), words);
    return Stream.of(
            test("it_answers_and_knows_its_context", called, CustomRuntimesTest::context),
            test("its_errors_reach_the_caller", called, CustomRuntimesTest::error),
            test("a_panic_reaches_the_caller", called, CustomRuntimesTest::panic),
            test("an_exit_is_an_error", called, CustomRuntimesTest::exit),
            test("too_long_is_a_timeout", called, CustomRuntimesTest::timeout))
        .onClose(() -> {
          client.close();
          server.close();
          assertEquals(List.of(), server.problems());
        });
  }

  private static DynamicTest test(String name, Called called, Consumer<Called> test) {
    return DynamicTest.dynamicTest(name, () -> test.accept(called));
  }

  private record Called(LambdaClient client, String function, Duration timeout, Words words) {
    InvokeResponse invoke(String what) {
      return client.invoke(r ->
          r.functionName(function)
              .payload(SdkBytes.fromUtf8String("{\"name\":\"Tom\",\"do\":\"" + what + "\"}"))
              .clientContext(
                  Base64.getEncoder()
                      .encodeToString(
                          "{\"custom\":{\"tenant\":\"pets\"}}".getBytes(StandardCharsets.UTF_8)))
              .logType(LogType.TAIL));
    }

    /** Of the environment that answers next: 1 says that it has just started. */
    int invocations() {
      return json(invoke("greet")).path("invocations").asInt();
    }
  }

  private static JsonNode json(InvokeResponse response) {
    try {
      return JSON.readTree(response.payload().asByteArray());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String log(InvokeResponse response) {
    return new String(Base64.getDecoder().decode(response.logResult()), StandardCharsets.UTF_8);
  }

  private static void context(Called called) {
    InvokeResponse cold = called.invoke("greet");
    JsonNode answer = json(cold);
    assertEquals("Hello, Tom", answer.path("greeting").asText(), answer.toString());
    assertEquals(1, answer.path("invocations").asInt());
    assertEquals(cold.responseMetadata().requestId(), answer.path("requestId").asText());
    assertEquals(
        "arn:aws:lambda:us-east-1:123456789012:function:" + called.function(),
        answer.path("arn").asText());
    assertEquals(called.function() + " $LATEST", answer.path("function").asText());
    long timeoutMs = called.timeout().toMillis();
    long remainingMs = answer.path("remainingMs").asLong();
    assertTrue(remainingMs > 0 && remainingMs <= timeoutMs, answer.toString());
    assertTrue(
        answer.path("trace").asText().matches("Root=1-[0-9a-f]{8}-[0-9a-f]{24};.*Sampled=[01].*"),
        answer.toString());
    assertEquals("pets", answer.path("tenant").asText());
    assertTrue(log(cold).contains("asked by Tom\n"), log(cold));
    assertTrue(log(cold).contains(called.words().logged()), log(cold));
    assertTrue(log(cold).contains("Init Duration: "), log(cold));
    JsonNode warm = json(called.invoke("greet"));
    assertEquals(2, warm.path("invocations").asInt());
    assertNotEquals(answer.path("requestId"), warm.path("requestId"));
    assertNotEquals(answer.path("trace"), warm.path("trace"));
  }

  private static void error(Called called) {
    int before = called.invocations();
    InvokeResponse failed = called.invoke("fail");
    assertEquals("Unhandled", failed.functionError());
    assertEquals("no pet Tom", json(failed).path("errorMessage").asText());
    String type = json(failed).path("errorType").asText();
    assertTrue(type.matches(called.words().errorType()), type);
    assertEquals(before + 2, called.invocations(), "the environment lives on");
  }

  private static void panic(Called called) {
    int before = called.invocations();
    InvokeResponse failed = called.invoke("panic");
    assertEquals("Unhandled", failed.functionError());
    String body = failed.payload().asUtf8String();
    assertTrue(body.matches(called.words().panic()), body);
    assertEquals(called.words().panicEnds() ? 1 : before + 2, called.invocations());
  }

  private static void exit(Called called) {
    InvokeResponse failed = called.invoke("exit");
    assertEquals("Unhandled", failed.functionError());
    assertEquals(
        "{\"errorType\":\"Runtime.ExitError\",\"errorMessage\":\"RequestId: "
            + failed.responseMetadata().requestId()
            + " Error: Runtime exited with error: exit status 3\"}",
        failed.payload().asUtf8String());
    assertTrue(log(failed).contains("\tStatus: error\tError Type: Runtime.ExitError"), log(failed));
    assertEquals(1, called.invocations(), "it was started again");
  }

  private static void timeout(Called called) {
    InvokeResponse failed = called.invoke("sleep");
    assertEquals("Unhandled", failed.functionError());
    assertEquals("Sandbox.Timedout", json(failed).path("errorType").asText());
    assertTrue(log(failed).contains("\tStatus: timeout"), log(failed));
    assertEquals(1, called.invocations(), "it was started again");
  }
}
