package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hooks of org.crac around a snapshot, as {@code snap-start} has them. */
@SuppressWarnings("try") // Functions run for as long as they are open.
class SnapshotHooksTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private static Function.Start start() {
    return Function.of("example.Hooked$Twice")
        .with("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start")
        .onClassPath(java.nio.file.Path.of(Function.place(org.crac.Core.class)));
  }

  @Test
  void hooks_run_backwards_before_it_and_forwards_after_it() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"");
        Function function = start().at(api)) {
      assertEquals("/restore/next", api.takeAny().path());
      assertEquals("/invocation/next", api.takeAny().path());
      assertEquals("\"a\"", api.take().body());
      assertEquals("before second\nbefore first\nafter first\nafter second\n", function.printed());
    }
  }

  @Test
  void a_connection_that_the_snapshot_has_cut_is_replaced() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi().answer("/restore/next", null).answer("/restore/next", OK);
        Function function = start().at(api)) {
      FakeRuntimeApi.Request first = api.takeAny();
      FakeRuntimeApi.Request second = api.takeAny();

      assertEquals("/restore/next", first.path());
      assertEquals("/restore/next", second.path());
      assertNotEquals(first.connection(), second.connection());
      assertEquals("/invocation/next", api.takeAny().path());
      function.printed("after second");
    }
  }

  @Test
  void a_hook_that_fails_before_it_ends_the_environment() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi();
        Function function = start().with("FAILING_HOOK", "before second").at(api)) {
      FakeRuntimeApi.Request error = api.takeAny();

      assertEquals("/init/error", error.path());
      assertEquals(
          "Runtime.BeforeCheckpointError", error.field("Lambda-Runtime-Function-Error-Type"));
      assertEquals(64, function.ended());
      // All hooks are told, and what they throw is logged.
      function.printed("before second\nbefore first\n");
      function.printed("Suppressed: java.lang.IllegalStateException: hook second");
    }
  }

  @Test
  void a_hook_that_fails_after_it_ends_the_environment() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi();
        Function function = start().with("FAILING_HOOK", "after first").at(api)) {
      assertEquals("/restore/next", api.takeAny().path());
      FakeRuntimeApi.Request error = api.takeAny();

      assertEquals("/restore/error", error.path());
      assertEquals("Runtime.AfterRestoreError", error.field("Lambda-Runtime-Function-Error-Type"));
      assertEquals(
          "com.amazonaws.services.lambda.crac.RestoreException",
          error.body().replaceFirst(".*\"errorType\":\"([^\"]+)\".*", "$1"));
      assertEquals(64, function.ended());
      function.printed("after first\nafter second\n");
    }
  }

  @Test
  void a_restore_that_is_refused_ends_the_environment() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .answer("/restore/next", "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n");
        Function function = start().at(api)) {
      assertEquals("/restore/next", api.takeAny().path());
      assertEquals("/init/error", api.takeAny().path());
      assertEquals(64, function.ended());
    }
  }

  @ParameterizedTest
  @CsvSource({"before second,/init/error", "after first,/restore/error"})
  void an_error_of_a_hook_that_is_refused_ends_the_environment_all_the_same(
      String hook, String path) throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi().answer(path, "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n");
        Function function = start().with("FAILING_HOOK", hook).at(api)) {
      assertEquals(64, function.ended());
      function.printed("Response code: '403'.");
    }
  }

  @Test
  void without_snap_start_no_hook_runs() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"");
        Function function = start().with("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand").at(api)) {
      assertEquals("/invocation/next", api.takeAny().path());
      assertEquals("\"a\"", api.take().body());
      assertEquals("", function.printed());
    }
  }
}
