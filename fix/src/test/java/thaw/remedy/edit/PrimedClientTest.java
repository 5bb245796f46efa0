package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrimedClientTest {
  private static final String SERVICE = "software.amazon.awssdk.services.dynamodb.";
  private static final PrimedClient.Call PUT =
      new PrimedClient.Call(
          "putItem",
          "request -> request.item(%s.of(\"id\", %s.fromS(\"\")))",
          List.of("java.util.Map", SERVICE + "model.AttributeValue"));

  private static final String MODULE =
      """
      package example;

      import java.util.List;
      import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

      /** Makes what is needed. */
      final class PetModule {
        List<String> names = List.of(); // unused

        DynamoDbClient dynamoDb() {
          return DynamoDbClient.create();
        }
      }
      """;

  private static final String PRIMED =
      """
      package example;

      import java.util.List;
      import java.util.Map;
      import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
      import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

      /** Makes what is needed. */
      final class PetModule {
        List<String> names = List.of(); // unused

        DynamoDbClient dynamoDb() {
          return primed(DynamoDbClient.create());
        }

        /** Makes the first call in init. It names no table: it is refused, and nothing changes. */
        private static DynamoDbClient primed(DynamoDbClient client) {
          if (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
            try {
              client.putItem(request -> request.item(Map.of("id", AttributeValue.fromS(""))));
            } catch (RuntimeException refused) {
              // as planned, and init goes on whatever comes of it
            }
          }
          return client;
        }
      }
      """;

  @TempDir Path folder;
  private Path sources;

  @BeforeEach
  void writeSdk() throws Exception {
    sources = folder.resolve("src/main/java");
    SdkStubs.write(sources);
  }

  private Optional<PrimedClient.Proposal> proposal(String text) throws Exception {
    return proposal(text, "DynamoDbClient");
  }

  private Optional<PrimedClient.Proposal> proposal(String text, String client) throws Exception {
    SdkStubs.write(sources, "example/PetModule", text);
    JavaSources read = JavaSources.read(folder, sources, List.of());
    return PrimedClient.of(
        read, SERVICE + client, PUT, "It names no table", "example.PetModule.dynamoDb"::equals);
  }

  private static String after(String before, List<TextEdit> edits) {
    String text = before;
    for (TextEdit edit : edits) {
      text = edit.in(text).orElseThrow();
    }
    return text;
  }

  /** With the edits; it compiles for the oldest Java that functions are built for. */
  private String edited(String before, String client) throws Exception {
    String text = after(before, proposal(before, client).orElseThrow().edits());
    SdkStubs.write(sources, "example/PetModule", text);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "11",
                "-d",
                folder.resolve("classes").toString(),
                "-sourcepath",
                sources.toString(),
                sources.resolve("example/PetModule.java").toString());
    assertEquals(0, result, text);
    return text;
  }

  @Test
  void a_client_is_primed_where_it_is_made_and_all_else_keeps_its_bytes() throws Exception {
    PrimedClient.Proposal proposal = proposal(MODULE).orElseThrow();

    assertEquals(PRIMED, edited(MODULE, "DynamoDbClient"));
    assertEquals(Path.of("src/main/java/example/PetModule.java"), proposal.file());
    assertEquals(11, proposal.line());
  }

  @Test
  void after_the_change_there_is_nothing_to_propose() throws Exception {
    assertEquals(Optional.empty(), proposal(PRIMED));
  }

  @Test
  void line_feeds_and_indents_are_those_of_the_file() throws Exception {
    String before = MODULE.replace("  ", "\t").replace("\n", "\r\n");

    assertEquals(
        PRIMED.replace("  ", "\t").replace("\n", "\r\n"), edited(before, "DynamoDbClient"));
  }

  @Test
  void a_field_a_chain_over_lines_and_an_interface_are_primed_as_well() throws Exception {
    String field =
        MODULE
            .replace(
                "  DynamoDbClient dynamoDb() {\n    return DynamoDbClient.create();\n  }\n", "")
            .replace(
                "  List<String> names = List.of(); // unused\n",
                """
                  static final DynamoDbClient CLIENT =
                      DynamoDbClient.builder()
                          .defaultsMode(null)
                          .build();
                """);
    String text = edited(field, "DynamoDbClient");
    String inInterface =
        edited(
            MODULE
                .replace("final class", "interface")
                .replace("  DynamoDbClient dynamoDb", "  static DynamoDbClient dynamoDb"),
            "DynamoDbClient");

    assertTrue(text.contains("      primed(DynamoDbClient.builder()\n"), text);
    assertTrue(text.contains("          .build());\n"), text);
    assertTrue(inInterface.contains("  private static DynamoDbClient primed("), inInterface);
  }

  /** Where other functions share the code that makes it, in a library of the build. */
  @Test
  void a_client_that_other_code_returns_is_primed_where_init_gets_it() throws Exception {
    Path library = folder.resolve("library");
    SdkStubs.write(
        sources,
        "shared/Clients",
        """
        package shared;
        import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
        public final class Clients {
          public static DynamoDbClient configured() { return DynamoDbClient.create(); }
        }
        """);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                library.toString(),
                "-sourcepath",
                sources.toString(),
                sources.resolve("shared/Clients.java").toString());
    assertEquals(0, result);
    Files.delete(sources.resolve("shared/Clients.java"));
    String text = MODULE.replace("DynamoDbClient.create()", "shared.Clients.configured()");
    SdkStubs.write(sources, "example/PetModule", text);
    JavaSources read = JavaSources.read(folder, sources, List.of(library));
    String client = SERVICE + "DynamoDbClient";

    PrimedClient.Proposal proposal =
        PrimedClient.of(
                read, client, PUT, "It names no table", "example.PetModule.dynamoDb"::equals)
            .orElseThrow();

    assertEquals(
        PRIMED.replace("DynamoDbClient.create()", "shared.Clients.configured()"),
        after(text, proposal.edits()));
    assertEquals(
        Optional.empty(),
        PrimedClient.of(read, client, PUT, "It names no table", _ -> false),
        "what requests run would prime at each of them");
  }

  @Test
  void a_client_that_does_not_block_is_waited_for() throws Exception {
    String before = MODULE.replace("DynamoDbClient", "DynamoDbAsyncClient");
    String text = edited(before, "DynamoDbAsyncClient");

    assertTrue(text.contains("AttributeValue.fromS(\"\")))).join();"), text);
  }

  @Test
  void a_name_that_the_file_has_for_another_type_is_written_in_full() throws Exception {
    String before =
        MODULE.replace(
            "  List<String> names", "  static class AttributeValue {}\n\n  List<String> names");
    String text = edited(before, "DynamoDbClient");

    assertTrue(text.contains("Map.of(\"id\", " + SERVICE + "model.AttributeValue.fromS"), text);
    assertTrue(!text.contains("import " + SERVICE + "model"), text);
  }

  /**
   * A second place, a builder that goes elsewhere, somebody's method, try, a name that is taken.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "return DynamoDbClient.create() == null ? null : DynamoDbClient.create();",
        "var builder = DynamoDbClient.builder(); return builder.build();",
        "DynamoDbClient.builder(); return DynamoDbClient.create();",
        "return java.util.Objects.requireNonNull(DynamoDbClient.create());",
        "try (DynamoDbClient made = DynamoDbClient.create()) { return made; }",
        "return DynamoDbClient.create(); } void primed() {",
        "return null;"
      })
  void what_is_not_plainly_made_once_is_left_alone(String body) throws Exception {
    String before = MODULE.replace("return DynamoDbClient.create();", body);

    assertEquals(Optional.empty(), proposal(before));
  }

  @Test
  void a_class_on_one_line_is_left_alone() throws Exception {
    Files.createDirectories(sources.resolve("example"));
    String before =
        "package example; class PetModule { Object made ="
            + " software.amazon.awssdk.services.dynamodb.DynamoDbClient.create(); }\n";

    assertEquals(Optional.empty(), proposal(before));
  }
}
