package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Responses that leave while they are written. */
@SuppressWarnings("try") // Functions run for as long as they are open.
class StreamedResponsesTest {
  @Test
  void a_response_leaves_in_the_pieces_that_the_handler_flushes() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"all\"").event("\"all\"");
        Function function = Function.of("example.StreamHandlers$Streaming").at(api)) {
      FakeRuntimeApi.Request response = api.take();

      assertEquals("/invocation/id-1/response", response.path());
      assertEquals("streaming", response.field("Lambda-Runtime-Function-Response-Mode"));
      assertEquals("text/plain", response.field("Content-Type"));
      assertEquals("one two " + "\0".repeat(20_000), response.body());
      assertEquals(5, response.chunks());
      assertTrue(response.trailers().isEmpty());
      FakeRuntimeApi.Request second = api.take();
      assertEquals("/invocation/id-2/response", second.path());
      assertEquals(response.connection(), second.connection());
      assertEquals("", function.printed());
    }
  }

  @Test
  void a_response_of_http_begins_with_its_status_and_fields() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"http\"");
        Function function = Function.of("example.StreamHandlers$Streaming").at(api)) {
      FakeRuntimeApi.Request response = api.take();

      assertEquals(
          "application/vnd.awslambda.http-integration-response", response.field("Content-Type"));
      assertEquals(
          "{\"statusCode\":201,\"headers\":{\"X-Kind\":\"a \\\"b\\\"\"}}" + "\0".repeat(8) + "body",
          response.body());
      assertEquals("", function.printed());
    }
  }

  @Test
  void an_empty_response_is_one() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"nothing\"");
        Function function = Function.of("example.StreamHandlers$Streaming").at(api)) {
      FakeRuntimeApi.Request response = api.take();

      assertEquals("/invocation/id-1/response", response.path());
      assertEquals("", response.body());
      assertEquals("", function.printed());
    }
  }

  @Test
  void an_error_before_the_first_byte_is_like_any_other() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"early\"").event("\"all\"");
        Function function = Function.of("example.StreamHandlers$Streaming").at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/invocation/id-1/error", error.path());
      assertNull(error.field("Lambda-Runtime-Function-Response-Mode"));
      assertTrue(error.body().contains("before a byte has left"), error.body());
      assertEquals("/invocation/id-2/response", api.take().path());
      function.printed("before a byte has left");
    }
  }

  @Test
  void an_error_in_the_middle_is_in_the_trailers() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"late\"").event("\"all\"");
        Function function = Function.of("example.StreamHandlers$Streaming").at(api)) {
      FakeRuntimeApi.Request response = api.take();

      assertEquals("/invocation/id-1/response", response.path());
      assertEquals("one two ", response.body());
      assertEquals(
          "Runtime.UserException", response.trailers().get("lambda-runtime-function-error-type"));
      String body =
          new String(
              Base64.getDecoder()
                  .decode(response.trailers().get("lambda-runtime-function-error-body")),
              StandardCharsets.UTF_8);
      assertTrue(body.startsWith("{\"errorMessage\":\"in the middle\","), body);
      assertEquals("/invocation/id-2/response", api.take().path());
      function.printed("in the middle");
    }
  }
}
