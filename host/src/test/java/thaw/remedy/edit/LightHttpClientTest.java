package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.remedy.edit.text.TextEdit;

class LightHttpClientTest {
  private static final Path HANDLER_FILE = Path.of("app/src/main/java/example/Handler.java");
  private static final Path POM_FILE = Path.of("app/pom.xml");

  private static final String HANDLER =
      """
      package example;

      import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

      class Handler {
        static DynamoDbClient client() {
          return DynamoDbClient.create();
        }
      }
      """;

  private static final String POM =
      """
      <?xml version="1.0"?>
      <!-- a <dependency> of ours -->
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <dependencies>
          <dependency>
            <groupId>software.amazon.awssdk</groupId> <!-- v2 -->
            <artifactId>dynamodb</artifactId>
            <version>${sdk}</version>
          </dependency>
          <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId></dependency>
        </dependencies>
      </project>
      """;

  private static final String EXCLUSIONS =
      """
            <exclusions>
              <exclusion>
                <groupId>software.amazon.awssdk</groupId>
                <artifactId>apache5-client</artifactId>
              </exclusion>
              <exclusion>
                <groupId>software.amazon.awssdk</groupId>
                <artifactId>netty-nio-client</artifactId>
              </exclusion>
            </exclusions>
      """;

  private static final String LIGHT =
      """
          <dependency>
            <groupId>software.amazon.awssdk</groupId>
            <artifactId>url-connection-client</artifactId>
            <version>${sdk}</version>
          </dependency>
      """;

  private static final List<Path> HEAVY =
      List.of(Path.of("apache5-client-2.54.13.jar"), Path.of("netty-nio-client-2.54.13.jar"));

  @TempDir Path folder;
  private List<Path> libraries = HEAVY;

  private Optional<ClientBuilders.Proposal> proposal(String handler, String pom) throws Exception {
    Path module = folder.resolve("app");
    // as it is in a project: stubs are on the class path
    Path stubs = folder.resolve("stubs");
    if (Files.notExists(stubs)) {
      SdkStubs.write(stubs);
    }
    Path classes = SdkStubs.compiled(stubs, folder.resolve("classes"));
    SdkStubs.write(module.resolve("src/main/java"), "example/Handler", handler);
    Files.writeString(folder.resolve(POM_FILE), pom);
    JavaSources read = JavaSources.read(folder, module.resolve("src/main/java"), List.of(classes));
    return LightHttpClient.of(read, folder, module, libraries);
  }

  private Map<Path, String> edited(String handler, String pom) throws Exception {
    Map<Path, String> texts = new HashMap<>(Map.of(HANDLER_FILE, handler, POM_FILE, pom));
    for (TextEdit edit : proposal(handler, pom).orElseThrow().edits()) {
      texts.put(edit.file(), edit.in(texts.get(edit.file())).orElseThrow());
    }
    return texts;
  }

  @Test
  void code_and_pom_get_the_light_client_and_lose_the_others() throws Exception {
    Map<Path, String> texts = edited(HANDLER, POM);

    assertEquals(
        HANDLER
            .replace(
                "import software.amazon.awssdk.services",
                "import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;\n"
                    + "import software.amazon.awssdk.services")
            .replace(
                "DynamoDbClient.create()",
                "DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build()"),
        texts.get(HANDLER_FILE));
    assertEquals(
        POM.replace(
            "<version>${sdk}</version>\n    </dependency>\n",
            "<version>${sdk}</version>\n" + EXCLUSIONS + "    </dependency>\n" + LIGHT),
        texts.get(POM_FILE));
    assertEquals(Optional.empty(), proposal(texts.get(HANDLER_FILE), texts.get(POM_FILE)));
  }

