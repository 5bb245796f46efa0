package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streamed responses that do not end well. In this JVM. */
class ChunkedStreamTest {
  private static Throwable stream(FakeRuntimeApi api, StreamingHandler handler) throws Throwable {
    RuntimeApiClient client = new RuntimeApiClient(api.authority());
    Event event = client.next();
    return new StreamingCall(handler).stream(event, null, client);
  }

  private static String error(IOException thrown) throws Throwable {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("1")) {
      stream(
          api,
          (event, response, context) -> {
            response.write('x');
            response.flush();
            throw thrown;
          });
      return api.take().trailers().get("lambda-runtime-function-error-body");
    }
  }

  /** Go's net/http takes no trailers that do not fit into 4 KiB together. */
  @ParameterizedTest
  @ValueSource(strings = {"short", "a", "\u00fc", "\u0001", "\ud83d\ude00"})
  void an_error_in_the_trailers_is_small(String repeated) throws Throwable {
    String message = repeated.equals("short") ? repeated : repeated.repeat(10_000);
    IOException thrown = new IOException(message);
    StackTraceElement frame = new StackTraceElement("example.Deep", "dig", "Deep.java", 7);
    StackTraceElement[] frames = new StackTraceElement[1000];
    Arrays.fill(frames, frame);
    thrown.setStackTrace(frames);

    String body = error(thrown);

    String json = new String(Base64.getDecoder().decode(body), StandardCharsets.UTF_8);
    assertTrue(body.length() <= 2800, body.length() + ": " + json);
    assertTrue(body.length() > 2500, body.length() + ": " + json);
    String start = "{\"errorMessage\":\"" + (repeated.equals("\u0001") ? "\\u0001" : repeated);
    assertTrue(json.startsWith(start), json);
    assertTrue(json.contains("\"stackTrace\":[\"" + frame + "\",\"" + frame + "\","), json);
    assertTrue(json.endsWith("\"" + frame + "\"]}"), json);
    assertTrue(json.indexOf('?') < 0, json);
  }

  @Test
  void what_the_handler_threw_is_kept_when_it_cannot_be_told() throws Throwable {
    IllegalStateException thrown = new IllegalStateException("the handler's own");
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("1").answer("/response", null)) {
      Throwable failure =
          stream(
              api,
              (event, response, context) -> {
                response.write('x');
                response.flush();
                throw thrown;
              });

      assertSame(thrown, failure);
      assertInstanceOf(RuntimeApiException.class, failure.getSuppressed()[0]);
    }
  }

  @Test
  void after_an_error_before_the_first_byte_none_can_be_written() throws Exception {
    AtomicReference<StreamedResponse> left = new AtomicReference<>();
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("1")) {
      assertThrows(
          IllegalStateException.class,
          () ->
              stream(
                  api,
                  (event, response, context) -> {
                    left.set(response);
                    throw new IllegalStateException("early");
                  }));

      assertThrows(IOException.class, () -> left.get().write('x'));
    }
  }

  @Test
  void after_a_connection_has_failed_nothing_can_be_written() throws Exception {
    // Bound and not listening: nobody answers there, and no other test can take the port meanwhile.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      ChunkedStream response =
          new RuntimeApiClient("127.0.0.1:" + taken.getLocalPort()).stream("id-1");
      response.write('x');

      assertThrows(RuntimeApiException.class, response::complete);

      assertThrows(IOException.class, () -> response.write('x'));
    }
  }

  @Test
  void a_response_is_taken_even_if_the_body_of_the_answer_does_not_come() throws Throwable {
    String cutOff = "HTTP/1.1 202 Accepted\r\nContent-Length: 15\r\n\r\n{";
    try (FakeRuntimeApi api =
        new FakeRuntimeApi().event("1").answer("/response", cutOff, true, 100)) {
      assertEquals(null, stream(api, (event, response, context) -> response.write('x')));
    }
  }
}
