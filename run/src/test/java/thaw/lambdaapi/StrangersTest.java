package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.PlatformLimits;
import thaw.pool.life.EnvironmentObservation;
import thaw.problem.UserMistake;
import thaw.store.Store;

/** What a web page of another site can do with any operation of the API: nothing. */
@SideBySide
public class StrangersTest {
  @TempDir Path folder;
  private final List<EnvironmentObservation> observed =
      Collections.synchronizedList(new ArrayList<>());
  private final List<String> prepared = Collections.synchronizedList(new ArrayList<>());
  private final List<Exception> problems = Collections.synchronizedList(new ArrayList<>());
  private RealRuntime real;
  private Platform platform;
  private Store kept;
  private EventQueue events;
  private LambdaApi api;

  @BeforeEach
  void open() {
    real = RealRuntime.open(folder);
    platform =
        new Platform(
            real.instance(),
            List.of(function(folder)),
            PlatformLimits.defaults(),
            definition -> {
              prepared.add(definition.name());
              throw new UserMistake("not to be run", "none");
            },
            observed::add,
            problems::add,
            System::nanoTime);
    kept = Queues.memory();
    events = Queues.of(platform, kept, problems::add);
    api = LambdaApi.open(platform, events, "127.0.0.1", 0, problems::add);
  }

  public static FunctionDefinition function(Path folder) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("f")
        .name("f")
        .code(new CodeSource.Folder(folder))
        .handler("none")
        .runtime("provided.al2023")
        .memory(new MemorySize(128))
        .timeout(Duration.ofSeconds(3))
        .build();
  }

  @AfterEach
  void close() {
    api.close();
    events.close();
    platform.close();
    kept.close();
    real.close();
    assertEquals(List.of(), problems);
  }

  private String ask(String method, String target, String fields) throws IOException {
    String body = method.equals("GET") ? "" : "{\"FunctionName\": \"g\"}";
    try (Socket socket = new Socket("127.0.0.1", api.port())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              (method
                      + " "
                      + target
                      + " HTTP/1.1\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                      + fields
                      + "Content-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: localhost:PORT\r\nOrigin: http://evil.example\r\n",
        "Host: localhost:PORT\r\nOrigin: null\r\n",
        "Host: evil.example:PORT\r\n",
        "Host: evil.example:PORT\r\nOrigin: http://evil.example:PORT\r\n",
        "Host: localhost:PORT\r\nSec-Fetch-Site: cross-site\r\n",
        "Host: localhost:PORT\r\nSec-Fetch-Site: same-site\r\n",
        "Host: x.execute-api.localhost:PORT\r\nOrigin: http://evil.example\r\n",
        "Host: x.execute-api.evil.example:PORT\r\n",
        "Host: x.lambda-url.us-east-1.localhost:PORT\r\nOrigin: http://evil.example\r\n",
        "Host: x.lambda-url.evil.example:PORT\r\n"
      })
  void no_operation_listens_to_another_sites_page(String attempt) throws IOException {
    String fields = attempt.replace("PORT", "" + api.port());
    List<String> operations = new ArrayList<>();
    for (Operation operation : api.operations().all()) {
      operations.add(operation.name());
      String target = operation.template().replaceAll("\\{[^}]+}", "f");
      String answer = ask(operation.method(), target, fields);
      assertTrue(answer.startsWith("HTTP/1.1 403 "), operation + ": " + answer);
      assertTrue(answer.contains("{\"message\":\""), operation + ": " + answer);
    }
    assertTrue(operations.contains("Invoke"), operations.toString());
    assertTrue(operations.contains("CreateFunction"), operations.toString());
    assertEquals(List.of(), observed);
    assertEquals(List.of(), prepared);
    assertEquals(1, platform.catalog().all().size());
    assertTrue(platform.catalog().find("f").isPresent());
  }

  /** AWS's clients send neither of the two fields. */
  @Test
  void programs_are_listened_to() throws IOException {
    for (Operation operation : api.operations().all()) {
      if (operation.method().equals("GET")) {
        String target = operation.template().replaceAll("\\{[^}]+}", "none");
        String answer = ask("GET", target, "Host: 127.0.0.1:" + api.port() + "\r\n");
        assertFalse(answer.startsWith("HTTP/1.1 403 "), operation + ": " + answer);
      }
    }
    assertEquals(Optional.empty(), platform.catalog().find("none"));
  }
}
