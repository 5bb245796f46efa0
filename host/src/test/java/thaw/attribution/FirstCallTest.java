package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a first invocation does that init could have done. */
class FirstCallTest {
  private static final String UNPRIMED =
      Stubs.handler(
          """
            private static final DynamoDbClient CLIENT = DynamoDbClient.create();
            public String handleRequest(String event, Context context) {
              return answer(event);
            }
            static String answer(String event) {
              return String.valueOf(CLIENT.putItem(event));
            }
          """);
  private static final String PRIMED =
      UNPRIMED.replace("create();", "create(); static { answer(\"nothing\"); }");
  private static final String HOOKED =
      UNPRIMED.replace(
          "create();", "create(); public void beforeCheckpoint(Object c) { answer(\"nothing\"); }");
  private static final String ENGINE =
      "package org.lib; public class Engine {"
          + " public static Object create(Object o) { return null; } }";
  private static final String LAZY =
      Stubs.handler(
          """
            private Object json;
            public String handleRequest(String event, Context context) {
              if (json == null) {
                json = org.lib.Engine.create(event);
              }
              return event;
            }
          """);

  @TempDir private Path folder;

  @Test
  void a_first_call_that_init_could_have_made_is_found_with_what_priming_would_bring()
      throws IOException {
    Finding found = called(UNPRIMED).finding("unprimed-first-call");

    assertEquals("example.Handler.answer(Handler.java:13)", found.place());
    // 100 ms of wall time for 50 on a CPU; a later call takes a tenth.
    assertEquals(50 * 0.9 * 171 / 195, found.lowMillis(), 0.01);
    assertEquals((100 - 50 / 1.5) * 0.9, found.highMillis(), 0.01);
    assertTrue(found.evidence().contains("100 ms, a later one 10 ms"), found.evidence());
  }

  @Test
  void what_the_jit_takes_of_the_quota_goes_with_the_work_that_is_moved() throws IOException {
    Finding found =
        called(UNPRIMED)
            .sampled(FIRST_INVOCATION, Cause.JIT_THREADS, 20)
            .finding("unprimed-first-call");

    double share = 110.0 / 120; // a later call takes 10 of 120 ms
    assertEquals((120 - 50) * share * 171 / 195, found.lowMillis(), 0.01);
    assertEquals((120 - 50 / 1.5) * share, found.highMillis(), 0.01);
  }

  @Test
  void a_primed_function_is_no_finding() throws IOException {
    assertEquals(0, called(PRIMED).findings("unprimed-first-call").size());
  }

  @Test
  void a_hook_primes_with_snap_start_only() throws IOException {
    assertEquals(1, called(HOOKED).findings("unprimed-first-call").size());
    assertEquals(
        0, called(HOOKED).with(Example.snapStart()).findings("unprimed-first-call").size());
  }

  @Test
  void a_function_that_calls_no_library_has_nothing_to_prime() throws IOException {
    String alone =
        Stubs.handler(
            "public String handleRequest(String event, Context context) { return event.trim(); }");
    Example example =
        Example.of(folder, alone)
            .sampled(FIRST_INVOCATION, Cause.USER_CODE, 50, "example.Handler.handleRequest")
            .later(10);

    assertEquals(0, example.findings("unprimed-first-call").size());
  }

  @Test
  void where_no_later_invocation_was_measured_nothing_is_said() throws IOException {
    Example example =
        Example.of(folder, Stubs.sdk(UNPRIMED))
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 50, "example.Handler.answer@putItem");

    assertEquals(0, example.findings("unprimed-first-call").size());
  }

  private Example called(String source) throws IOException {
    return Example.of(folder, Stubs.sdk(source))
        .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            50,
            Stubs.DYNAMO_DB + ".putItem",
            "example.Handler.answer@putItem",
            "example.Handler.handleRequest@answer")
        .spent(FIRST_INVOCATION, Cause.THROTTLED, 50)
        .later(10);
  }

  @Test
  void work_of_the_handler_that_happens_once_is_told_with_the_method_and_who_calls_it()
      throws IOException {
    Example example = lazy();
    Finding found = example.finding("work-in-handler");

    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    assertTrue(found.title().startsWith("org.lib.Engine.create runs"), found.title());
    assertEquals(20, found.highMillis(), 0.01);
    assertEquals(
        List.of(
            new Explanation.Movable(
                "org.lib.Engine.create",
                "example.Handler.handleRequest(Handler.java:11)",
                60,
                "67 % of it is loading, linking and initialising, which happen once")),
        Movables.of(example.evidence()));
  }

  @Test
  void what_the_event_asks_for_each_time_is_not_movable() throws IOException {
    Example example =
        Example.of(folder, Stubs.sdk(UNPRIMED))
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 50, "example.Handler.answer@putItem")
            .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 50, "example.Handler.<clinit>@create");

    assertEquals(List.of(), Movables.of(example.evidence()));
    assertEquals(0, example.findings("work-in-handler").size());
  }

  @Test
  void what_a_finding_of_its_own_tells_is_not_told_again() throws IOException {
    Example example =
        called(UNPRIMED)
            .sampled(
                FIRST_INVOCATION,
                Cause.INJECTION,
                30,
                "com.google.inject.Guice.createInjector",
                "example.Handler.handleRequest@answer");

    assertEquals(2, Movables.of(example.evidence()).size());
    assertEquals(1, example.findings("unprimed-first-call").size());
    assertEquals(0, example.findings("work-in-handler").size());
  }

  private Example lazy() throws IOException {
    return Example.of(folder, ENGINE, LAZY)
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            40,
            "org.lib.Engine.load",
            "org.lib.Engine.create",
            "example.Handler.handleRequest@create")
        .sampled(
            FIRST_INVOCATION,
            Cause.LIBRARY,
            20,
            "org.lib.Engine.create",
            "example.Handler.handleRequest@create");
  }

  @Test
  void initialisers_have_what_their_classes_cost_and_the_jdk_is_left_out() throws IOException {
    Example example =
        Example.of(folder, LAZY, ENGINE)
            .sampled(
                HANDLER_INIT,
                Cause.STATIC_INIT,
                7,
                "java.math.BigDecimal.<clinit>",
                "org.lib.Tables.<clinit>",
                "example.Handler.<init>")
            .sampled(HANDLER_INIT, Cause.USER_CODE, 3, "example.Handler.<clinit>");

    assertEquals(
        List.of(
            new Explanation.Initialiser("example.Handler", 3, 7),
            new Explanation.Initialiser("org.lib.Tables", 7, 0)),
        Initialisers.of(example.evidence()));
  }

  @Test
  void a_librarys_expensive_static_initialiser_is_found_where_own_code_touched_it()
      throws IOException {
    Finding found =
        Example.of(folder, LAZY, ENGINE)
            .sampled(
                HANDLER_INIT,
                Cause.LIBRARY,
                70,
                "org.lib.Tables.<clinit>",
                "example.Handler.handleRequest@create")
            .finding("library-static-initialiser");

    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    assertEquals(70, found.highMillis(), 0.01);
  }

  @Test
  void a_static_initialiser_of_ones_own_or_a_cheap_one_is_not_a_librarys_fault()
      throws IOException {
    Example example =
        Example.of(folder, LAZY, ENGINE)
            .sampled(HANDLER_INIT, Cause.USER_CODE, 198, "example.Handler.<clinit>")
            .sampled(HANDLER_INIT, Cause.LIBRARY, 2, "org.lib.Tables.<clinit>");

    assertEquals(0, example.findings("library-static-initialiser").size());
  }
}
