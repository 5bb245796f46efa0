package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.cli.Transcript;
import thaw.files.Trees;
import thaw.fixture.FreePorts;
import thaw.fixture.Libraries;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;

/**
 * Process tests: a function beside an emulator that somebody else has written, and that emulator
 * beside Thaw's functions. The first run downloads MiniStack and clients.
 */
@Thorough("It downloads an emulator and clients; NameServerTest and EmulatorTest look at the parts")
@SideBySide
class EmulatorInRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {CodeUri: classes, Runtime: java25, MemorySize: 1769, Timeout: 60}}
      Resources:
        Orders: {Type: 'AWS::SQS::Queue', Properties: {QueueName: orders}}
        Shop: {Type: 'AWS::Serverless::Function', Properties: {Handler: 'com.example.Shop::sell'}}
        Hello: {Type: 'AWS::Serverless::Function', Properties: {Handler: 'com.example.Hello::greet'}}
        Again: {Type: 'AWS::Serverless::Function', Properties: {Handler: 'com.example.Hello::greet'}}
      """;

  private static final String HELLO =
      """
      package com.example;
      public class Hello {
        public String greet(Object event) {
          System.out.println("greeted " + event);
          return "hello from Thaw";
        }
      }
      """;

  /** No client knows anything of an endpoint. */
  private static final String SHOP =
      """
      package com.example;
      import com.amazonaws.services.stepfunctions.AWSStepFunctionsClientBuilder;
      import com.amazonaws.services.stepfunctions.model.ListStateMachinesRequest;
      import java.util.List;
      import java.util.Map;
      import software.amazon.awssdk.services.appconfigdata.AppConfigDataClient;
      import software.amazon.awssdk.services.cognitoidentityprovider.CognitoIdentityProviderClient;
      import software.amazon.awssdk.services.cognitoidentityprovider.model.AuthFlowType;
      import software.amazon.awssdk.services.lambda.LambdaClient;
      import software.amazon.awssdk.services.sfn.SfnClient;
      import software.amazon.awssdk.services.sqs.SqsClient;
      public class Shop {
        public List<String> sell(Map<String, String> event) {
          String session = AppConfigDataClient.create().startConfigurationSession(r -> r
              .applicationIdentifier(event.get("application"))
              .environmentIdentifier(event.get("environment"))
              .configurationProfileIdentifier(event.get("profile"))).initialConfigurationToken();
          return List.of(
              SfnClient.create().startSyncExecution(r -> r.stateMachineArn(event.get("machine"))).output(),
              AWSStepFunctionsClientBuilder.defaultClient().listStateMachines(new ListStateMachinesRequest())
                  .getStateMachines().get(0).getName(),
              CognitoIdentityProviderClient.create().initiateAuth(r -> r
                  .clientId(event.get("client")).authFlow(AuthFlowType.USER_PASSWORD_AUTH)
                  .authParameters(Map.of("USERNAME", "ann", "PASSWORD", "Secret-1")))
                  .authenticationResult().tokenType(),
              AppConfigDataClient.create().getLatestConfiguration(r -> r.configurationToken(session))
                  .configuration().asUtf8String(),
              SqsClient.create().listQueues().queueUrls().toString(),
              LambdaClient.create().invoke(r -> r.functionName("Hello")).payload().asUtf8String());
        }
      }
      """;

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final int port = FreePorts.next();
  private String python;
  private Process emulator;
  private RunProcess life;

  @BeforeEach
  void start() throws Exception {
    python = Python.apart("ministack", "ministack==1.4.21", "boto3==1.44.8");
    ProcessBuilder command = new ProcessBuilder(python, "-m", "ministack");
    command.environment().put("GATEWAY_PORT", "" + port);
    command.environment().put("HOME", folder.toString());
    Path log = folder.resolve("emulator.log");
    emulator = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Deadline.await(
        Duration.ofMinutes(1),
        "the emulator listens",
        () -> !emulator.isAlive() || FreePorts.isTaken(port));
    assertTrue(emulator.isAlive(), () -> text(log));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  private void run(String... sources) throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("template.yaml"), TEMPLATE);
    Path classes = project.resolve("classes");
    if (sources.length > 1) {
      Trees.copy(clients(), Files.createDirectories(classes.resolve("lib")));
    }
    Sources.compile(classes, sources);
    life =
        RunProcess.start(
            List.of(),
            FreePorts.next(),
            folder.resolve("run.log"),
            project.toString(),
            "--aws-endpoint",
            "http://localhost:" + port);
  }

  @AfterEach
  void end() throws Exception {
    if (life != null) {
      life.close();
    }
    if (emulator != null) {
      emulator.descendants().forEach(ProcessHandle::destroyForcibly);
      emulator.destroyForcibly().waitFor();
    }
    client.close();
  }

  /** AWS's clients of both versions; of version 1 one is enough. */
  private static Path clients() throws Exception {
    String two = "software.amazon.awssdk:%s:2.59.1";
    return Libraries.made(
        "emulator-clients",
        two.formatted("sfn"),
        two.formatted("cognitoidentityprovider"),
        two.formatted("appconfigdata"),
        two.formatted("sqs"),
        two.formatted("lambda"),
        "com.amazonaws:aws-java-sdk-stepfunctions:1.12.797");
  }

  private String script(String... arguments) throws Exception {
    Path script = Python.scripts(EmulatorInRunTest.class).resolve("emulated.py");
    Python.Run made =
        Python.run(
            Stream.concat(Stream.of(python, script.toString()), Stream.of(arguments)).toList());
    assertEquals(0, made.exit(), made.output());
    return made.output().strip();
  }

  @Test
  void clients_in_a_function_reach_the_emulator_and_thaws_own_services_by_awss_names()
      throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "needs mount namespaces");
    run(SHOP, HELLO);
    String event = script("make", "http://localhost:" + port);
    String answer =
        client.send(life.invocation("Shop", event).build(), BodyHandlers.ofString()).body();
    assertTrue(answer.startsWith("["), () -> answer + life.text());
    JsonNode got = JSON.readTree(answer);
    assertEquals("\"hello from a machine\"", got.path(0).asText());
    assertEquals("greeting", got.path(1).asText());
    assertEquals("Bearer", got.path(2).asText());
    assertEquals("{\"sale\":true}", got.path(3).asText());
    assertTrue(got.path(4).asText().matches("\\[[^,]*/orders]"), answer);
    assertEquals("\"hello from Thaw\"", got.path(5).asText());
    assertFalse(life.text().contains("which is not served here"), life::text);
    JsonNode hosts = JSON.readTree(get("/_thaw/data/addresses")).path("hosts");
    String routes =
        hosts
            .valueStream()
            .map(each -> each.path("hosts").asText() + " " + each.path("server").asText())
            .collect(Collectors.joining("; "));
    assertEquals(
        "sqs.*.amazonaws.com ElasticMQ; sts.*.amazonaws.com Thaw; lambda.*.amazonaws.com Thaw;"
            + " all others of AWS emulator",
        routes);
    String ps = Transcript.of("ps", "--port", life.port()).out();
    assertTrue(ps.contains("all others of AWS"), ps);
    assertTrue(ps.contains("http://localhost:" + port), ps);
  }

  private String get(String path) throws Exception {
    URI url = URI.create("http://127.0.0.1:" + life.port() + path);
    return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body();
  }

  @Test
  void event_sources_of_the_emulator_invoke_functions_here() throws Exception {
    run(HELLO);
    String thaw = "http://127.0.0.1:" + life.port();
    String page = Files.readString(Path.of("../docs/services.md"));
    String code = page.substring(page.indexOf("import boto3, json"), page.lastIndexOf("```"));
    String output =
        script(
            "invoke",
            "http://localhost:" + port,
            thaw,
            code.replace("http://host.docker.internal:3001", thaw));
    assertEquals("SUCCEEDED \"hello from Thaw\"", output, life::text);
    assertTrue(life.text().contains("a machine of theirs"), life::text);
    Deadline.await(
        Duration.ofMinutes(1),
        "the queue's message comes",
        () -> life.text().matches("(?s).*Again \\| greeted [^\n]*by a queue of theirs.*"));
  }
}
