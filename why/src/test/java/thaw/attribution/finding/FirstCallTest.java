package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CodeIndex;
import thaw.attribution.evidence.PackageClasses;
import thaw.fixture.Sources;

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
              return String.valueOf(CLIENT.getItem(event));
            }
          """);
  private static final String STREAMED =
      UNPRIMED
          .replace("RequestHandler<String, String>", "RequestStreamHandler")
          .replace(
              "public String handleRequest(String event,",
              "public void handleRequest(java.io.InputStream event, java.io.OutputStream out,")
          .replace("return answer(event)", "answer(event.toString())");
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
  void what_the_collector_takes_of_the_quota_goes_with_it_as_well() throws IOException {
    Finding found =
        called(UNPRIMED)
            .waitedBeside(FIRST_INVOCATION, Cause.GC, 20)
            .finding("unprimed-first-call");

    double share = 110.0 / 120;
    assertEquals((120 - 50) * share * 171 / 195, found.lowMillis(), 0.01);
    assertEquals((120 - 50 / 1.5) * share, found.highMillis(), 0.01);
  }

  private static final String EVENT =
      "package org.events; public class Request {"
          + " public java.util.Map<String, String> getPathParameters() { return null; } }";

  private static String remedy(Example example) {
    return example.finding("unprimed-first-call").remedy();
  }

  @Test
  void code_is_given_once() throws IOException {
    Example example =
        called(UNPRIMED)
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                400,
                "example.Handler.other",
                "example.Handler.handleRequest@answer");
    List<Finding> found = Findings.of(example.evidence());
    List<String> codes =
        found.stream().map(Finding::remedy).filter(remedy -> remedy.contains("try {")).toList();
    assertTrue(
        found.stream()
            .anyMatch(
                each -> each.remedy().endsWith(": the code is the same as at unprimed-first-call")),
        found.toString());
    assertEquals(1, codes.size(), codes.toString());
  }

  @Test
  void an_event_whose_members_are_read_is_not_made_up() throws IOException {
    String reading =
        UNPRIMED
            .replace("RequestHandler<String,", "RequestHandler<org.events.Request,")
            .replace("handleRequest(String event,", "handleRequest(org.events.Request event,")
            .replace("answer(event)", "answer(event.getPathParameters().get(\"id\"))");
    Example example =
        Example.of(folder, Stubs.sdk(EVENT, reading))
            .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
            .sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 50, "example.Handler.answer@getItem")
            .later(10);

    assertFalse(remedy(example).contains("try {"), remedy(example));
    assertTrue(remedy(example).contains("Request must have the members"), remedy(example));
  }

  @Test
  void a_handler_that_writes_is_not_told_to_be_called_in_init() throws IOException {
    String read =
        remedy(
            called(
                UNPRIMED.replace(
                    "return String",
                    "if (event.isEmpty()) { CLIENT.putItem(event); } return String")));
    String seen =
        remedy(
            called(UNPRIMED)
                .sampled(
                    FIRST_INVOCATION,
                    Cause.CLASS_PARSE,
                    5,
                    "software.amazon.awssdk.services.sqs.DefaultSqsClient.sendMessage",
                    "org.lib.Queue.tell"));

    assertFalse(read.contains("try {"), read);
    assertTrue(
        read.contains("not the handler itself, which asks DynamoDbClient for putItem"), read);
    assertFalse(seen.contains("try {"), seen);
    assertTrue(seen.contains("which asks SqsClient for sendMessage"), seen);
  }

  @Test
  void a_handler_of_which_nobody_knows_what_it_changes_is_not_told_to_be_called_in_init()
      throws IOException {
    String asking =
        remedy(
            called(
                UNPRIMED
                    .replace("return answer", "ask(); return answer")
                    .replace(
                        "static String answer",
                        "static void ask() { try { new java.net.Socket(\"db\", 5432); }"
                            + " catch (java.io.IOException e) { } } static String answer")));

    assertFalse(asking.contains("try {"), asking);
    assertTrue(asking.contains("Handler.ask(Handler.java:"), asking);
    assertTrue(asking.contains("Thaw cannot tell"), asking);
  }

  @Test
  void an_event_with_members_is_not_primed_by_an_object_that_has_none() throws IOException {
    String typed =
        UNPRIMED
            .replace("RequestHandler<String,", "RequestHandler<org.events.Request,")
            .replace("handleRequest(String event,", "handleRequest(org.events.Request event,")
            .replace("answer(event)", "answer(event.toString())");
    Example example =
        Example.of(folder, Stubs.sdk(EVENT, typed))
            .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
            .sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 50, "example.Handler.answer@getItem")
            .with(settings -> settings.withEvent("{\n  \"httpMethod\": \"GET\"\n}"))
            .later(10);

    assertFalse(remedy(example).contains("try {"), remedy(example));
    assertTrue(remedy(example).contains("first-request of thaw fix writes that"), remedy(example));
    String alone = remedy(example.withoutSources());
    assertTrue(alone.endsWith(": Request with the members of a real one"), alone);
  }

  @Test
  void a_handler_with_aspects_around_it_is_not_called_without_a_context() throws IOException {
    String factory =
        "package org.aspectj.runtime.reflect; public class Factory {"
            + " public static Object makeJP(Object o) { return null; } }";
    String woven =
        UNPRIMED.replace(
            "return answer(event)",
            "org.aspectj.runtime.reflect.Factory.makeJP(event); return answer(event)");
    Example example =
        Example.of(folder, Stubs.sdk(factory, woven))
            .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
            .sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 50, "example.Handler.answer@getItem")
            .later(10);

    assertFalse(remedy(example).contains("try {"), remedy(example));
    assertTrue(remedy(example).contains("aspects"), remedy(example));
  }

  @Test
  void code_in_another_language_gets_none_in_java() throws IOException {
    assertTrue(CodeIndex.isJava("a.B.c(B.java:1)"));
    assertTrue(CodeIndex.isJava("a.B.c"));
    assertFalse(CodeIndex.isJava("a.B.c(B.kt:1)"));
    called(UNPRIMED);
    inKotlin(folder.resolve("example/Handler.class"));
    Example example = called(PackageClasses.of(folder, Optional.empty()));
    assertTrue(remedy(example).startsWith("call it once"), remedy(example));
    assertFalse(remedy(example).contains("try {"), remedy(example));
  }

  /** Names another source file. */
  private static void inKotlin(Path file) throws IOException {
    ClassFile files = ClassFile.of();
    Files.write(
        file,
        files.transformClass(
            files.parse(file),
            (builder, element) ->
                builder.with(
                    element instanceof SourceFileAttribute
                        ? SourceFileAttribute.of("Handler.kt")
                        : element)));
  }

  private static Example called(PackageClasses classes) {
    return Example.of(classes)
        .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
        .sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 50, "example.Handler.answer@getItem")
        .later(10);
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
  void a_jar_that_own_code_reads_is_no_class_loading() throws IOException {
    Example example =
        Example.of(folder, ENGINE, LAZY)
            .sampled(
                FIRST_INVOCATION,
                Cause.JAR_IO,
                50,
                "java.util.zip.InflaterInputStream.read",
                "org.lib.Engine.read",
                "example.Handler.handleRequest@create");

    assertEquals(0, example.findings("work-in-handler").size());
    assertFalse(
        example.finding("largest-own-call").remedy().startsWith("call it once"),
        "that helps where classes are loaded");
  }

  @Test
  void what_every_object_has_is_no_call_of_a_library() throws IOException {
    String named = UNPRIMED.replace("CLIENT.getItem(event)", "CLIENT.getClass()");
    Example example =
        Example.of(folder, Stubs.sdk(named))
            .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
            .sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 50, "example.Handler.answer@getClass")
            .later(1);

    assertEquals(0, example.findings("unprimed-first-call").size());
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
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 50, "example.Handler.answer@getItem");

    assertEquals(0, example.findings("unprimed-first-call").size());
  }

  private Example called(String source) throws IOException {
    return Example.of(folder, Stubs.sdk(source))
        .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            50,
            Stubs.DYNAMO_DB + ".getItem",
            "example.Handler.answer@getItem",
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
        Movables.of(new AnalysisContext(example.evidence())));
  }

  @Test
  void what_the_event_asks_for_each_time_is_not_movable() throws IOException {
    Example example =
        Example.of(folder, Stubs.sdk(UNPRIMED))
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 50, "example.Handler.answer@getItem")
            .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 50, "example.Handler.<clinit>@create");

    assertEquals(List.of(), Movables.of(new AnalysisContext(example.evidence())));
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

    assertEquals(2, Movables.of(new AnalysisContext(example.evidence())).size());
    assertEquals(1, example.findings("unprimed-first-call").size());
    assertEquals(0, example.findings("work-in-handler").size());
  }

  @Test
  void the_call_that_was_sampled_is_blamed_whatever_else_stands_on_its_line() throws IOException {
    Example example =
        Example.of(
                folder,
                "package org.lib; public class Table {"
                    + " public static Object builder() { return null; }"
                    + " public static Object getItem(Object request) { return null; } }",
                Stubs.handler(
                    """
                      public String handleRequest(String event, Context context) {
                        return "" + org.lib.Table.getItem(org.lib.Table.builder());
                      }
                    """))
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                1,
                "org.lib.Table.builder",
                "example.Handler.handleRequest@builder")
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                225,
                "org.lib.Table.getItem",
                "example.Handler.handleRequest@getItem");
    Finding found = example.finding("work-in-handler");

    assertTrue(found.title().startsWith("org.lib.Table.getItem runs"), found.title());
    assertTrue(found.evidence().startsWith("it took 225 ms (225 samples)"), found.evidence());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          create(event)                   | false
          create("rules")                 | true
          create(RULES)                   | true
          create(event.isEmpty() ? 1 : 2) | false
          create(fill(new ArrayList<>(), event)) | false
          create(System.getenv("RULES"))  | true
          run()                           | false
          ask("rules")                    | false
          """)
  void what_an_event_has_no_part_in_is_kept_and_all_else_is_only_called_before(
      String call, boolean kept) throws IOException {
    String source =
        Stubs.handler(
            """
              private static final String RULES = "rules";
              private static Object fill(List<Object> list, Object o) { list.add(o); return list; }
              public String handleRequest(String event, Context context) {
                org.lib.Engine.%s;
                return event;
              }
            """
                .formatted(call));
    String name = call.substring(0, call.indexOf('('));
    Example example =
        Example.of(
                folder,
                ENGINE.replace(
                    "{ return null; }",
                    "{ return o; } public static void run() {}"
                        + " public static Object ask(Object o) { return o; }"),
                source)
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                40,
                "org.lib.Engine." + name,
                "example.Handler.handleRequest@" + name);
    if (name.equals("ask")) {
      example.sampled(
          FIRST_INVOCATION,
          Cause.NETWORK_WAIT,
          1,
          "sun.nio.ch.NioSocketImpl.read",
          "org.lib.Engine.ask",
          "example.Handler.handleRequest@ask");
    }
    String remedy = example.finding("work-in-handler").remedy();

    assertEquals(kept, remedy.contains("private static final Object OBJECT ="), remedy);
    assertEquals(!kept, remedy.matches("(?s)call (it )?once before the first request .*"), remedy);
    assertEquals(name.equals("ask"), remedy.contains("speaks to another program"), remedy);
  }

  @Test
  void code_that_primes_is_given_as_it_compiles_for_this_handler() throws IOException {
    String quiet = called(UNPRIMED).finding("unprimed-first-call").remedy();
    String logging =
        called(
                UNPRIMED.replace(
                    "return answer(event);", "context.getLogger(); return answer(event);"))
            .finding("unprimed-first-call")
            .remedy();

    assertTrue(quiet.contains("handleRequest(\"{}\", null);"), quiet);
    assertTrue(logging.contains("handleRequest(\"{}\", PRIMING);"), logging);
    Sources.compile(
        folder.resolve("primed"),
        Stubs.sdk(
            UNPRIMED
                .replace("answer(event);", "context.getLogger().log(event); return answer(event);")
                .replace("return context", "context")
                .replace("  public String handle", primed(logging) + "  public String handle")));
    assertTrue(logging.startsWith("call it once before the first request (prime): prime() as"));
  }

  /** A handler that is primed by {@code {}} answers an error, and reaches nothing. */
  @Test
  void a_handler_is_primed_by_the_event_that_it_answers() throws IOException {
    String event =
        "{\n  \"path\": \"/pets\\n\\u0022\",\n  \"headers\": {\"q\": \"\\\"\\\"\\\"\"}\n}";
    String known = streamed(event);
    assertTrue(
        known.contains("new java.io.ByteArrayInputStream(EVENT.getBytes()), java.io.OutputStream"),
        known);
    Path primed =
        Sources.compile(
            folder.resolve("primed"),
            Stubs.sdk(
                STREAMED.replace("  public void handle", primed(known) + "  public void handle")));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {primed.toUri().toURL()})) {
      Field constant = loader.loadClass("example.Handler").getDeclaredField("EVENT");
      constant.setAccessible(true);
      assertEquals(event, ((String) constant.get(null)).strip());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }

    assertFalse(streamed("").contains("try {"), streamed(""));
    assertTrue(streamed("").endsWith("Thaw knows no such event"), streamed(""));
    assertTrue(streamed("{}").contains("(\"{}\".getBytes())"), streamed("{}"));
  }

  private String streamed(String event) throws IOException {
    return called(STREAMED)
        .with(settings -> settings.withEvent(event))
        .finding("unprimed-first-call")
        .remedy();
  }

  /** The remedy's members, as they are pasted, and the call. */
  private static String primed(String remedy) {
    return "public Handler() { prime(); }\n" + remedy.substring(remedy.indexOf('\n') + 1);
  }

  @Test
  void a_hook_that_is_there_is_named() throws IOException {
    String without = called(HOOKED).finding("unprimed-first-call").remedy();
    String idle =
        called(HOOKED.replace("answer(\"nothing\");", ""))
            .with(Example.snapStart())
            .finding("unprimed-first-call")
            .remedy();

    assertTrue(
        without.contains("beforeCheckpoint(Handler.java:8) runs with SnapStart only"), without);
    assertTrue(idle.contains("does not make these calls"), idle);
  }

  @Test
  void a_hook_of_another_class_primes_with_snap_start_only() throws IOException {
    String source =
        UNPRIMED.replace(
            "create();",
            """
            create(); static class Hook implements Runnable, com.amazonaws.services.lambda.crac.Resource {
              public void run() {}
              public void beforeCheckpoint(com.amazonaws.services.lambda.crac.Context<? extends com.amazonaws.services.lambda.crac.Resource> c) { answer(""); }
              public void afterRestore(com.amazonaws.services.lambda.crac.Context<? extends com.amazonaws.services.lambda.crac.Resource> c) {}
            }
            static final Hook HOOK = new Hook();
            """);

    assertEquals(1, called(source).findings("unprimed-first-call").size());
    assertEquals(
        0, called(source).with(Example.snapStart()).findings("unprimed-first-call").size());
  }

  @Test
  void a_hook_of_a_class_that_this_function_does_not_make_is_none() throws IOException {
    String source =
        UNPRIMED.replace(
            "create();",
            """
            create(); static class Other implements com.amazonaws.services.lambda.crac.Resource {
              public void beforeCheckpoint(com.amazonaws.services.lambda.crac.Context<? extends com.amazonaws.services.lambda.crac.Resource> c) { answer(""); }
              public void afterRestore(com.amazonaws.services.lambda.crac.Context<? extends com.amazonaws.services.lambda.crac.Resource> c) {}
            }
            """);

    String remedy =
        called(source).with(Example.snapStart()).finding("unprimed-first-call").remedy();

    assertFalse(remedy.contains("beforeCheckpoint"), remedy);
  }

  @Test
  void own_code_that_only_a_container_calls_is_told_to_be_primed_through_the_container()
      throws IOException {
    Example example =
        contained().sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 100, CONTROLLER).later(5);
    Finding found = example.finding("unprimed-first-call");

    assertEquals("example.Controller.pets(Controller.java:3)", found.place());
    assertTrue(found.remedy().contains("ApplicationRunner"), found.remedy());
    assertTrue(found.remedy().contains(found.place()), found.remedy());
  }

  @Test
  void own_code_that_a_container_called_in_init_already_is_primed() throws IOException {
    Example primed =
        contained()
            .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 100, CONTROLLER)
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 20, CONTROLLER)
            .later(5);
    Example warm =
        contained().sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 10, CONTROLLER).later(9);

    assertEquals(0, primed.findings("unprimed-first-call").size());
    assertEquals(0, warm.findings("unprimed-first-call").size());
  }

  private static final String[] CONTROLLER = {
    "org.lib.Engine.create", "example.Controller.pets@create", "org.springframework.Web.dispatch"
  };

  private Example contained() throws IOException {
    return Example.of(
            folder,
            ENGINE,
            LAZY,
            "package example;\npublic class Controller {\n"
                + "  Object pets() { return org.lib.Engine.create(1); } }")
        .with(Example.handledBy("org.springframework.Web"))
        .loaded(HANDLER_INIT, "org.springframework.Web");
  }

  @Test
  void a_static_initialiser_that_runs_in_init_is_not_told_to_be_moved_there() throws IOException {
    Example example = Example.of(folder, LAZY, ENGINE);
    String[] stack = {"org.lib.Tables.<clinit>", "example.Handler.handleRequest@create"};
    Finding early =
        example
            .sampled(HANDLER_INIT, Cause.LIBRARY, 70, stack)
            .finding("library-static-initialiser");
    Finding late =
        Example.of(folder.resolve("late"), LAZY, ENGINE)
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 70, stack)
            .finding("library-static-initialiser");

    assertFalse(early.remedy().contains("Class.forName"), early.remedy());
    assertTrue(late.remedy().contains("Class.forName(\"org.lib.Tables\")"), late.remedy());
  }

  @Test
  void the_applications_own_start_is_no_librarys_static_initialiser() throws IOException {
    Example example =
        Example.of(folder, LAZY, ENGINE)
            .sampled(
                HANDLER_INIT,
                Cause.LIBRARY,
                70,
                "org.lib.Engine.create",
                "example.Handler.handleRequest@create",
                "org.lib.Application.<clinit>");

    assertEquals(0, example.findings("library-static-initialiser").size());
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
        Initialisers.of(new AnalysisContext(example.evidence())));
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
