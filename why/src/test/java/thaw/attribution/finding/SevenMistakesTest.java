package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;

/** A function that makes seven mistakes at once, and its twin that makes none. */
class SevenMistakesTest {
  private static final Map<String, String> MISTAKES =
      Map.of(
          "client-built-in-handler", "handleRequest(Handler.java:16)",
          "client-without-settings", "handleRequest(Handler.java:16)",
          "several-http-clients", "handleRequest(Handler.java:16)",
          "run-time-injection", "handleRequest(Handler.java:18)",
          "reflective-json", "handleRequest(Handler.java:19)",
          "blocked-on-network-in-init", "<clinit>(Handler.java:11)",
          "background-thread", "<clinit>(Handler.java:9)");

  private static final String MISTAKEN =
      Stubs.handler(
          """
            private static final ScheduledExecutorService FLUSHER =
                Executors.newSingleThreadScheduledExecutor();
            static {
              try { new java.net.Socket("localhost", 1).close(); }
              catch (java.io.IOException e) { throw new IllegalStateException(e); }
            }
            public String handleRequest(String event, Context context) {
              DynamoDbClient client =
                  DynamoDbClient.builder()
                      .build();
              com.google.inject.Guice.createInjector(client);
              String json = new com.fasterxml.jackson.databind.ObjectMapper()
                  .writeValueAsString(event);
              return json + client.putItem(event);
            }
          """);
  private static final String CLEAN =
      Stubs.handler(
          """
            private static final DynamoDbClient CLIENT =
                DynamoDbClient.builder().region("eu").credentialsProvider("c")
                    .endpointOverride("e").httpClientBuilder("url").build();
            static { put("nothing"); }
            public String handleRequest(String event, Context context) {
              new com.fasterxml.jackson.core.JsonFactory().createGenerator(event);
              return put(event);
            }
            static String put(String event) { return String.valueOf(CLIENT.putItem(event)); }
          """);

  @TempDir private Path folder;

  @Test
  void all_seven_are_found_each_at_its_line() throws IOException {
    Map<String, String> found = new TreeMap<>();
    mistaken()
        .findings()
        .forEach(
            finding -> found.put(finding.id(), finding.place().replace("example.Handler.", "")));
    found.keySet().retainAll(MISTAKES.keySet());

    assertEquals(new TreeMap<>(MISTAKES), found);
  }

  @Test
  void the_clean_twin_has_none_of_them() throws IOException {
    Set<String> found = new TreeSet<>();
    clean().findings().forEach(finding -> found.add(finding.id()));
    found.retainAll(MISTAKES.keySet());

    assertEquals(Set.of(), found);
    assertEquals(0, clean().later(1).findings("unprimed-first-call").size());
  }

  private Example mistaken() throws IOException {
    String handler = "example.Handler.handleRequest";
    return Example.of(
            folder,
            Stubs.sdk(
                Stubs.URL_CONNECTION,
                Stubs.APACHE_5,
                Stubs.NETTY,
                Stubs.CONTAINER,
                Stubs.DATABIND,
                MISTAKEN))
        .alive("pool-1-thread-1", 0.1)
        .loaded(FIRST_INVOCATION, Stubs.DYNAMO_DB, Stubs.DEFAULT_BUILDER)
        .loaded(FIRST_INVOCATION, "com.google.inject.Guice")
        .loaded(FIRST_INVOCATION, "com.fasterxml.jackson.databind.ObjectMapper")
        .owned(
            "10.0.0.1:80",
            HANDLER_INIT,
            Cause.NETWORK_WAIT,
            50,
            "java.net.Socket.<init>",
            "example.Handler.<clinit>@<init>")
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            90,
            Stubs.DEFAULT_BUILDER + ".build",
            handler + "@build")
        .sampled(
            FIRST_INVOCATION,
            Cause.INJECTION,
            50,
            "com.google.inject.Guice.createInjector",
            handler + "@createInjector")
        .sampled(
            FIRST_INVOCATION,
            Cause.JSON,
            50,
            "com.fasterxml.jackson.databind.ObjectMapper.<init>",
            handler + "@<init>")
        .spent(FIRST_INVOCATION, Cause.THROTTLED, 100);
  }

  private Example clean() throws IOException {
    return Example.of(
            folder.resolve("clean"), Stubs.sdk(Stubs.URL_CONNECTION, Stubs.STREAMING, CLEAN))
        .alive("main", 100)
        .alive("Keep-Alive-Time", 1)
        .loaded(HANDLER_INIT, Stubs.DYNAMO_DB, Stubs.DEFAULT_BUILDER)
        .loaded(FIRST_INVOCATION, "com.fasterxml.jackson.core.JsonFactory")
        .sampled(
            HANDLER_INIT,
            Cause.CLASS_PARSE,
            90,
            Stubs.DEFAULT_BUILDER + ".build",
            "example.Handler.<clinit>@build")
        .owned(
            "127.0.0.1:8000",
            HANDLER_INIT,
            Cause.NETWORK_WAIT,
            50,
            Stubs.DYNAMO_DB + ".putItem",
            "example.Handler.put@putItem",
            "example.Handler.<clinit>@put")
        .sampled(
            FIRST_INVOCATION,
            Cause.JSON,
            10,
            "com.fasterxml.jackson.core.JsonFactory.createGenerator",
            "example.Handler.handleRequest@createGenerator");
  }
}
