package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Several events at a time. */
@SuppressWarnings("try") // Functions run for as long as they are open.
class ConcurrentLoopsTest {
  @Test
  void threads_serve_events_at_a_time_and_survive_errors() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .event("\"fatal\"", "Lambda-Runtime-Trace-Id: Root=1")
                .event("\"b\"", "Lambda-Runtime-Trace-Id: Root=2")
                .event("\"c\"");
        Function function =
            Function.of("example.Meeting").with("AWS_LAMBDA_MAX_CONCURRENCY", "2").at(api)) {
      Map<String, String> answers = new TreeMap<>();
      for (int i = 0; i < 3; i++) {
        FakeRuntimeApi.Request answer = api.take();
        answers.put(answer.path(), answer.body().replaceFirst(",.*", ""));
      }
      assertEquals(
          Map.of(
              "/invocation/id-1/error",
              "{\"errorMessage\":\"not for others\"",
              "/invocation/id-2/response",
              "\"met id-2 null\"",
              "/invocation/id-3/response",
              "\"met id-3 null\""),
          answers);
      function.printed("Starting 2 concurrent function handler threads.");
      function.printed("java.lang.OutOfMemoryError: not for others");
    }
  }

  @Test
  void threads_end_when_the_runtime_api_refuses_again_and_again() throws Exception {
    FakeRuntimeApi api = new FakeRuntimeApi();
    for (int i = 0; i < 10; i++) {
      api.answer("/next", "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
    }
    try (api;
        Function function =
            Function.of("example.Meeting").with("AWS_LAMBDA_MAX_CONCURRENCY", "2").at(api)) {
      assertEquals(0, function.ended());
      function.printed("could not get the next event");
    }
  }

  @Test
  void a_number_that_is_none_ends_the_process() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi();
        Function function =
            Function.of("example.Meeting").with("AWS_LAMBDA_MAX_CONCURRENCY", "many").at(api)) {
      assertEquals(1, function.ended());
      function.printed("User configured AWS_LAMBDA_MAX_CONCURRENCY is invalid.");
    }
  }
}
