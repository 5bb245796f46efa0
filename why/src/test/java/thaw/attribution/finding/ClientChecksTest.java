package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;

/** Clients of the AWS SDK: where they are built, and with which settings. */
class ClientChecksTest {
  private static final String IN_HANDLER =
      Stubs.handler(
          """
            private DynamoDbClient client;
            public String handleRequest(String event, Context context) {
              if (client == null) {
                client = DynamoDbClient.builder()
                    .region("eu")
                    .build();
              }
              return String.valueOf(client.putItem(event));
            }
          """);
  private static final String CONFIGURED =
      Stubs.handler(
          """
            private static final DynamoDbClient CLIENT = Clients.with(DynamoDbClient.builder())
                .credentialsProvider("c").endpointOverride("e").httpClientBuilder("h").build();
            static { CLIENT.putItem("priming"); }
            public String handleRequest(String event, Context context) {
              return String.valueOf(CLIENT.putItem(event));
            }
          """);
  private static final String CLIENTS =
      """
      package example;
      import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
      public class Clients {
        static <B extends AwsClientBuilder<B, C>, C> B with(B builder) {
          return builder.region("eu");
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void a_client_that_the_handler_builds_is_found_at_its_line_with_what_init_would_save()
      throws IOException {
    Finding found = inHandler().finding("client-built-in-handler");

    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    // 30 ms on a CPU, stretched to 60 by the quota; in init between 30 and 20.
    assertEquals(30, found.lowMillis(), 0.01);
    assertEquals(40, found.highMillis(), 0.01);
    assertTrue(
        found.evidence().contains("60 ms (30 ms without throttling; 30 samples)"),
        found.evidence());
    assertTrue(found.remedy().contains("static final DynamoDbClient"), found.remedy());
  }

  @Test
  void with_snap_start_all_of_it_is_saved() throws IOException {
    Finding found = inHandler().with(Example.snapStart()).finding("client-built-in-handler");

    assertEquals(60 * 171.0 / 195, found.lowMillis(), 0.01);
    assertEquals(60, found.highMillis(), 0.01);
  }

  @Test
  void at_full_cpu_it_is_still_told() throws IOException {
    Example example =
        Example.of(folder, Stubs.sdk(IN_HANDLER))
            .with(Example.fullCpu())
            .loaded(FIRST_INVOCATION, Stubs.DYNAMO_DB, Stubs.DEFAULT_BUILDER)
            .sampled(
                FIRST_INVOCATION, Cause.USER_CODE, 500, "example.Handler.handleRequest@putItem");

    assertEquals(0, example.finding("client-built-in-handler").lowMillis());
  }

  private Example inHandler() throws IOException {
    return Example.of(folder, Stubs.sdk(IN_HANDLER))
        .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
        .loaded(FIRST_INVOCATION, Stubs.DEFAULT_BUILDER, Stubs.DEFAULT_DYNAMO_DB)
        .sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            30,
            Stubs.DEFAULT_BUILDER + ".buildClient",
            "example.Handler.handleRequest@build")
        .sampled(FIRST_INVOCATION, Cause.LIBRARY, 10, "example.Handler.handleRequest@putItem")
        .spent(FIRST_INVOCATION, Cause.THROTTLED, 40);
  }

  @Test
  void a_client_that_a_static_initialiser_builds_is_not() throws IOException {
    assertEquals(0, configured().findings("client-built-in-handler").size());
  }

  @Test
  void a_branch_of_which_another_was_seen_did_not_run() throws IOException {
    String handler =
        Stubs.handler(
            """
              public String handleRequest(String event, Context context) {
                DynamoDbClient client = event.isEmpty()
                    ? DynamoDbClient.builder().region("eu").build()
                    : DynamoDbClient.builder().endpointOverride("e").build();
                return String.valueOf(client.putItem(event));
              }
            """);
    Example example =
        Example.of(folder, Stubs.sdk(handler))
            .loaded(FIRST_INVOCATION, Stubs.DEFAULT_BUILDER, Stubs.DEFAULT_DYNAMO_DB);
    assertEquals(2, example.findings("client-built-in-handler").size());
    example.sampled(
        FIRST_INVOCATION,
        Cause.CLASS_PARSE,
        30,
        Stubs.DEFAULT_BUILDER + ".buildClient",
        "example.Handler.handleRequest@build");
    assertEquals(1, example.findings("client-built-in-handler").size());
  }

  @Test
  void a_client_that_is_never_built_is_not() throws IOException {
    Example example =
        Example.of(folder, Stubs.sdk(IN_HANDLER))
            .sampled(FIRST_INVOCATION, Cause.USER_CODE, 50, "example.Handler.handleRequest");

    assertEquals(0, example.findings("client-built-in-handler").size());
    assertEquals(0, example.findings("client-without-settings").size());
  }

  @Test
  void what_a_builder_is_not_told_is_named_with_the_cost_of_the_search() throws IOException {
    Finding found =
        inHandler()
            .sampled(
                FIRST_INVOCATION,
                Cause.LIBRARY,
                20,
                "java.util.HashMap.get",
                "software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider.create",
                "example.Handler.handleRequest@build")
            .finding("client-without-settings");

    assertEquals("DynamoDbClient has to search for its credentials, endpoint", found.title());
    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    assertEquals(0, found.lowMillis(), "a client that is told all loads some of it as well");
    assertTrue(found.highMillis() > 0, found.toString());
  }

  @Test
  void the_search_for_an_endpoint_is_no_gain_of_region_and_credentials() throws IOException {
    Example searching =
        inHandler()
            .sampled(
                FIRST_INVOCATION,
                Cause.LIBRARY,
                20,
                "software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider.create",
                "example.Handler.handleRequest@build");
    double before = searching.finding("client-without-settings").highMillis();

    Finding found =
        searching
            .sampled(
                FIRST_INVOCATION,
                Cause.LIBRARY,
                200,
                "software.amazon.awssdk.regions.internal.MetadataLoader.serviceMetadata",
                "example.Handler.handleRequest@build")
            .finding("client-without-settings");

    assertTrue(found.highMillis() <= before, found + " before " + before);
    assertTrue(found.evidence().contains("220 samples)"), found.evidence());
  }

  @Test
  void the_default_chain_of_credentials_is_a_search_though_it_is_given() throws IOException {
    String source =
        Stubs.handler(
            """
              private static final DynamoDbClient CLIENT = DynamoDbClient.builder().region("eu")
                  .credentialsProvider(
                      software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider.create())
                  .endpointOverride("e").build();
              public String handleRequest(String event, Context context) { return event; }
            """);
    Finding found =
        Example.of(folder, Stubs.sdk(source))
            .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
            .sampled(HANDLER_INIT, Cause.LIBRARY, 100, "example.Handler.<clinit>@build")
            .finding("client-without-settings");

    assertEquals("DynamoDbClient has to search for its credentials", found.title());
    assertTrue(
        found
            .remedy()
            .startsWith(
                ".credentialsProvider(EnvironmentVariableCredentialsProvider.create()); with SnapStart"),
        found.remedy()); // a region that is set stays
    assertTrue(found.evidence().startsWith("it is given a DefaultCredentialsProvider"));
    assertFalse(found.evidence().contains("does not call"), found.evidence());
    assertTrue(
        found.evidence().contains("the search took less than 3.0 ms (no sample)"),
        found.evidence());
  }

  @Test
  void a_client_that_is_told_all_needs_no_search() throws IOException {
    assertEquals(0, configured().findings("client-without-settings").size());
  }

  private Example configured() throws IOException {
    return Example.of(folder, Stubs.sdk(CLIENTS, CONFIGURED))
        .loaded(HANDLER_INIT, Stubs.DYNAMO_DB, Stubs.DEFAULT_BUILDER)
        .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 30, "example.Handler.<clinit>@build")
        .sampled(FIRST_INVOCATION, Cause.LIBRARY, 10, "example.Handler.handleRequest@putItem");
  }

  @Test
  void each_client_has_the_cost_of_its_own_search() throws IOException {
    String search = "software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider.create";
    List<Finding> found =
        Example.of(
                folder,
                Stubs.sdk(
                    "package example; public class Other { static final Object CLIENT ="
                        + " software.amazon.awssdk.services.dynamodb.DynamoDbClient.builder().build(); }",
                    Stubs.handler(
                        """
                          private static final Object CLIENT = DynamoDbClient.builder().build();
                          public String handleRequest(String event, Context context) {
                            return "" + Other.CLIENT + CLIENT;
                          }
                        """)))
            .loaded(HANDLER_INIT, Stubs.DYNAMO_DB, Stubs.DEFAULT_BUILDER)
            .sampled(HANDLER_INIT, Cause.LIBRARY, 10, search, "example.Handler.<clinit>@build")
            .sampled(HANDLER_INIT, Cause.LIBRARY, 30, search, "example.Other.<clinit>@build")
            .findings("client-without-settings");
    assertEquals(2, found.size(), found::toString);
    assertEquals(1, found.stream().filter(each -> each.evidence().contains("took 10 ms")).count());
    assertEquals(1, found.stream().filter(each -> each.evidence().contains("took 30 ms")).count());
  }

  @Test
  void an_event_that_leads_to_no_call_of_any_client_is_told_before_all_else() throws IOException {
    Explanation silent = Findings.explained(configured().evidence());
    assertEquals(1, silent.warnings().size());
    assertTrue(
        silent.warnings().getFirst().startsWith("The event leads to no call of DynamoDbClient: "),
        silent.warnings().getFirst());
    assertEquals(Optional.of(silent.warnings().getFirst()), silent.callsNone());

    Explanation calling =
        Findings.explained(
            configured()
                .loaded(
                    FIRST_INVOCATION,
                    "software.amazon.awssdk.core.internal.http.pipeline.stages.MakeHttpRequestStage")
                .evidence());
    assertEquals(List.of(), calling.warnings());

    Explanation none =
        Findings.explained(Example.of(folder.resolve("none"), Stubs.sdk(IN_HANDLER)).evidence());
    assertEquals(Optional.empty(), none.callsNone());
  }

  @Test
  void three_http_clients_and_none_chosen_are_found_where_the_client_is_built() throws IOException {
    Finding found =
        Example.of(folder, Stubs.sdk(Stubs.URL_CONNECTION, Stubs.APACHE_5, Stubs.NETTY, IN_HANDLER))
            .loaded(
                FIRST_INVOCATION,
                Stubs.DYNAMO_DB,
                "software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient",
                "software.amazon.awssdk.http.apache5.Apache5HttpClient",
                "org.apache.hc.core5.http.HttpHost")
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_LOADER,
                8,
                "software.amazon.awssdk.core.internal.http.loader.Loader.load",
                "example.Handler.handleRequest@build")
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                50,
                "software.amazon.awssdk.http.apache5.Apache5HttpClient.build",
                "software.amazon.awssdk.core.internal.http.loader.Loader.load",
                "example.Handler.handleRequest@build")
            .finding("several-http-clients");

    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    assertTrue(
        found.evidence().startsWith("URLConnection, Apache 5; the SDK took: Apache 5"),
        found.evidence());
    assertEquals(4, found.lowMillis(), 0.01);
    assertEquals(8, found.highMillis(), 0.01);
  }

  @Test
  void several_http_clients_are_no_fault_when_one_is_chosen_or_one_alone_would_do()
      throws IOException {
    Example chosen =
        Example.of(
                folder.resolve("chosen"),
                Stubs.sdk(Stubs.URL_CONNECTION, Stubs.APACHE_5, Stubs.NETTY, CLIENTS, CONFIGURED))
            .loaded(HANDLER_INIT, Stubs.DYNAMO_DB)
            .sampled(HANDLER_INIT, Cause.LIBRARY, 50, "example.Handler.<clinit>@build");
    Example alone =
        Example.of(folder.resolve("alone"), Stubs.sdk(Stubs.APACHE_5, Stubs.NETTY, IN_HANDLER))
            .loaded(FIRST_INVOCATION, Stubs.DYNAMO_DB)
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 50, "example.Handler.handleRequest@build");

    assertEquals(0, chosen.findings("several-http-clients").size());
    assertEquals(0, alone.findings("several-http-clients").size());
  }

  @Test
  void a_slow_http_client_is_told_with_what_another_would_still_cost() throws IOException {
    Finding found =
        Example.of(folder, Stubs.sdk(Stubs.APACHE_5, IN_HANDLER))
            .loaded(
                FIRST_INVOCATION, Stubs.DYNAMO_DB, "software.amazon.awssdk.http.apache5.Adapter")
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                100,
                "java.lang.ClassLoader.loadClass",
                "org.apache.hc.client5.http.impl.Pool.<init>",
                "software.amazon.awssdk.http.apache5.Apache5HttpClient.build",
                "example.Handler.handleRequest@build")
            .finding("slow-http-client");

    assertEquals("example.Handler.handleRequest(Handler.java:11)", found.place());
    assertEquals(28.8, found.lowMillis(), 0.1);
    assertEquals(65.4, found.highMillis(), 0.1);
    assertTrue(found.evidence().contains("with 1 classes"), found.evidence());
  }

  @Test
  void the_lightest_http_client_is_no_finding() throws IOException {
    Example example =
        Example.of(folder, Stubs.sdk(Stubs.URL_CONNECTION, IN_HANDLER))
            .loaded(
                FIRST_INVOCATION, Stubs.DYNAMO_DB, "software.amazon.awssdk.http.urlconnection.Some")
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                100,
                "software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient.build",
                "example.Handler.handleRequest@build");

    assertEquals(0, example.findings("slow-http-client").size());
    assertEquals(0, example.findings("several-http-clients").size());
  }
}
