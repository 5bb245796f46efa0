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

/** Libraries that are known to start slowly. */
class LibraryChecksTest {
  private static final String V1_BUILDER =
      "package com.amazonaws.services.dynamodbv2; public class AmazonDynamoDBClientBuilder {"
          + " public static Object defaultClient() { return null; } }";
  private static final String V1 =
      Stubs.handler(
          """
            private final Object client =
                com.amazonaws.services.dynamodbv2.AmazonDynamoDBClientBuilder.defaultClient();
            public String handleRequest(String event, Context context) { return event.trim(); }
          """);

  @TempDir private Path folder;

  private Example withVersion1() throws IOException {
    return Example.of(folder, V1_BUILDER, V1)
        .loaded(HANDLER_INIT, "com.amazonaws.AmazonWebServiceClient")
        .sampled(
            HANDLER_INIT,
            Cause.CLASS_PARSE,
            100,
            "com.amazonaws.AmazonWebServiceClient.<clinit>",
            "example.Handler.<init>@defaultClient");
  }

  @Test
  void without_an_archive_version_2_takes_the_published_part_off() throws IOException {
    Finding found = withVersion1().with(Example.noArchive(25)).finding("sdk-v1");

    assertEquals(22, found.lowMillis(), 0.01);
    assertEquals(38, found.highMillis(), 0.01);
  }

  @Test
  void version_1_of_the_sdk_is_found_where_a_client_is_built() throws IOException {
    Finding found = withVersion1().finding("sdk-v1");

    assertEquals("example.Handler.<init>(Handler.java:9)", found.place());
    assertEquals(38, found.lowMillis(), 0.01);
    assertEquals(100, found.highMillis(), 0.01);
  }

  @Test
  void the_runtime_client_has_the_names_of_version_1_and_is_none() throws IOException {
    assertEquals(
        0,
        plain("com.amazonaws.services.lambda.runtime.api.client.AWSLambda.main")
            .loaded(HANDLER_INIT, "com.amazonaws.services.lambda.runtime.Context")
            .findings("sdk-v1")
            .size());
  }

  @Test
  void a_logging_framework_is_told_with_the_place_that_starts_it() throws IOException {
    Finding found =
        plain("org.apache.logging.log4j.core.LoggerContext.start").finding("logging-start");

    assertEquals("Log4j 2 starts while the first event waits", found.title());
    assertEquals("example.Handler.handleRequest(Handler.java:10)", found.place());
    assertEquals(0, plain("org.slf4j.simple.SimpleLogger.init").findings("logging-start").size());
  }

  @Test
  void powertools_logging_is_not_told_to_leave_the_framework_that_it_needs() throws IOException {
    String start = "org.apache.logging.log4j.core.LoggerContext.start";
    assertTrue(plain(start).finding("logging-start").remedy().contains("slf4j-simple"));
    Finding found =
        plain(start)
            .loaded(HANDLER_INIT, "software.amazon.lambda.powertools.logging.LoggingUtils")
            .finding("logging-start");
    assertEquals(0, found.lowMillis());
    assertEquals("if its configuration is small already", found.lowIf());
    String remedy = found.remedy();
    assertFalse(remedy.contains("slf4j-simple"), remedy);
    assertTrue(remedy.contains("by which alone Powertools Logging writes"), remedy);
  }

  @Test
  void log4js_interface_is_no_framework_where_another_one_writes() throws IOException {
    List<Finding> found =
        plain("org.apache.logging.log4j.LogManager.getLogger")
            .sampled(HANDLER_INIT, Cause.LIBRARY, 60, "ch.qos.logback.classic.Logger.start")
            .loaded(
                HANDLER_INIT,
                "org.apache.logging.log4j.LogManager",
                "org.apache.logging.slf4j.SLF4JProvider")
            .findings("logging-start");

    assertEquals(
        List.of("Logback configures itself in init"), found.stream().map(Finding::title).toList());
  }

  @Test
  void what_has_the_package_of_the_old_sdk_counts_for_none_of_its_work() throws IOException {
    assertEquals(
        0,
        plain("com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler.proxy")
            .loaded(HANDLER_INIT, "com.amazonaws.serverless.proxy.AwsProxy")
            .findings("sdk-v1")
            .size());
  }

  @Test
  void springs_other_parts_wire_nothing() throws IOException {
    assertEquals(
        0,
        plain("org.springframework.web.client.RestTemplate.getForObject")
            .loaded(HANDLER_INIT, "org.springframework.web.client.RestTemplate")
            .findings("run-time-injection")
            .size());
  }

  @Test
  void a_logging_framework_that_init_starts_keeps_no_event_waiting() throws IOException {
    Finding found =
        Example.of(folder, V1_BUILDER, V1)
            .sampled(HANDLER_INIT, Cause.LIBRARY, 99, "ch.qos.logback.classic.LoggerContext.start")
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 1, "ch.qos.logback.classic.Logger.info")
            .finding("logging-start");

    assertEquals("Logback configures itself in init", found.title());
    assertFalse(found.remedy().contains("log one line in init"), found.remedy());
  }

  @Test
  void a_scanner_of_the_class_path_is_found_and_a_service_loader_is_not() throws IOException {
    Finding found = plain("io.github.classgraph.ClassGraph.scan").finding("class-path-scanning");

    assertTrue(found.title().startsWith("ClassGraph"), found.title());
    assertEquals(40, found.highMillis(), 0.01);
    assertEquals(0, plain("java.util.ServiceLoader.load").findings("class-path-scanning").size());
  }

  @Test
  void a_container_that_each_event_starts_is_found_at_its_line() throws IOException {
    Finding found =
        starting("return Guice.createInjector(event);")
            .later(20)
            .finding("container-for-each-event");

    assertEquals("example.Handler.handleRequest(Handler.java:10)", found.place());
    assertEquals("Guice is started anew for each event", found.title());
    assertTrue(found.highMillis() > 50, found.evidence());
    assertTrue(found.evidence().endsWith("and a later invocation takes 20 ms"), found.evidence());
  }

  @Test
  void a_container_that_is_kept_or_made_once_is_no_mistake_of_this_kind() throws IOException {
    String kept = "if (made == null) { made = Guice.createInjector(event); } return made;";
    assertEquals(0, starting(kept).later(20).findings("container-for-each-event").size());
    String once = "return Guice.createInjector(event);";
    assertEquals(0, starting(once).later(2).findings("container-for-each-event").size());
    assertEquals(0, starting(once).findings("container-for-each-event").size());
  }

  private Example starting(String body) throws IOException {
    return Example.of(
            folder,
            Stubs.CONTAINER,
            Stubs.handler(
                """
                  private static String made;
                  public String handleRequest(String event, Context context) {
                    %s
                  }
                """
                    .formatted(body.replace("Guice.", "com.google.inject.Guice."))))
        .sampled(
            FIRST_INVOCATION,
            Cause.LIBRARY,
            90,
            "com.google.inject.Guice.createInjector",
            "example.Handler.handleRequest@createInjector")
        .spent(FIRST_INVOCATION, Cause.THROTTLED, 90);
  }

  private Example plain(String leaf) throws IOException {
    return Example.of(folder, V1_BUILDER, V1)
        .sampled(FIRST_INVOCATION, Cause.LIBRARY, 40, leaf, "example.Handler.handleRequest@trim");
  }
}
