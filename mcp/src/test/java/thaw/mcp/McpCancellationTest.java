package thaw.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.ListeningSocket;
import thaw.fixture.SideBySide;
import thaw.fixture.SmallFunction;

/** Cancelled requests and closed ends, by a client that is only lines of text. */
@Tag("linux")
@SideBySide
class McpCancellationTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private final List<JsonNode> received = new ArrayList<>();
  private Process server;
  private Writer requests;
  private BufferedReader answers;

  @BeforeEach
  void a_server() throws IOException {
    SmallFunction.write(folder);
    List<String> command = new ArrayList<>(List.of(McpProcess.java()));
    command.addAll(McpProcess.arguments(Files.createDirectory(folder.resolve("temporary"))));
    server = new ProcessBuilder(command).redirectError(folder.resolve("stderr").toFile()).start();
    requests = server.outputWriter(StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    send(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
        "capabilities":{},"clientInfo":{"name":"lines","version":"1"}}}\
        """);
    until(message -> message.path("id").asInt() == 1);
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  @AfterEach
  void its_end() {
    server.destroyForcibly();
  }

  @Test
  void it_listens_nowhere() {
    assertEquals(List.of(), ListeningSocket.of(server.toHandle()));
  }

  private void send(String line) throws IOException {
    requests.write(line + "\n");
    requests.flush();
  }

  /** Reads on; each line of standard output is a message of the protocol. */
  private JsonNode until(Predicate<JsonNode> wanted) throws IOException {
    while (true) {
      String line = answers.readLine();
      if (line == null) {
        throw new AssertionError(received + Files.readString(folder.resolve("stderr")));
      }
      JsonNode message = JSON.readTree(line);
      assertEquals("2.0", message.path("jsonrpc").asText(), line);
      received.add(message);
      if (wanted.test(message)) {
        return message;
      }
    }
  }

  private void begin_a_long_bench() throws IOException {
    send(
        """
        {"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"bench",\
        "arguments":{"source":"%s","runs":100000},"_meta":{"progressToken":"t"}}}\
        """
            .formatted(folder));
    until(message -> message.path("params").path("message").asText().contains("cold start 1 of"));
  }

  /** Folders of instances of the program, which have its processes' cgroups and files. */
  private List<String> instances() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("temporary"), 2)) {
      return all.filter(each -> folder.resolve("temporary").relativize(each).getNameCount() == 2)
          .filter(Files::isDirectory)
          .map(Path::toString)
          .toList();
    }
  }

  @Test
  void a_cancelled_job_ends_is_not_answered_and_the_next_one_has_its_turn() throws Exception {
    begin_a_long_bench();
    assertFalse(instances().isEmpty());
    send(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled",\
        "params":{"requestId":"long","reason":"enough"}}\
        """);
    send(
        """
        {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"invoke",\
        "arguments":{"source":"%s"}}}\
        """
            .formatted(folder));
    JsonNode invoked = until(message -> message.path("id").asInt() == 3);
    assertFalse(invoked.path("result").path("isError").asBoolean(), invoked.toString());
    assertTrue(
        received.stream().noneMatch(message -> message.path("id").asText().equals("long")),
        received.toString());
    requests.close();
    assertTrue(server.waitFor(2, TimeUnit.MINUTES));
    assertEquals(0, server.exitValue(), Files.readString(folder.resolve("stderr")));
    assertEquals(List.of(), instances());
    String errors = Files.readString(folder.resolve("stderr"));
    assertFalse(errors.contains("\tat "), errors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|null|-32700",
        "hello|null|-32700",
        "{\"jsonrpc\":\"2.0\",|null|-32700",
        "{} {}|null|-32700",
        "[]|null|-32600",
        "[{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}]|null|-32600",
        "7|null|-32600",
        "{}|null|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":9}|9|-32600",
        "{\"id\":\"a\",\"method\":\"ping\"}|\"a\"|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}|null|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":7}|9|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":[1]}|9|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":[]}}|9|-32603",
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"nothing\"}|9|-32601"
      })
  void what_is_no_request_is_answered_with_an_error_and_the_next_one_has_its_answer(
      String line, String id, int code) throws Exception {
    send(line);
    JsonNode refused = until(message -> message.has("error"));
    assertEquals(id, refused.path("id").toString());
    assertEquals(code, refused.path("error").path("code").asInt(), refused.toString());
    send("{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"ping\"}");
    assertTrue(until(message -> message.path("id").asInt() == 10).has("result"));
    requests.close();
    assertTrue(server.waitFor(2, TimeUnit.MINUTES));
    assertEquals(0, server.exitValue(), Files.readString(folder.resolve("stderr")));
  }

  @Test
  void deep_and_long_lines_end_nothing() throws Exception {
    send("[".repeat(100_000));
    assertEquals(-32700, until(each -> each.has("error")).path("error").path("code").asInt());
    send("\"" + "x".repeat(17 * 1024 * 1024) + "\"");
    assertEquals(-32600, until(each -> each.has("error")).path("error").path("code").asInt());
    send("{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"ping\"}");
    assertTrue(until(message -> message.path("id").asInt() == 10).has("result"));
  }

  @Test
  void a_client_that_goes_takes_its_job_with_it() throws Exception {
    begin_a_long_bench();
    requests.close();
    assertTrue(server.waitFor(2, TimeUnit.MINUTES));
    assertEquals(0, server.exitValue(), Files.readString(folder.resolve("stderr")));
    assertEquals(List.of(), instances());
  }
}
