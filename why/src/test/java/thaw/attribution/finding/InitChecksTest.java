package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;

/** What init waits for, computes and leaves running. */
class InitChecksTest {
  private static final String WAITING =
      Stubs.handler(
          """
            static { connect(); }
            static void connect() {
              try {
                new java.net.Socket("localhost", 1).close();
                Thread.sleep(10);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            }
            public String handleRequest(String event, Context context) { return event; }
          """);
  private static final String SLEEPING =
      WAITING.replace("new java.net.Socket(\"localhost\", 1).close();", "");
  private static final String TRYING =
      WAITING
          .replace("Thread.sleep(10);", "pause();")
          .replace(
              "static { ", "static void pause() throws Exception { Thread.sleep(10); } static { ");
  private static final String PRIMING =
      WAITING.replace("{ return event; }", "{ connect(); return event; }");
  private static final String SCHEDULED =
      Stubs.handler(
          """
            private static final ScheduledExecutorService LATER =
                Executors.newSingleThreadScheduledExecutor();
            public String handleRequest(String event, Context context) { return event; }
          """);
  private static final String THREAD_PER_EVENT =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              new Thread(() -> {}).start();
              return event;
            }
          """);
  private static final String RANDOM =
      Stubs.handler(
          """
            private static final long SEED = seed();
            static long seed() {
              try {
                return java.security.SecureRandom.getInstanceStrong().nextLong();
              } catch (java.security.NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
              }
            }
            public String handleRequest(String event, Context context) { return event; }
          """);
  private static final String PLAIN =
      Stubs.handler("public String handleRequest(String e, Context c) { return e.trim(); }");

  @TempDir private Path folder;

  @Test
  void each_peer_that_init_waits_for_is_told_with_the_place_that_asked() throws IOException {
    List<Finding> found = connecting(HANDLER_INIT).findings("blocked-on-network-in-init");

    assertEquals(
        List.of(
            "init waits for 10.0.0.1:443, in Handler.connect",
            "init waits for 10.0.0.2:80, in Handler.connect"),
        found.stream().map(Finding::title).toList());
    assertEquals("example.Handler.connect(Handler.java:11)", found.getFirst().place());
    assertEquals(60, found.getFirst().lowMillis(), 0.01); // 80, of which 60 beside other work
    assertEquals(80, found.getFirst().highMillis(), 0.01);
  }

  @Test
  void an_invocation_may_wait_for_a_peer() throws IOException {
    assertEquals(0, connecting(FIRST_INVOCATION).findings("blocked-on-network-in-init").size());
  }

  @Test
  void a_wait_in_code_that_invocations_run_too_is_priming() throws IOException {
    assertEquals(
        0, connecting(PRIMING, HANDLER_INIT).findings("blocked-on-network-in-init").size());
  }

  @Test
  void a_pause_between_tries_is_the_peers_and_no_sleep_of_its_own() throws IOException {
    Example example =
        Example.of(folder, TRYING)
            .sampled(
                HANDLER_INIT,
                Cause.SLEEP,
                100,
                "java.lang.Thread.sleep",
                "example.Handler.pause@sleep",
                "example.Handler.connect@pause");

    assertEquals(
        "init waits between tries to reach a peer, in Handler.pause",
        example.finding("blocked-on-network-in-init").title());
    assertEquals(0, example.findings("sleep-in-init").size());
  }

  private Example connecting(PhaseName phase) throws IOException {
    return connecting(WAITING, phase);
  }

  private Example connecting(String source, PhaseName phase) throws IOException {
    String[] stack = {
      "sun.nio.ch.Net.poll", "java.net.Socket.<init>", "example.Handler.connect@<init>"
    };
    return Example.of(folder, source)
        .owned("10.0.0.1:443", phase, Cause.NETWORK_WAIT, 80, stack)
        .owned("10.0.0.2:80", phase, Cause.NETWORK_WAIT, 20, stack)
        .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 40, "example.Handler.connect");
  }

  @Test
  void a_sleep_is_found_and_saved_whole() throws IOException {
    Finding found =
        Example.of(folder, SLEEPING)
            .sampled(
                HANDLER_INIT,
                Cause.SLEEP,
                100,
                "java.lang.Thread.sleep",
                "example.Handler.connect@sleep")
            .finding("sleep-in-init");

    assertEquals("example.Handler.connect(Handler.java:12)", found.place());
    assertEquals(100, found.highMillis(), 0.01);
  }

  @Test
  void an_init_that_does_not_sleep_is_no_finding() throws IOException {
    assertEquals(0, connecting(HANDLER_INIT).findings("sleep-in-init").size());
  }

  @Test
  void a_thread_that_init_starts_and_that_lives_on_is_found() throws IOException {
    Finding found =
        quiet(SCHEDULED)
            .alive("main", 100)
            .alive("C1 CompilerThre", 50)
            .alive("pool-1-thread-1", 0.2)
            .finding("background-thread");

    assertEquals("example.Handler.<clinit>(Handler.java:9)", found.place());
    assertTrue(
        found.evidence().startsWith("alive at the end of init: pool-1-thread-1, with 0.2 ms"),
        found.evidence());
    assertTrue(found.evidence().contains("below the 2.0 ms"), found.evidence());
  }

  @Test
  void a_thread_of_a_library_or_one_that_ended_or_one_that_an_invocation_starts_is_not()
      throws IOException {
    assertEquals(0, quiet(PLAIN).alive("pool-1-thread-1", 1).findings("background-thread").size());
    assertEquals(0, quiet(SCHEDULED).alive("main", 1).findings("background-thread").size());
    assertEquals(
        0,
        quiet(THREAD_PER_EVENT).alive("pool-1-thread-1", 1).findings("background-thread").size());
  }

  private Example quiet(String source) throws IOException {
    return Example.of(folder, source)
        .sampled(FIRST_INVOCATION, Cause.USER_CODE, 50, "example.Handler.handleRequest");
  }

  @Test
  void tls_that_no_connection_uses_is_found() throws IOException {
    Finding found = tls().finding("needless-crypto");

    assertEquals("TLS is set up, and no connection uses it", found.title());
    assertEquals(80, found.highMillis(), 0.01);
  }

  @Test
  void tls_that_a_connection_uses_or_will_use_on_lambda_is_not() throws IOException {
    Example used = tls().loaded(FIRST_INVOCATION, "sun.security.ssl.ClientHandshakeContext");
    Example local = tls().with(Example.environment("AWS_ENDPOINT_URL_DYNAMODB"));

    assertEquals(0, used.findings("needless-crypto").size());
    assertEquals(0, local.findings("needless-crypto").size());
  }

  private Example tls() throws IOException {
    return Example.of(folder, PLAIN)
        .sampled(
            FIRST_INVOCATION,
            Cause.CRYPTO,
            80,
            "sun.security.ssl.SSLContextImpl.<clinit>",
            "javax.net.ssl.SSLContext.getInstance",
            "org.lib.Client.connect",
            "example.Handler.handleRequest@trim");
  }

  @Test
  void random_numbers_from_the_strong_source_are_found_where_they_are_drawn() throws IOException {
    Finding found =
        Example.of(folder, RANDOM)
            .sampled(
                HANDLER_INIT,
                Cause.CRYPTO,
                30,
                "sun.security.provider.NativePRNG.engineNextBytes",
                "java.security.SecureRandom.nextLong",
                "example.Handler.seed@nextLong")
            .finding("needless-crypto");

    assertEquals("example.Handler.seed(Handler.java:11)", found.place());
  }

  @Test
  void random_numbers_that_a_library_draws_are_not() throws IOException {
    Example example =
        Example.of(folder, PLAIN)
            .sampled(
                HANDLER_INIT,
                Cause.CRYPTO,
                30,
                "java.security.SecureRandom.nextLong",
                "org.lib.Ids.next",
                "example.Handler.handleRequest@trim");

    assertEquals(0, example.findings("needless-crypto").size());
  }

  @Test
  void an_init_near_its_limit_is_found_and_one_of_half_of_it_is_not() throws IOException {
    Finding found =
        quiet(PLAIN).spent(HANDLER_INIT, Cause.NETWORK_WAIT, 8_000).finding("init-near-limit");

    assertTrue(found.evidence().startsWith("8,000 ms of 10,000 ms"), found.evidence());
    assertFalse(found.hasFigure(), "a remedy takes only some rows out of it");
    assertEquals(
        0,
        quiet(PLAIN)
            .spent(HANDLER_INIT, Cause.NETWORK_WAIT, 5_000)
            .findings("init-near-limit")
            .size());
  }

  @Test
  void an_init_that_only_other_programs_made_long_is_not_near_its_limit() throws IOException {
    Example busy =
        quiet(PLAIN)
            .spent(HANDLER_INIT, Cause.LIBRARY, 2_500)
            .spent(HANDLER_INIT, Cause.HOST_CONTENTION, 8_500);

    assertEquals(0, busy.findings("init-near-limit").size());
  }

  @Test
  void patterns_and_computing_in_init_are_found_at_the_lines_that_do_it() throws IOException {
    Example example =
        Example.of(folder, WAITING)
            .sampled(
                HANDLER_INIT,
                Cause.REGEX,
                30,
                "java.util.regex.Pattern.compile",
                "example.Handler.connect@sleep")
            .sampled(HANDLER_INIT, Cause.USER_CODE, 40, "example.Handler.connect@sleep");

    assertEquals(
        "example.Handler.connect(Handler.java:12)", example.finding("regex-in-cold-start").place());
    assertEquals(40, example.finding("own-code-in-init").highMillis(), 0.01);
    assertEquals("Handler.connect computes in init", example.finding("own-code-in-init").title());
  }

  @Test
  void what_own_code_computes_in_the_jdk_is_its_own_cost() throws IOException {
    Example example =
        Example.of(folder, WAITING)
            .sampled(HANDLER_INIT, Cause.USER_CODE, 12, "example.Handler.connect@sleep")
            .sampled(
                HANDLER_INIT,
                Cause.CRYPTO,
                90,
                "sun.security.provider.SHA2.implCompress0",
                "java.security.MessageDigest.update",
                "example.Handler.connect@sleep");

    assertEquals(102, example.finding("own-code-in-init").highMillis(), 0.01);
    assertEquals(0, example.findings("largest-own-call").size(), "told already");
  }

  @Test
  void the_call_chain_that_costs_most_is_named_whatever_is_below_it() throws IOException {
    Finding found =
        Example.of(folder, WAITING)
            .sampled(
                HANDLER_INIT,
                Cause.LIBRARY,
                48,
                "org.lib.Model.score",
                "org.lib.Model.load",
                "example.Handler.connect@sleep",
                "example.Handler.<clinit>@connect")
            .sampled(
                HANDLER_INIT,
                Cause.CLASS_PARSE,
                32,
                "org.lib.Model.load",
                "example.Handler.connect@sleep",
                "example.Handler.<clinit>@connect")
            .sampled(HANDLER_INIT, Cause.USER_CODE, 9, "example.Handler.connect@<init>")
            .finding("largest-own-call");

    assertEquals("example.Handler.connect(Handler.java:12)", found.place());
    assertEquals(80, found.highMillis(), 0.01);
    assertTrue(
        found
            .evidence()
            .contains(
                "example.Handler.<clinit>(Handler.java:8)"
                    + " -> example.Handler.connect(Handler.java:12) -> java.lang.Thread.sleep"),
        found.evidence());
    assertTrue(found.evidence().endsWith("library code 60 %, class parse 40 %"), found.evidence());
  }

  @Test
  void one_sample_of_a_long_wait_is_enough_and_of_work_it_is_not() throws IOException {
    assertEquals(1, waited(Cause.SLEEP).findings("largest-own-call").size());
    assertEquals(0, waited(Cause.LIBRARY).findings("largest-own-call").size());
  }

  private Example waited(Cause cause) throws IOException {
    return Example.of(folder, WAITING)
        .sampled(FIRST_INVOCATION, cause, 4, "example.Handler.connect@sleep");
  }

  @Test
  void lines_of_one_method_are_one_cost() throws IOException {
    Example example =
        Example.of(folder, WAITING)
            .sampled(
                FIRST_INVOCATION,
                Cause.USER_CODE,
                40,
                "example.Handler.connect@sleep",
                "example.Handler.handleRequest")
            .sampled(
                FIRST_INVOCATION,
                Cause.USER_CODE,
                30,
                "example.Handler.connect@<init>",
                "example.Handler.handleRequest");
    Finding found = example.finding("largest-own-call");

    assertEquals(70, found.highMillis(), 0.01);
    assertTrue(found.title().startsWith("example.Handler.connect takes 70 ms"), found.title());
  }

  @Test
  void a_method_whose_lines_share_its_cost_is_named_and_not_its_caller() throws IOException {
    Example example =
        Example.of(
            folder,
            Stubs.handler(
                """
                  public String handleRequest(String event, Context context) { return all(event); }
                  private static String all(String text) {
                    text = text.trim();
                    text = text.strip();
                    return text.concat(text);
                  }
                """));
    for (String callee : List.of("trim", "strip", "concat")) {
      example.sampled(
          FIRST_INVOCATION,
          Cause.LIBRARY,
          20,
          "org.lib.A." + callee,
          "example.Handler.all@" + callee,
          "example.Handler.handleRequest@all");
    }
    Finding found = example.finding("largest-own-call");

    assertTrue(found.title().startsWith("example.Handler.all takes 60 ms"), found.title());
  }

  @Test
  void a_chain_that_costs_little_is_not_named() throws IOException {
    Example example =
        connecting(HANDLER_INIT)
            .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 900, "org.lib.A.load")
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 40, "example.Handler.handleRequest");

    assertEquals(0, example.findings("largest-own-call").size());
  }

  @Test
  void a_librarys_patterns_and_what_an_invocation_computes_are_not() throws IOException {
    Example example =
        quiet(PLAIN).sampled(HANDLER_INIT, Cause.REGEX, 30, "java.util.regex.Pattern.compile");

    assertEquals(0, example.findings("regex-in-cold-start").size());
    assertEquals(0, example.findings("own-code-in-init").size());
  }
}
