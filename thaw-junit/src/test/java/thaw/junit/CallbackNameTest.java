package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import thaw.junit.durable.DurableExecution;
import thaw.junit.program.LambdaClient;
import thaw.program.ThawException;

/** AWS's SDKs put the callback that a function waits for by one call into a context of its name. */
class CallbackNameTest {
  private static final Duration PATIENCE = Duration.ofMillis(1);

  private static final String HISTORY =
      """
      {"Events": [
        {"EventType": "ContextStarted", "Id": "1", "Name": "approval"},
        {"EventType": "CallbackStarted", "Id": "1-1", "ParentId": "1", "Name": "approval-callback",
          "CallbackStartedDetails": {"CallbackId": "late"}},
        {"EventType": "CallbackTimedOut", "Id": "1-1", "ParentId": "1", "Name": "approval-callback",
          "CallbackTimedOutDetails": {}},
        {"EventType": "ContextFailed", "Id": "1", "Name": "approval", "ContextFailedDetails": {}},
        {"EventType": "CallbackStarted", "Id": "2", "Name": "payment",
          "CallbackStartedDetails": {"CallbackId": "paid"}},
        {"EventType": "ContextStarted", "Id": "3", "Name": "approval"},
        {"EventType": "CallbackStarted", "Id": "3-1", "ParentId": "3", "Name": "approval-callback",
          "CallbackStartedDetails": {"CallbackId": "open"}}]}
      """;

  private HttpServer api;
  private DurableExecution execution;

  @BeforeEach
  void serve() throws IOException {
    api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    api.createContext(
        "/",
        exchange -> {
          byte[] body = HISTORY.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    api.start();
    String url = "http://127.0.0.1:" + api.getAddress().getPort();
    execution = new DurableExecution(new LambdaClient(url), "arn");
  }

  @AfterEach
  void stop() {
    api.stop(0);
  }

  @Test
  void a_callback_has_the_name_of_its_operation_or_of_the_context_around_it() {
    assertEquals("paid", execution.callback("payment", PATIENCE).id());
    assertEquals("open", execution.callback("approval", PATIENCE).id());
    assertEquals("open", execution.callback("approval-callback", PATIENCE).id());
    assertThrows(ThawException.class, () -> execution.callback("refund", PATIENCE));
  }
}
