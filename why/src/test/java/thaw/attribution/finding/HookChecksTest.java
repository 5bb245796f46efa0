package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;

/** Hooks that are registered when the snapshot has been taken. */
class HookChecksTest {
  private static final String RESOURCE =
      "package org.crac; public interface Resource {"
          + " void beforeCheckpoint(Context c); void afterRestore(Context c); }";
  private static final String CONTEXT =
      "package org.crac; public class Context { public void register(Resource resource) {} }";
  private static final String CORE =
      "package org.crac; public class Core {"
          + " public static Context getGlobalContext() { return new Context(); } }";
  private static final String ENGINE =
      "package org.lib; public class Engine {"
          + " public static Object create(Object o) { return null; }"
          + " public static Object send(Object o) { return null; } }";
  private static final String HOOK =
      """
      package example;
      public class Hook implements org.crac.Resource {
        public Hook() { org.crac.Core.getGlobalContext().register(this); }
        public Object rules() { return org.lib.Engine.create("rules"); }
        public void beforeCheckpoint(org.crac.Context c) { rules(); }
        public void afterRestore(org.crac.Context c) {}
      }
      """;
  private static final String LAZY =
      Stubs.handler(
          """
            private Hook hook;
            public String handleRequest(String event, Context context) {
              if (hook == null) {
                hook = new Hook();
              }
              org.lib.Engine.send(event);
              return String.valueOf(hook.rules());
            }
          """);
  private static final String ITSELF =
      Stubs.handler(
              """
                public String handleRequest(String event, Context context) {
                  org.crac.Core.getGlobalContext().register(this);
                  return String.valueOf(org.lib.Engine.create(event));
                }
                public void beforeCheckpoint(org.crac.Context c) { org.lib.Engine.create(""); }
                public void afterRestore(org.crac.Context c) {}
              """)
          .replace("RequestHandler<", "org.crac.Resource, RequestHandler<");

  @TempDir private Path folder;

  @Test
  void a_hook_whose_class_the_first_invocation_loads_is_told_with_what_it_would_have_done()
      throws IOException {
    Finding found = lazy().with(Example.snapStart()).finding("late-hook");

    assertEquals("the hook of Hook is registered after the snapshot", found.title());
    assertEquals("example.Hook.rules(Hook.java:4)", found.place());
    assertTrue(
        found
            .evidence()
            .contains("example.Hook.<init>(Hook.java:3), and spends 40 ms (40 samples)"),
        found.evidence());
    // 100 ms, of which a later invocation needs 10; 60 ms of them are another call's.
    assertEquals(40 * 0.9 * 171 / 195, found.lowMillis(), 0.01);
    assertEquals(40, found.highMillis(), 0.01);
    assertTrue(found.remedy().contains("static final Hook HOOK = new Hook();"), found.remedy());
  }

  @Test
  void no_more_is_saved_than_a_later_invocation_does_without() throws IOException {
    Finding found = lazy().later(80).with(Example.snapStart()).finding("late-hook");

    assertEquals(20, found.highMillis(), 0.01);
  }

  @Test
  void what_the_hook_would_have_done_is_told_once() throws IOException {
    assertEquals(2, lazy().findings("work-in-handler").size());
    assertEquals(1, lazy().with(Example.snapStart()).findings("work-in-handler").size());
  }

  @Test
  void without_a_snapshot_no_hook_is_late() throws IOException {
    assertEquals(0, lazy().findings("late-hook").size());
  }

  @Test
  void a_hook_that_was_there_before_the_snapshot_is_not_late() throws IOException {
    Example example = sampled(LAZY).loaded(HANDLER_INIT, "org.crac.Core").with(Example.snapStart());

    assertEquals(0, example.findings("late-hook").size());
  }

  @Test
  void a_late_class_that_registers_nothing_is_no_hook() throws IOException {
    Example example =
        Example.of(
                folder,
                RESOURCE,
                CONTEXT,
                ENGINE,
                HOOK.replace("org.crac.Core.getGlobalContext().register(this);", ""),
                LAZY)
            .loaded(FIRST_INVOCATION, "example.Hook")
            .sampled(FIRST_INVOCATION, Cause.USER_CODE, 50, "example.Handler.handleRequest")
            .with(Example.snapStart());

    assertEquals(0, example.findings("late-hook").size());
  }

  @Test
  void a_handler_that_registers_itself_in_a_request_is_late_when_crac_was_not_loaded_before()
      throws IOException {
    Example example =
        Example.of(folder, RESOURCE, CONTEXT, CORE, ENGINE, ITSELF)
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                40,
                "org.lib.Engine.create",
                "example.Handler.handleRequest@create")
            .with(Example.snapStart());
    assertEquals(0, example.findings("late-hook").size());

    Finding found = example.loaded(FIRST_INVOCATION, "org.crac.Core").finding("late-hook");
    assertEquals("example.Handler.handleRequest(Handler.java:10)", found.place());
    assertTrue(
        found.evidence().contains("example.Handler.handleRequest(Handler.java:9)"),
        found.evidence());
    assertEquals(
        "register it in init: move the call of register from Handler.handleRequest to the constructor"
            + " of Handler",
        found.remedy());
  }

  @Test
  void a_hook_that_does_little_is_a_mistake_all_the_same() throws IOException {
    Finding found =
        Example.of(folder, RESOURCE, CONTEXT, CORE, ENGINE, HOOK, LAZY)
            .loaded(FIRST_INVOCATION, "example.Hook")
            .sampled(FIRST_INVOCATION, Cause.USER_CODE, 50, "example.Handler.handleRequest")
            .with(Example.snapStart())
            .finding("late-hook");

    assertEquals("example.Hook.<init>(Hook.java:3)", found.place());
    assertTrue(found.evidence().contains("below the 2.0 ms"), found.evidence());
  }

  @Test
  void a_lazy_bean_of_a_container_does_not_prime_it() throws IOException {
    Example container = lazy().with(Example.handledBy("org.lib.Container::handleRequest"));
    Example restored = container.with(Example.snapStart());
    assertEquals(1, restored.findings("late-hook").size());
    assertEquals(1, restored.findings("unprimed-first-call").size());

    Example eager =
        sampled(LAZY)
            .with(Example.handledBy("org.lib.Container::handleRequest"))
            .with(Example.snapStart());
    assertEquals(0, eager.findings("late-hook").size());
    assertEquals(0, eager.findings("unprimed-first-call").size());
  }

  private Example lazy() throws IOException {
    return sampled(LAZY).loaded(FIRST_INVOCATION, "example.Hook", "org.crac.Core");
  }

  private Example sampled(String handler) throws IOException {
    return Example.of(folder, RESOURCE, CONTEXT, CORE, ENGINE, HOOK, handler)
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            40,
            "org.lib.Engine.create",
            "example.Hook.rules@create",
            "example.Handler.handleRequest@rules")
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            60,
            "org.lib.Engine.send",
            "example.Handler.handleRequest@send")
        .later(10);
  }
}