  @Test
  void a_version_that_the_parent_manages_is_not_repeated() throws Exception {
    Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project><dependencyManagement><dependencies><dependency>
          <groupId>software.amazon.awssdk</groupId><artifactId>bom</artifactId>
          <type>pom</type><scope>import</scope>
        </dependency></dependencies></dependencyManagement></project>
        """);
    String pom =
        POM.replace("      <version>${sdk}</version>\n", "")
            .replace(
                "  <dependencies>",
                "  <parent><artifactId>all</artifactId></parent>\n  <dependencies>");
    String text = edited(HANDLER, pom).get(POM_FILE);

    assertTrue(text.contains(LIGHT.replace("      <version>${sdk}</version>\n", "")), text);
    assertTrue(!text.contains("<version>"), text);
  }

  @Test
  void exclusions_that_are_there_are_added_to() throws Exception {
    String some =
        """
              <exclusions>
                <exclusion>
                  <groupId>software.amazon.awssdk</groupId>
                  <artifactId>netty-nio-client</artifactId>
                </exclusion>
              </exclusions>
        """;
    String pom = POM.replace("</version>\n    </dep", "</version>\n" + some + "    </dep");
    String text = edited(HANDLER, pom).get(POM_FILE);

    assertEquals(2, text.split("<exclusion>", -1).length - 1, text);
    assertTrue(text.contains("<artifactId>apache5-client</artifactId>"), text);
  }

  @Test
  void exclusions_that_the_parent_manages_are_not_lost() throws Exception {
    String managed =
        """
          <dependencyManagement><dependencies><dependency>
            <groupId>software.amazon.awssdk</groupId><artifactId>dynamodb</artifactId>
            <exclusions><exclusion><groupId>a</groupId><artifactId>b</artifactId></exclusion></exclusions>
          </dependency></dependencies></dependencyManagement>
          <dependencies>
        """;

    assertEquals(
        Optional.empty(), proposal(HANDLER, POM.replaceFirst("  <dependencies>\n", managed)));
  }

  /** A client of its own choice, one that does not block, a tag on the line of another. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<artifactId>dynamodb</artifactId> -> <artifactId>apache-client</artifactId>",
        "<version>${sdk}</version> -> <scope>provided</scope>",
        "<dependency>\n      <groupId>software -> <dependency><groupId>software",
        "<project -> <!DOCTYPE project><project",
        "software.amazon.awssdk</groupId> -> com.example</groupId>"
      })
  void a_pom_without_a_plain_place_is_left_alone(String change) throws Exception {
    String[] sides = change.split(" -> ");

    assertEquals(Optional.empty(), proposal(HANDLER, POM.replace(sides[0], sides[1])));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DynamoDbClient.builder().httpClientBuilder(null).build()",
        "DynamoDbClient.builder().applyMutation(null).build()",
        "made(DynamoDbClient.builder())",
        "null"
      })
  void a_builder_that_may_have_a_client_is_left_alone(String made) throws Exception {
    assertEquals(Optional.empty(), proposal(HANDLER.replace("DynamoDbClient.create()", made), POM));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import software.amazon.awssdk.http.apache5.Apache5HttpClient;",
        "import org.apache.http.client.HttpClient;",
        "import io.netty.buffer.ByteBuf;",
        "import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;"
      })
  void code_and_tests_that_need_another_client_keep_it(String needed) throws Exception {
    String handler = HANDLER.replace("\nclass", needed + "\n\nclass");
    assertEquals(Optional.empty(), proposal(handler, POM));

    SdkStubs.write(
        folder.resolve("app/src/test/java"),
        "example/HandlerTest",
        needed + "\nclass HandlerTest {}");
    assertEquals(Optional.empty(), proposal(HANDLER, POM));
  }

  @Test
  void where_the_pom_names_no_artifact_of_the_sdk_its_package_must_have_the_client()
      throws Exception {
    String pom = POM.replace("software.amazon.awssdk<", "com.example<");
    assertEquals(Optional.empty(), proposal(HANDLER, pom));

    libraries = List.of(Path.of("url-connection-client-2.54.13.jar"));
    assertEquals(pom, edited(HANDLER, pom).get(POM_FILE));
  }
}
