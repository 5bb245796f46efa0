package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.remedy.Family;

/** Objects that are wired, and JSON that is bound, by reflection at run time. */
class BindingChecksTest {
  private static final String GUICE =
      Stubs.handler(
          """
            private static final Object SERVICE =
                com.google.inject.Guice.createInjector("module");
            public String handleRequest(String event, Context context) { return event; }
          """);
  private static final String PLAIN =
      Stubs.handler(
          """
            private static final List<String> SERVICE = new ArrayList<>();
            public String handleRequest(String event, Context context) { return event; }
          """);
  private static final String MAPPER =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              return new com.fasterxml.jackson.databind.ObjectMapper().writeValueAsString(event);
            }
          """);
  private static final String GENERATOR =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              new com.fasterxml.jackson.core.JsonFactory().createGenerator(event);
              return event;
            }
          """);

  @TempDir private Path folder;

  @Test
  void a_container_is_told_as_an_interval_from_its_own_code_to_all_that_it_was_first_to_use()
      throws IOException {
    Finding found =
        injected(Example.of(folder, Stubs.CONTAINER, GUICE)).finding("run-time-injection");

    assertEquals("example.Handler.<clinit>(Handler.java:9)", found.place());
    assertEquals(20, found.lowMillis(), 0.01);
    assertEquals(50, found.highMillis(), 0.01);
    assertTrue(found.evidence().contains("50 ms (50 samples)"), found.evidence());
  }

  @Test
  void a_part_of_what_a_container_took_is_measured_as_the_whole_is() throws IOException {
    Finding found =
        injected(Example.of(folder, Stubs.CONTAINER, GUICE))
            .sampled(
                FIRST_INVOCATION,
                Cause.NETWORK_WAIT,
                90,
                "java.net.Socket.read",
                "com.google.inject.Guice.createInjector",
                "example.Handler.<clinit>@createInjector")
            .finding("run-time-injection");

    assertTrue(
        found.evidence().startsWith("it took 50 ms (50 samples), of which 0.0 ms in the first"),
        "waits are in neither: " + found.evidence());
  }

  private static final String SPRING =
      "package org.springframework.boot; public class SpringApplication {"
          + " public static Object run(Object main) { return null; } }";
  private static final String WEB =
      GUICE.replace(
          "com.google.inject.Guice.createInjector",
          "org.springframework.boot.SpringApplication.run");

  private static Example spring(Example example, PhaseName phase, String method) {
    return example
        .loaded(phase, "org.springframework.boot.SpringApplication")
        .sampled(
            phase,
            Cause.CLASS_PARSE,
            50,
            "org.springframework.boot.SpringApplication.run",
            "example.Handler." + method)
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            5,
            "org.springframework.boot.SpringApplication.run",
            "example.Handler.handleRequest");
  }

  @Test
  void an_application_of_spring_that_starts_in_init_is_told_neither_to_move_nor_to_use_dagger()
      throws IOException {
    Finding found =
        spring(Example.of(folder, SPRING, WEB), HANDLER_INIT, "<clinit>@run")
            .finding("run-time-injection");

    assertFalse(found.remedy().contains("Dagger"), found.remedy());
    assertFalse(found.remedy().contains("in init"), found.remedy());
    assertTrue(found.remedy().contains("process-aot"), found.remedy());
  }

  @Test
  void what_the_version_of_spring_boot_cannot_do_is_not_the_advice() throws IOException {
    Finding found =
        spring(Example.of(folder, SPRING, WEB), HANDLER_INIT, "<clinit>@run")
            .loadedOf(
                "spring-boot 2.7.6", HANDLER_INIT, "org.springframework.boot.SpringApplication")
            .finding("run-time-injection");

    assertFalse(found.remedy().contains("process-aot"), found.remedy());
    assertTrue(found.remedy().contains("from Spring Boot 3 on"), found.remedy());
  }

  @Test
  void what_starts_with_the_first_event_is_told_to_start_in_init() throws IOException {
    Finding found =
        spring(Example.of(folder, SPRING, WEB), FIRST_INVOCATION, "handleRequest")
            .finding("run-time-injection");

    assertTrue(
        found.remedy().contains("make others lazy. At least start the container in init"),
        found.remedy());
  }

  @Test
  void where_the_build_makes_springs_definitions_it_is_not_offered_again() throws IOException {
    Example example =
        spring(Example.of(folder, SPRING, WEB), HANDLER_INIT, "<clinit>@run")
            .loaded(HANDLER_INIT, "example.Application__ApplicationContextInitializer");

    assertEquals(0, example.findings("run-time-injection").size());
    Finding found = example.finding("container-start");
    assertFalse(found.remedy().contains("process-aot"), found.remedy());
    assertTrue(Family.answering(found.id()).isEmpty());
  }

  @Test
  void a_container_on_the_class_path_that_no_cold_start_uses_is_no_finding() throws IOException {
    Example example =
        Example.of(folder, Stubs.CONTAINER, PLAIN)
            .sampled(HANDLER_INIT, Cause.USER_CODE, 50, "example.Handler.<clinit>");

    assertEquals(0, example.findings("run-time-injection").size());
  }

  /** 20 of its own, 30 of the JDK's that it was first to use; 5 that a module of ours asked for. */
  private static Example injected(Example example) {
    return example
        .loaded(HANDLER_INIT, "com.google.inject.Guice")
        .owned(
            "com.google.inject:guice:7.0.0",
            HANDLER_INIT,
            Cause.CLASS_PARSE,
            20,
            "java.lang.ClassLoader.loadClass",
            "com.google.inject.Guice.createInjector",
            "example.Handler.<clinit>@createInjector")
        .owned(
            "JDK",
            HANDLER_INIT,
            Cause.CLASS_PARSE,
            10,
            "java.lang.ClassLoader.loadClass",
            "com.google.inject.Guice.createInjector",
            "example.Handler.<clinit>@createInjector")
        .sampled(
            HANDLER_INIT,
            Cause.INVOKEDYNAMIC,
            20,
            "java.lang.invoke.MethodHandles.lookup",
            "com.google.inject.Guice.createInjector",
            "example.Handler.<clinit>@createInjector")
        .sampled(
            HANDLER_INIT,
            Cause.USER_CODE,
            5,
            "example.Module.configure",
            "com.google.inject.Guice.createInjector",
            "example.Handler.<clinit>@createInjector");
  }

  @Test
  void a_mapper_is_found_where_own_code_uses_it() throws IOException {
    Finding found =
        Example.of(folder, Stubs.DATABIND, MAPPER)
            .loaded(FIRST_INVOCATION, "com.fasterxml.jackson.databind.ObjectMapper")
            .sampled(
                FIRST_INVOCATION,
                Cause.JSON,
                15,
                "com.fasterxml.jackson.databind.ObjectMapper.writeValueAsString",
                "example.Handler.handleRequest@writeValueAsString")
            .sampled(
                FIRST_INVOCATION,
                Cause.REFLECTION,
                25,
                "java.lang.Class.getDeclaredMethods",
                "com.fasterxml.jackson.databind.ObjectMapper.writeValueAsString",
                "example.Handler.handleRequest@writeValueAsString")
            .finding("reflective-json");

    assertEquals("example.Handler.handleRequest(Handler.java:9)", found.place());
    assertEquals(15, found.lowMillis(), 0.01);
    assertEquals(40, found.highMillis(), 0.01);
  }

  @Test
  void a_streaming_generator_is_no_finding_nor_is_a_mapper_that_a_library_has() throws IOException {
    Example streaming =
        Example.of(folder.resolve("streaming"), Stubs.STREAMING, GENERATOR)
            .loaded(FIRST_INVOCATION, "com.fasterxml.jackson.core.JsonFactory")
            .sampled(
                FIRST_INVOCATION,
                Cause.JSON,
                15,
                "com.fasterxml.jackson.core.JsonFactory.createGenerator",
                "example.Handler.handleRequest@createGenerator");
    Example library =
        Example.of(folder.resolve("library"), Stubs.DATABIND, PLAIN)
            .loaded(FIRST_INVOCATION, "com.fasterxml.jackson.databind.ObjectMapper")
            .sampled(
                FIRST_INVOCATION,
                Cause.JSON,
                15,
                "com.fasterxml.jackson.databind.ObjectMapper.writeValueAsString",
                "example.Handler.handleRequest");

    assertEquals(0, streaming.findings("reflective-json").size());
    assertEquals(0, library.findings("reflective-json").size());
  }

  @Test
  void the_runtime_clients_serializer_is_told_at_the_handler() throws IOException {
    Finding found = serialized(Example.of(folder, PLAIN)).finding("pojo-handler");

    assertEquals("example.Handler.handleRequest(Handler.java:9)", found.place());
    assertEquals(12, found.highMillis(), 0.01);
  }

  @Test
  void a_stream_handler_has_no_serializer_to_lose() throws IOException {
    String stream =
        """
        package example;
        import java.io.*;
        import com.amazonaws.services.lambda.runtime.*;
        public class Handler implements RequestStreamHandler {
          public void handleRequest(InputStream in, OutputStream out, Context context) {}
        }
        """;

    assertEquals(0, serialized(Example.of(folder, stream)).findings("pojo-handler").size());
  }

  private static Example serialized(Example example) {
    return example
        .loaded(HANDLER_INIT, "com.amazonaws.services.lambda.runtime.serialization.PojoSerializer")
        .sampled(
            HANDLER_INIT,
            Cause.JSON,
            12,
            "com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.ObjectMapper.<init>",
            "com.amazonaws.services.lambda.runtime.serialization.PojoSerializer.make");
  }
}
