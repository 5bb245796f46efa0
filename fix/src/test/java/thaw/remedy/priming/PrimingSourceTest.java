package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;

/** The source is compiled and its hook is run, as a runtime client would. */
class PrimingSourceTest {
  static final String[] CRAC = {
    "package org.crac; public interface Context<R extends Resource> {}",
    """
    package org.crac;
    public interface Resource {
      void beforeCheckpoint(Context<? extends Resource> context) throws Exception;
      void afterRestore(Context<? extends Resource> context) throws Exception;
    }
    """,
    """
    package org.crac;
    public class Core {
      public static Resource registered;
      public static Core getGlobalContext() { return new Core(); }
      public void register(Resource resource) { registered = resource; }
    }
    """,
    "package example; public class Loaded { static { System.setProperty(\"thaw.loaded\", \"ran\");"
        + " } }",
    "package example; public class Run { static { System.setProperty(\"thaw.run\", \"ran\"); } }"
  };

  @TempDir private Path folder;

  @BeforeEach
  void forget() {
    System.clearProperty("thaw.loaded");
    System.clearProperty("thaw.run");
  }

  /**
   * @return what the hook prints
   */
  private String primed(List<String> classes, Set<String> initialised, SafeCall... calls)
      throws Exception {
    GeneratedPriming priming =
        new GeneratedPriming(
            "Create", "example.Handler", classes, initialised, List.of(calls), List.of());
    Sources.compile(folder, CRAC);
    Sources.compile(folder, PrimingSource.of(priming));
    Files.writeString(folder.resolve(PrimingSource.STEPS), priming.steps());
    return printed(folder);
  }

  private static String printed(Path folder) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader
          .loadClass("example.GeneratedPriming")
          .getMethod("register", Object.class)
          .invoke(null, "handler");
      Object hook = loader.loadClass("org.crac.Core").getField("registered").get(null);
      Method before =
          hook.getClass().getMethod("beforeCheckpoint", loader.loadClass("org.crac.Context"));
      before.invoke(hook, new Object[] {null});
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void only_classes_that_may_be_initialised_are() throws Exception {
    String printed = primed(List.of("example.Loaded", "example.Run"), Set.of("example.Run"));
    assertEquals("", printed);
    assertNull(System.getProperty("thaw.loaded"));
    assertEquals("ran", System.getProperty("thaw.run"));
  }

  @Test
  void a_step_that_fails_is_told_and_the_others_are_done() throws Exception {
    String printed = primed(List.of("example.Missing", "example.Run"), Set.of("example.Run"));
    assertTrue(printed.startsWith("thaw priming: load example.Missing: "), printed);
    assertEquals("ran", System.getProperty("thaw.run"));
  }

  @Test
  void a_step_that_fails_tells_nothing_of_an_event() throws Exception {
    String event = "{\"path\":\"/secret\"}";
    String printed =
        primed(
            List.of(),
            Set.of(),
            new SafeCall("request 404 " + event, "", ""),
            new SafeCall("container 404 " + event, "", ""),
            new SafeCall("event \"secret\"", "", ""));
    assertEquals(3, printed.lines().count(), printed);
    assertTrue(printed.contains("thaw priming: request 404: "), printed);
    assertTrue(printed.contains("thaw priming: event: "), printed);
    assertFalse(printed.contains("secret"), printed);
  }

  @Test
  void safe_calls_of_libraries_are_made() throws Exception {
    String lambda = "software.amazon.awssdk.services.lambda.";
    List<SafeCall> calls =
        SafeCall.of(
            Set.of(
                lambda + "DefaultLambdaClient",
                "software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient"),
            Set.of(
                lambda + "transform.GetFunctionRequestMarshaller",
                "com.fasterxml.jackson.databind.ser.BeanSerializer",
                "sun.security.ssl.SSLSocketImpl",
                "java.util.Formatter"),
            Optional.of("{}"));
    List<SafeCall> ofLibraries =
        calls.stream().filter(call -> !call.step().startsWith("event ")).toList();
    assertEquals(4, ofLibraries.size());
    assertEquals("", primed(List.of(), Set.of(), ofLibraries.toArray(SafeCall[]::new)));
  }

  @Test
  void the_file_lies_in_the_package_of_the_handler_and_says_how_it_is_used() throws IOException {
    String source =
        PrimingSource.of(
            new GeneratedPriming(
                "Create", "example.Handler", List.of(), Set.of(), List.of(), List.of()));
    assertTrue(source.startsWith("package example;\n"), source);
    assertTrue(source.contains("constructor of Handler: GeneratedPriming.register(this);"), source);
    assertTrue(source.contains("-XX:+DisableExplicitGC"), source);
    assertFalse(source.contains("thaw.training"), source);
  }

  @Test
  void the_handler_of_a_framework_gets_a_subclass_that_registers_itself() throws IOException {
    String handler = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler";
    SafeCall call = new SafeCall("request 404 {}", "it answers a request", "the answer is a 404");
    String source =
        PrimingSource.of(
            new GeneratedPriming("Create", handler, List.of(), Set.of(), List.of(call), List.of()));
    assertTrue(source.startsWith("package priming;\n"), source);
    assertTrue(source.contains("public class PrimedHandler extends " + handler + " {"), source);
    assertTrue(source.contains("//   - it answers a request: the answer is a 404\n"), source);
  }

  @Test
  void what_is_omitted_is_a_comment_that_tells_why() throws Exception {
    String steps =
        new GeneratedPriming(
                "Create",
                "example.Handler",
                List.of(),
                Set.of(),
                List.of(),
                List.of(new SafeCall("request 404 {}", "a request", "a.Filter.run runs for it")))
            .steps();
    assertTrue(steps.contains("# Not done, as a.Filter.run runs for it."), steps);
    assertTrue(steps.endsWith("\n#request 404 {}\n"), steps);
  }

  @Test
  void a_handler_without_a_package_gets_a_source_without_one() {
    GeneratedPriming priming =
        new GeneratedPriming("Create", "Handler", List.of(), Set.of(), List.of(), List.of());
    assertTrue(PrimingSource.of(priming).startsWith("// Made by thaw snapstart for Create."));
  }
}
