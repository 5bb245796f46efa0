package thaw.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.SourceChoice;
import thaw.app.run.RunJob;
import thaw.app.run.RunListener;
import thaw.app.run.RunRequest;
import thaw.app.run.Server;
import thaw.fixture.SideBySide;
import thaw.fixture.SmallFunction;
import thaw.sandbox.SandboxHost;

/** What a coding assistant and {@code thaw mcp} say to each other, with the SDK's own client. */
@Tag("linux")
@SideBySide
class McpTranscriptTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir static Path folder;

  private static final List<String> STDERR = Collections.synchronizedList(new ArrayList<>());
  private static final List<McpSchema.ProgressNotification> PROGRESS =
      Collections.synchronizedList(new ArrayList<>());
  private static final List<String> LOGGED = Collections.synchronizedList(new ArrayList<>());
  private static McpSyncClient client;

  @BeforeAll
  static void a_client_of_a_server() throws Exception {
    SmallFunction.write(folder);
    StdioClientTransport transport =
        new StdioClientTransport(
            ServerParameters.builder(McpProcess.java()).args(McpProcess.arguments(folder)).build(),
            new JacksonMcpJsonMapper(JsonMapper.builder().build()));
    transport.setStdErrorHandler(STDERR::add);
    client =
        McpClient.sync(transport)
            .requestTimeout(PATIENCE)
            .initializationTimeout(Duration.ofMinutes(1))
            .jsonSchemaValidator(ToolServer.UNCHECKED)
            .progressConsumer(PROGRESS::add)
            .loggingConsumer(message -> LOGGED.add(message.data()))
            .build();
    McpSchema.InitializeResult begun = client.initialize();
    assertEquals("thaw", begun.serverInfo().name());
    assertNotNull(begun.capabilities().tools());
    assertNotNull(begun.capabilities().resources());
    assertTrue(begun.instructions().contains("before you edit"), begun.instructions());
  }

  @AfterAll
  static void the_end() {
    assertTrue(client.closeGracefully());
    assertTrue(STDERR.stream().noneMatch(line -> line.startsWith("\tat ")), STDERR.toString());
  }

  private static McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(
        new McpSchema.CallToolRequest(tool, arguments, Map.of("progressToken", tool)));
  }

  private static String text(McpSchema.CallToolResult result) {
    return result.content().stream()
        .filter(McpSchema.TextContent.class::isInstance)
        .map(each -> ((McpSchema.TextContent) each).text())
        .collect(Collectors.joining("\n"));
  }

  private static String good(McpSchema.CallToolResult result) {
    assertFalse(result.isError(), text(result));
    return text(result);
  }

  private static void assertMistake(McpSchema.CallToolResult result, String cause, String remedy) {
    assertTrue(result.isError());
    assertEquals(cause + "\nRemedy: " + remedy, text(result));
  }

  /** The resource that a result links to. */
  private static JsonNode linked(McpSchema.CallToolResult result, String name) throws Exception {
    McpSchema.ResourceLink link =
        result.content().stream()
            .filter(McpSchema.ResourceLink.class::isInstance)
            .map(McpSchema.ResourceLink.class::cast)
            .filter(each -> each.uri().endsWith("/" + name))
            .findFirst()
            .orElseThrow();
    assertTrue(
        client.listResources().resources().stream()
            .anyMatch(each -> each.uri().equals(link.uri())));
    McpSchema.ReadResourceResult read =
        client.readResource(new McpSchema.ReadResourceRequest(link.uri()));
    return new ObjectMapper()
        .readTree(((McpSchema.TextResourceContents) read.contents().getFirst()).text());
  }

  @Test
  void the_tools_are_described_with_their_arguments() {
    List<McpSchema.Tool> tools = client.listTools().tools();
    assertEquals(
        List.of("bench", "fix", "invoke", "logs", "trace", "why"),
        tools.stream().map(McpSchema.Tool::name).sorted().toList());
    for (McpSchema.Tool tool : tools) {
      assertFalse(tool.description().isBlank());
      assertEquals("object", tool.inputSchema().get("type"));
      assertEquals(false, tool.inputSchema().get("additionalProperties"));
      ((Map<?, ?>) tool.inputSchema().get("properties"))
          .forEach((name, property) ->
              assertTrue(((Map<?, ?>) property).get("description") instanceof String, "" + name));
    }
  }

  /** Clients run without a question what is said to be read only. */
  @Test
  void hints_say_what_a_tool_does_to_the_world() {
    Map<String, List<Boolean>> readsDestroysReaches =
        Map.of(
            "bench", List.of(false, false, true),
            "fix", List.of(false, true, true),
            "invoke", List.of(false, false, true),
            "logs", List.of(true, false, false),
            "trace", List.of(true, false, false),
            "why", List.of(false, false, true));
    Map<String, List<Boolean>> told =
        client.listTools().tools().stream()
            .collect(
                Collectors.toMap(
                    McpSchema.Tool::name,
                    tool ->
                        List.of(
                            tool.annotations().readOnlyHint(),
                            tool.annotations().destructiveHint(),
                            tool.annotations().openWorldHint())));
    assertEquals(readsDestroysReaches, told);
  }

  @Test
  void a_file_that_is_no_event_is_not_quoted() throws Exception {
    Path secret =
        Files.writeString(folder.resolve("shadow"), "swordfish:$6$x:19000:0:99999:7:::\n");
    Map<String, Object> event = Map.of("source", folder.toString(), "event", secret.toString());
    assertMistake(
        call("invoke", event),
        "the event is not JSON: " + secret + ", line 1 column 1",
        "mend it there: Lambda refuses an event that is not JSON");
    String baseline =
        text(call("bench", Map.of("source", folder.toString(), "baseline", secret.toString())));
    assertTrue(baseline.contains("shadow"), baseline);
    assertFalse(baseline.contains("swordfish"), baseline);
  }

  @Test
  void a_bench_answers_with_figures_and_its_result_is_a_resource() throws Exception {
    McpSchema.CallToolResult result =
        call("bench", Map.of("source", folder.toString(), "runs", 2, "event", Map.of("name", "x")));
    String text = good(result);
    assertTrue(text.contains("Hello"), text);
    assertTrue(text.contains(" ms"), text);
    assertFalse(text.contains("\u001b"), text);
    JsonNode summary = linked(result, "summary.json");
    assertTrue(summary.path("variants").isArray(), summary.toString());
    List<McpSchema.ProgressNotification> steps =
        List.copyOf(PROGRESS).stream()
            .filter(each -> each.progressToken().equals("bench"))
            .toList();
    assertTrue(
        steps.stream().anyMatch(each -> each.message().equals("Hello: cold start 2 of 2")),
        steps.toString());
    for (int i = 1; i < steps.size(); i++) {
      assertTrue(steps.get(i - 1).progress() < steps.get(i).progress(), steps.toString());
    }
  }

  @Test
  void two_builds_are_compared_and_what_too_few_starts_tell_is_open() throws Exception {
    String source = folder.toString();
    McpSchema.CallToolResult result =
        call("bench", Map.of("source", source, "against", source, "runs", 2, "most_runs", 2));
    String text = good(result);
    assertTrue(text.contains("gate\nCompared with "), text);
    assertTrue(text.contains("Open: "), text);
    assertTrue(linked(result, "gate.json").path("open").asBoolean());
    assertMistake(
        call("bench", Map.of("source", source, "explain", true)),
        "--explain needs a second build",
        "name it with --against; to compare with a stored result, thaw why --compare needs its"
            + " why.json");
  }

  @Test
  void an_explanation_is_text_and_a_resource() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    McpSchema.CallToolResult result = call("why", Map.of("source", folder.toString(), "runs", 1));
    assertTrue(good(result).contains("Hello"), text(result));
    assertTrue(linked(result, "why.json").isObject());
    assertTrue(
        List.copyOf(LOGGED).stream().anyMatch(line -> line.startsWith("Hello gets the event {}")),
        LOGGED.toString());
  }

  @Test
  void an_invocation_answers_with_response_and_log() {
    String text =
        good(
            call(
                "invoke",
                Map.of("source", folder.toString(), "function", "Hello", "event", "{\"name\":7}")));
    assertTrue(text.startsWith("Response: {\"said\":\"hello\"}\nLog:\n"), text);
    assertTrue(text.contains("greets 7\n"), text);
    assertTrue(text.contains("REPORT RequestId: "), text);
  }

  @Test
  void what_is_wrong_is_said_with_its_remedy() {
    String source = folder.toString();
    for (String tool : List.of("why", "fix", "invoke")) {
      assertMistake(
          call(tool, Map.of("source", source, "function", "Helo")),
          "no function has the name Helo",
          "use one of: Hello");
    }
    McpSchema.CallToolResult unknown =
        call("bench", Map.of("source", source, "function", "Helo", "runs", 1));
    assertTrue(unknown.isError());
    assertTrue(
        text(unknown).contains("Helo") && text(unknown).contains("\nRemedy: "), text(unknown));
    assertMistake(
        call("bench", Map.of("source", source, "run", 2)), "bench has no argument run", "use runs");
    assertMistake(
        call("bench", Map.of("source", source, "runs", "two")),
        "runs of bench must be a whole number: \"two\"",
        "give a whole number, or leave it out");
    assertMistake(
        call("bench", Map.of("source", source, "runs", 0)),
        "--runs must be at least 1: 0",
        "use for example --runs 30");
    assertMistake(
        call("invoke", Map.of("source", source, "event", "-")),
        "the event is empty: -",
        "give one JSON value, such as {}");
    assertMistake(
        call("fix", Map.of("source", source, "remedies", "some")),
        "some is not a value of remedies",
        "use one of: safe, reviewed, all");
    assertMistake(
        call("fix", Map.of("source", source, "remedies", "safe", "only", List.of("class-archive"))),
        "only and remedies exclude each other",
        "give one of them");
    String unknownRemedy =
        text(call("fix", Map.of("source", source, "only", List.of("class-archiv"))));
    assertTrue(
        unknownRemedy.startsWith("there is no remedy class-archiv\nRemedy: name one of: "),
        unknownRemedy);
    assertMistake(
        call("fix", Map.of("undo", true)),
        "undo needs a result",
        "give the folder that fix has written");
  }

  @Test
  void logs_and_traces_are_those_of_a_thaw_run_of_this_machine() throws Exception {
    String home = System.getProperty("user.home");
    System.setProperty("user.home", McpProcess.HOME.toString());
    try (Server server =
        RunJob.start(RunRequest.of(SourceChoice.of(folder)), new RunListener() {})) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create(server.url() + "/2015-03-31/functions/Hello/invocations"))
              .timeout(PATIENCE)
              .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"traced\"}"))
              .build();
      try (HttpClient http = HttpClient.newHttpClient()) {
        http.send(request, HttpResponse.BodyHandlers.ofString());
      }
      int port = URI.create(server.url()).getPort();
      assertTrue(logs(port).contains("greets traced"));
      assertMistake(
          call("logs", Map.of("port", port, "function", "Helo")),
          "unknown function: Helo",
          "use thaw logs Hello");
      String trace = good(call("trace", Map.of("port", port)));
      assertTrue(trace.startsWith("request "), trace);
      assertTrue(trace.contains("Invocation"), trace);
      assertMistake(
          call("trace", Map.of("port", port, "request_id", "none")),
          "no trace of the request none is kept",
          "take an id of the last 1,000 requests, as START has it in the function's log");
    } finally {
      System.setProperty("user.home", home);
    }
  }

  /** They come to the file a moment after the response. */
  private static String logs(int port) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String text = "";
    while (!text.contains("REPORT ") && System.nanoTime() < deadline) {
      text = good(call("logs", Map.of("port", port, "function", "Hello", "lines", 50)));
    }
    return text;
  }
}
