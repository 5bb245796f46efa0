package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a failing function tells the Runtime API, and how its process ends. */
@SuppressWarnings("try") // Functions run for as long as they are open.
class ErrorsTest {
  @Test
  void an_exception_is_told_without_the_clients_frames() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"").event("\"b\"");
        Function function = Function.of("example.Broken$Throwing").at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/invocation/id-1/error", error.path());
      assertTrue(
          error
              .body()
              .matches(
                  "\\{\"errorMessage\":\"no \u00fc \\\\\"here\\\\\"\","
                      + "\"errorType\":\"java.lang.IllegalStateException\",\"stackTrace\":"
                      + "\\[\"example.Broken\\$Throwing.handleRequest\\(Broken.java:\\d+\\)\","
                      + "\"example.Broken\\$Throwing.handleRequest\\(Broken.java:\\d+\\)\"\\]\\}"),
          error.body());
      assertEquals("Runtime.UserException", error.field("Lambda-Runtime-Function-Error-Type"));
      assertTrue(
          error
              .field("Lambda-Runtime-Function-XRay-Error-Cause")
              .matches(
                  "\\{\"working_directory\":\"[^\"]+\",\"exceptions\":\\[\\{\"message\":"
                      + "\"no \\\\u00fc \\\\\"here\\\\\"\",\"type\":"
                      + "\"java.lang.IllegalStateException\",\"stack\":\\["
                      + "\\{\"label\":\"handleRequest\",\"path\":\"Broken.java\",\"line\":\\d+},"
                      + "\\{\"label\":\"handleRequest\",\"path\":\"Broken.java\",\"line\":\\d+}"
                      + "\\]}\\],\"paths\":\\[\"Broken.java\"\\]}"),
          error.field("Lambda-Runtime-Function-XRay-Error-Cause"));
      assertEquals("/invocation/id-2/error", api.take().path());
      String printed = function.printed("Caused by");
      assertTrue(
          printed.startsWith(
              "no \u00fc \"here\": java.lang.IllegalStateException\n"
                  + "java.lang.IllegalStateException: no \u00fc \"here\"\n"
                  + "\tat example.Broken$Throwing.handleRequest(Broken.java:"),
          printed);
      assertTrue(printed.contains("Caused by: java.io.IOException: the cause\n"), printed);
      assertFalse(printed.contains("thaw.runtime"), printed);
    }
  }

  @Test
  void an_exception_without_a_message_is_called_by_its_class() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"");
        Function function = Function.of("example.Broken$WithoutMessage").at(api)) {
      String body = api.take().body();

      assertTrue(
          body.startsWith(
              "{\"errorMessage\":\"java.lang.UnsupportedOperationException\","
                  + "\"errorType\":\"java.lang.UnsupportedOperationException\","),
          body);
    }
  }

  @Test
  void a_method_throws_what_it_throws() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"");
        Function function = Function.of("example.Plain::failing").at(api)) {
      String body = api.take().body();

      assertTrue(
          body.startsWith(
              "{\"errorMessage\":\"cannot a\",\"errorType\":\"java.io.IOException\","
                  + "\"stackTrace\":[\"example.Plain.failing(Plain.java:"),
          body);
    }
  }

  @Test
  void a_constructor_that_throws_is_an_error_of_the_init_phase() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi();
        Function function = Function.of("example.Broken$InConstructor").at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/init/error", error.path());
      assertEquals(
          "{\"errorMessage\":\"not today\",\"errorType\":\"java.lang.IllegalArgumentException\"}",
          error.body());
      assertEquals("Runtime.BadFunctionCode", error.field("Lambda-Runtime-Function-Error-Type"));
      assertNull(error.field("Lambda-Runtime-Function-XRay-Error-Cause"));
      assertEquals(1, function.ended());
      assertTrue(
          function.printed().startsWith("not today: java.lang.IllegalArgumentException\n"),
          function.printed());
    }
  }

  @Test
  void a_class_that_cannot_be_initialised_is_an_error_of_the_init_phase() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi();
        Function function = Function.of("example.Broken$InStatic").at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/init/error", error.path());
      assertEquals(
          "{\"errorMessage\":\"Error loading class example.Broken$InStatic\","
              + "\"errorType\":\"java.lang.ExceptionInInitializerError\"}",
          error.body());
      assertEquals(1, function.ended());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.Broken$OutOfMemory", "example.Broken$OutOfDisk"})
  void after_a_fatal_error_the_process_ends(String handler) throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"").event("\"b\"");
        Function function = Function.of(handler).at(api)) {
      assertEquals("/invocation/id-1/error", api.take().path());
      assertEquals(0, function.ended());
    }
  }

  @Test
  void a_response_that_is_too_large_is_an_error_of_the_invocation() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .event("\"a\"")
                .event("\"b\"")
                .answer("/id-1/response", "HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n");
        Function function = Function.of("example.ValueHandlers$Greeting").at(api)) {
      assertEquals("/invocation/id-1/response", api.take().path());
      FakeRuntimeApi.Request error = api.take();
      assertEquals("/invocation/id-1/error", error.path());
      assertTrue(
          error
              .body()
              .startsWith(
                  "{\"errorMessage\":\"Failed to post invocation response."
                      + " Response code: '413'.\""),
          error.body());
      assertEquals("\"hello b\"", api.take().body());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"400 Bad", "403 State"})
  void a_response_that_is_too_large_may_have_ended_its_invocation(String refusal) throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .event("\"a\"")
                .event("\"b\"")
                .answer("/id-1/response", "HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n")
                .answer("/id-1/error", "HTTP/1.1 " + refusal + "\r\nContent-Length: 0\r\n\r\n");
        Function function = Function.of("example.ValueHandlers$Greeting").at(api)) {
      assertEquals("/invocation/id-1/response", api.take().path());
      assertEquals("/invocation/id-1/error", api.take().path());
      assertEquals("\"hello b\"", api.take().body());
      function.printed("Failed to post invocation response. Response code: '413'.");
    }
  }

  @Test
  void an_error_of_the_init_phase_that_is_refused_ends_the_process_all_the_same() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .answer("/init/error", "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n");
        Function function = Function.of("example.Broken$Busy").at(api)) {
      assertEquals("/init/error", api.take().path());
      assertEquals(1, function.ended());
      function.printed("not today");
      function.printed("Response code: '403'.");
    }
  }

  @Test
  void a_runtime_api_that_refuses_ends_the_process() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi().answer("/next", "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno");
        Function function = Function.of("example.ValueHandlers$Greeting").at(api)) {
      assertEquals(1, function.ended());
      function.printed("Failed to get next. Response code: '500'.");
    }
  }

  @Test
  void an_error_that_is_refused_ends_the_process() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .event("\"a\"")
                .answer("/error", "HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n");
        Function function = Function.of("example.Broken$Throwing").at(api)) {
      assertEquals(1, function.ended());
      function.printed("Response code: '400'.");
    }
  }
}
