package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientBuildersTest {
  private static final String HANDLER =
      """
      package example;

      import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

      class Handler {
        private static final DynamoDbClient CLIENT = DynamoDbClient.create();
      }
      """;

  private static final String TOLD =
      """
      package example;

      import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
      import software.amazon.awssdk.regions.Region;
      import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

      class Handler {
        private static final DynamoDbClient CLIENT = DynamoDbClient.builder()
            .region(Region.of(System.getenv("AWS_REGION")))
            .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
            .build();
      }
      """;

  @TempDir Path folder;

  private List<ClientBuilders.Proposal> proposals(String handler) throws Exception {
    Path sources = folder.resolve("src/main/java");
    SdkStubs.write(sources);
    SdkStubs.write(sources, "example/Handler", handler);
    JavaSources read = JavaSources.read(folder, sources, List.of());
    // the stubs' own create() is no client of a module's
    return ClientBuilders.withRegionAndCredentials(read).stream()
        .filter(each -> each.file().endsWith("Handler.java"))
        .toList();
  }

  private String edited(String before) throws Exception {
    List<ClientBuilders.Proposal> proposals = proposals(before);
    assertEquals(1, proposals.size());
    String text = before;
    for (TextEdit edit : proposals.getFirst().edits()) {
      text = edit.in(text).orElseThrow();
    }
    return text;
  }

  @Test
  void a_client_is_told_its_region_and_credentials() throws Exception {
    assertEquals(TOLD, edited(HANDLER));
    assertEquals(List.of(), proposals(TOLD));
  }

  @Test
  void a_chain_keeps_its_lines_and_comments() throws Exception {
    String before =
        HANDLER.replace(
            "DynamoDbClient.create()",
            "DynamoDbClient\n      .builder() // ours\n      .defaultsMode(null)\n      .build()");
    String text = edited(before);

    assertTrue(
        text.contains(
            """
                  .builder()
                  .region(Region.of(System.getenv("AWS_REGION")))
                  .credentialsProvider(EnvironmentVariableCredentialsProvider.create()) // ours
                  .defaultsMode(null)
            """
                .indent(0)),
        text);
  }

  @Test
  void a_chain_that_becomes_too_wide_is_broken() throws Exception {
    String before = HANDLER.replace("create()", "builder().defaultsMode(null).build()");
    String text = edited(before);

    assertTrue(
        text.contains(
            """
            DynamoDbClient.builder()
                  .region(Region.of(System.getenv("AWS_REGION")))
                  .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
                  .defaultsMode(null)
                  .build();
            """),
        text);
  }

  @Test
  void what_one_builder_lacks_is_given_to_it_and_all_of_one_type_are_one_step() throws Exception {
    String before =
        HANDLER.replace(
            "DynamoDbClient.create();",
            """
            DynamoDbClient.builder().region(null).build();
              private static final DynamoDbClient OTHER = DynamoDbClient.builder().credentialsProvider(null).build();
              private static final DynamoDbClient TOLD = DynamoDbClient.builder().region(null).credentialsProvider(null).build();
            """
                .strip());
    String text = edited(before);

    assertEquals(3, text.split("[.]region\\(", -1).length - 1, text);
    assertEquals(3, text.split("[.]credentialsProvider\\(", -1).length - 1, text);
    assertEquals(2, text.split("EnvironmentVariableCredentialsProvider", -1).length - 1, text);
    assertEquals(2, text.split("Region;|Region[.]of", -1).length - 1, text);
    assertEquals(List.of(), proposals(text));
  }

  @Test
  void credentials_that_are_searched_for_come_from_the_variables_and_their_import_with_them()
      throws Exception {
    String searching =
        TOLD.replace("EnvironmentVariableCredentials", "DefaultCredentials")
            .replace("Region.of(System.getenv(\"AWS_REGION\"))", "Region.of(\"eu-west-1\")");

    assertEquals(
        TOLD.replace("Region.of(System.getenv(\"AWS_REGION\"))", "Region.of(\"eu-west-1\")"),
        edited(searching));
  }

  @Test
  void the_import_of_a_search_that_something_else_uses_stays() throws Exception {
    String text =
        edited(
            TOLD.replace("EnvironmentVariableCredentials", "DefaultCredentials")
                .replace(
                    "class Handler {\n", "class Handler {\n  DefaultCredentialsProvider other;\n"));

    assertTrue(text.contains("import software.amazon.awssdk.auth.credentials.Default"), text);
    assertTrue(text.contains("import software.amazon.awssdk.auth.credentials.Environment"), text);
    assertTrue(text.contains("(EnvironmentVariableCredentialsProvider.create())"), text);
    assertEquals(List.of(), proposals(text));
  }

  /** What sets either, or may; a builder that goes elsewhere; properties that are set. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DynamoDbClient.builder().region(null).credentialsProvider(null).build()",
        "DynamoDbClient.builder().region(null).credentialsProvider(DefaultCredentialsProvider.create(\"a\")).build()",
        "DynamoDbClient.builder().endpointOverride(null).build()",
        "DynamoDbClient.builder().overrideConfiguration(null).build()",
        "DynamoDbClient.builder().overrideConfiguration(o -> o.defaultProfileName(null)).build()",
        "DynamoDbClient.builder().applyMutation(null).build()",
        "made(DynamoDbClient.builder())",
        "System.setProperty(\"a\", \"b\") == null ? null : DynamoDbClient.create()"
      })
  void what_is_or_may_be_set_elsewhere_is_left_alone(String made) throws Exception {
    assertEquals(List.of(), proposals(HANDLER.replace("DynamoDbClient.create()", made)));
  }
}
