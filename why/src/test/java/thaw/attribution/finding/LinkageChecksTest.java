package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;

/** Call sites of own code that are linked while the cold start waits. */
class LinkageChecksTest {
  private static final String LINKING =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              String text = event
                  + context;
              Supplier<String> one = () -> "constant";
              return text.concat(one.get());
            }
          """);
  private static final String CAPTURING =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              List<Supplier<String>> all = new ArrayList<>();
              for (String part : event.split(",")) {
                all.add(() -> part);
              }
              return all.toString();
            }
          """);
  private static final String FEW =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              Supplier<String> one = () -> event;
              return one.get();
            }
          """);

  private static final String REFLECTIVE =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              try {
                return (String) Handler.class.getMethod("called", String.class).invoke(null, event);
              } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
              }
            }
            public static String called(String event) { return event; }
          """);

  @TempDir private Path folder;

  @Test
  void a_concatenation_that_is_linked_is_found_at_its_line() throws IOException {
    Finding found = linked(LINKING, "CONCATENATION").finding("string-concatenation");

    assertEquals("example.Handler.handleRequest(Handler.java:9)", found.place());
    assertEquals(10, found.lowMillis(), 0.01);
    assertEquals(20, found.highMillis(), 0.01);
    assertEquals(0, linked(LINKING, "CONCATENATION").findings("lambda-first-use").size());
  }

  @Test
  void a_lambda_that_is_linked_is_found_at_its_line() throws IOException {
    Finding found = linked(LINKING, "LAMBDA").finding("lambda-first-use");

    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    assertEquals(0, linked(LINKING, "LAMBDA").findings("string-concatenation").size());
  }

  @Test
  void where_others_link_too_nothing_is_certain_to_be_gained() throws IOException {
    Finding found =
        linked(LINKING, "LAMBDA")
            .sampled(
                FIRST_INVOCATION,
                Cause.INVOKEDYNAMIC,
                9,
                "org.lib.Library.run",
                "example.Handler.handleRequest@concat")
            .finding("lambda-first-use");

    assertEquals(0, found.lowMillis());
    assertEquals(20, found.highMillis(), 0.01);
  }

  @Test
  void call_sites_that_cost_nothing_are_no_finding() throws IOException {
    Example example =
        Example.of(folder, LINKING)
            .sampled(FIRST_INVOCATION, Cause.USER_CODE, 20, "example.Handler.handleRequest@LAMBDA");

    assertEquals(0, example.findings("string-concatenation").size());
    assertEquals(0, example.findings("lambda-first-use").size());
  }

  @Test
  void lambdas_that_capture_in_a_loop_are_found_where_c1_has_no_escape_analysis()
      throws IOException {
    Finding found = linked(CAPTURING, "LAMBDA").finding("capturing-lambdas");

    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    assertTrue(found.evidence().contains("in a loop"), found.evidence());
  }

  @Test
  void with_c2_or_outside_loops_they_are_not() throws IOException {
    assertEquals(
        0, linked(CAPTURING, "LAMBDA").with(Example.c2()).findings("capturing-lambdas").size());
    assertEquals(
        0, linked(FEW, folder.resolve("few"), "LAMBDA").findings("capturing-lambdas").size());
  }

  @Test
  void a_first_call_by_reflection_is_found_where_own_code_makes_it() throws IOException {
    Finding found = reflective().with(Example.noArchive(25)).finding("first-reflective-call");

    assertEquals("example.Handler.handleRequest(Handler.java:10)", found.place());
    assertEquals(6, found.lowMillis(), 0.01);
    assertEquals(12, found.highMillis(), 0.01);
    assertTrue(found.remedy().startsWith("call the method itself"), found.remedy());
  }

  @Test
  void calls_by_reflection_that_the_jdk_or_a_library_makes_are_not_own_codes() throws IOException {
    Finding found =
        Example.of(folder, REFLECTIVE)
            .sampled(
                FIRST_INVOCATION,
                Cause.INVOKEDYNAMIC,
                12,
                "jdk.internal.reflect.MethodHandleAccessorFactory.newConstructorAccessor",
                "java.lang.reflect.Constructor.newInstance",
                "java.security.Provider$Service.newInstance",
                "example.Handler.handleRequest@invoke")
            .finding("first-reflective-call");

    assertEquals("", found.place());
    assertTrue(found.remedy().contains("useNativeAccessorOnly"), found.remedy());
  }

  @Test
  void what_the_method_itself_links_is_no_part_of_the_call() throws IOException {
    Example example =
        Example.of(folder, REFLECTIVE)
            .sampled(
                FIRST_INVOCATION,
                Cause.INVOKEDYNAMIC,
                12,
                "java.lang.invoke.MethodHandleNatives.linkCallSite",
                "example.Handler.called",
                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke",
                "java.lang.reflect.Method.invoke",
                "example.Handler.handleRequest@invoke");

    assertEquals(0, example.findings("first-reflective-call").size());
  }

  @Test
  void what_a_constructor_of_the_jdk_does_is_no_part_of_its_call_by_reflection()
      throws IOException {
    Example example =
        Example.of(folder, REFLECTIVE)
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_LOADER,
                12,
                "java.lang.ClassLoader.loadClass",
                "sun.security.ssl.SSLContextImpl.<clinit>",
                "java.lang.invoke.LambdaForm$DMH.newInvokeSpecial",
                "jdk.internal.reflect.DirectConstructorHandleAccessor.newInstance",
                "java.lang.reflect.Constructor.newInstance",
                "java.security.Provider$Service.newInstance",
                "javax.net.ssl.SSLContext.getInstance",
                "example.Handler.handleRequest@invoke");

    assertEquals(0, example.findings("first-reflective-call").size());
  }

  @Test
  void what_links_an_accessor_may_use_collections_and_load_classes() throws IOException {
    Example example =
        Example.of(folder, REFLECTIVE)
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_LOADER,
                12,
                "java.lang.ClassLoader.defineClass0",
                "java.lang.invoke.ClassSpecializer$Factory.loadSpecies",
                "java.util.concurrent.ConcurrentHashMap.computeIfAbsent",
                "java.lang.invoke.ClassSpecializer.findSpecies",
                "jdk.internal.reflect.DirectConstructorHandleAccessor.newInstance",
                "java.lang.reflect.Constructor.newInstance",
                "example.Handler.handleRequest@invoke");

    assertEquals(12, example.finding("first-reflective-call").lowMillis(), 0.01);
  }

  @Test
  void from_an_archive_more_goes_with_accessors_than_was_sampled_in_them() throws IOException {
    Finding found = reflective().finding("first-reflective-call");

    assertEquals(12, found.lowMillis(), 0.01);
    assertEquals(30, found.highMillis(), 0.01);
  }

  @Test
  void before_jdk_18_no_flag_is_advised() throws IOException {
    Finding found = reflective().with(Example.noArchive(17)).finding("first-reflective-call");

    assertEquals("calls by reflection generate classes", found.title());
    assertEquals(-1, found.remedy().indexOf("useNativeAccessorOnly"), found.remedy());
  }

  private Example reflective() throws IOException {
    return Example.of(folder, REFLECTIVE)
        .sampled(
            FIRST_INVOCATION,
            Cause.INVOKEDYNAMIC,
            8,
            "java.lang.invoke.MethodHandles.permuteArguments",
            "jdk.internal.reflect.MethodHandleAccessorFactory.newMethodAccessor",
            "java.lang.reflect.Method.acquireMethodAccessor",
            "java.lang.reflect.Method.invoke",
            "example.Handler.handleRequest@invoke")
        .sampled(
            FIRST_INVOCATION,
            Cause.INVOKEDYNAMIC,
            4,
            "java.lang.invoke.InvokerBytecodeGenerator.generateCustomizedCode",
            "jdk.internal.reflect.DirectMethodHandleAccessor.invoke",
            "java.lang.reflect.Method.invoke",
            "example.Handler.handleRequest@invoke")
        .sampled(FIRST_INVOCATION, Cause.USER_CODE, 20, "example.Handler.handleRequest");
  }

  private Example linked(String source, String site) throws IOException {
    return linked(source, folder, site);
  }

  private static Example linked(String source, Path folder, String site) throws IOException {
    return Example.of(folder, source)
        .sampled(
            FIRST_INVOCATION,
            Cause.INVOKEDYNAMIC,
            20,
            "java.lang.invoke.MethodHandleNatives.linkCallSite",
            "example.Handler.handleRequest@" + site)
        .sampled(FIRST_INVOCATION, Cause.USER_CODE, 20, "example.Handler.handleRequest");
  }
}
