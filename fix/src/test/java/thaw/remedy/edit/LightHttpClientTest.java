package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  private List<String> notes = List.of();

  private Optional<ClientBuilders.Proposal> proposal(String handler, @Nullable String pom)
      throws Exception {
    Path module = folder.resolve("app");
    // as it is in a project: stubs are on the class path
    Path stubs = folder.resolve("stubs");
    if (Files.notExists(stubs)) {
      SdkStubs.write(stubs);
    }
    Path classes = SdkStubs.compiled(stubs, folder.resolve("classes"));
    SdkStubs.write(module.resolve("src/main/java"), "example/Handler", handler);
    if (pom != null) {
      Files.writeString(folder.resolve(POM_FILE), pom);
    }
    JavaSources read = JavaSources.read(folder, module.resolve("src/main/java"), List.of(classes));
    Optional<ClientBuilders.Proposal> proposal =
        LightHttpClient.of(read, folder, module, libraries);
    notes = read.takeNotes();
    return proposal;
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
        "<artifactId>dynamodb</artifactId> -> <artifactId>aws-crt-client</artifactId>",
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
        "DynamoDbClient.builder().httpClient(com.example.Clients.http()).build()",
        "DynamoDbClient.builder().httpClient(ApacheHttpClient.builder().maxConnections(9).build()).build()",
        "DynamoDbClient.builder().httpClient(made(ApacheHttpClient::create)).build()",
        "DynamoDbClient.builder().applyMutation(null).build()",
        "made(DynamoDbClient.builder())",
        "null"
      })
  void a_builder_that_may_have_a_client_is_left_alone(String made) throws Exception {
    String imported =
        HANDLER.replace(
            "\nimport", "\nimport software.amazon.awssdk.http.apache.ApacheHttpClient;\nimport");
    assertEquals(
        Optional.empty(), proposal(imported.replace("DynamoDbClient.create()", made), POM));
  }

  /** What stands in the way is said with its place. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "httpClientBuilder(null) -> gives DynamoDbClient an HTTP client that is not made here",
        "httpClient(com.example.Clients.http()) -> gives DynamoDbClient an HTTP client that is not made here",
        "httpClient(ApacheHttpClient.builder().maxConnections(9).build()) -> calls maxConnections on ApacheHttpClient, which the light client lacks",
        "httpClient(made(ApacheHttpClient::create)) -> has ApacheHttpClient as a type or in a method reference",
        "applyMutation(null) -> sets up DynamoDbClient by applyMutation",
      })
  void a_client_that_keeps_its_own_is_named_with_file_and_line(String told) throws Exception {
    String[] parts = told.split(" -> ");
    String handler =
        HANDLER
            .replace(
                "\nimport", "\nimport software.amazon.awssdk.http.apache.ApacheHttpClient;\nimport")
            .replace(
                "DynamoDbClient.create()",
                "DynamoDbClient.builder()\n        ." + parts[0] + "\n        .build()");
    assertEquals(Optional.empty(), proposal(handler, POM));
    int line = handler.substring(0, handler.indexOf(parts[0])).split("\n", -1).length;
    assertTrue(notes.contains(HANDLER_FILE + ":" + line + " " + parts[1]), notes.toString());
  }

  @Test
  void a_build_without_a_place_is_named_with_file_and_line() throws Exception {
    assertEquals(
        Optional.empty(),
        proposal(
            HANDLER,
            POM.replace("<dependency>\n      <groupId>software", "<dependency><groupId>software")));
    assertTrue(
        notes.getFirst().matches("app/pom.xml:\\d+ has dynamodb with tags .*"), notes.toString());
    assertEquals("dependencies {\n}\n", gradle("build.gradle", "dependencies {\n}\n"));
    assertEquals(
        List.of(
            "app/build.gradle has no dependency on the AWS SDK or a module on a line of its own"),
        notes);
  }

  /** As in products of AWS's own samples and many others. */
  @Test
  void a_client_of_apache_that_code_and_pom_name_becomes_the_light_one() throws Exception {
    String handler =
        HANDLER
            .replace(
                "import software.amazon",
                "import software.amazon.awssdk.http.apache.ApacheHttpClient;\nimport software.amazon")
            .replace(
                "DynamoDbClient.create()",
                "DynamoDbClient.builder()\n"
                    + "        .httpClient(ApacheHttpClient.builder().socketTimeout(null).build())\n"
                    + "        .build()");
    String named = LIGHT.replace("url-connection-client", "apache-client");
    String pom =
        POM.replace(
            "</dependency>\n    <dependency><", "</dependency>\n" + named + "    <dependency><");
    Map<Path, String> texts = edited(handler, pom);

    assertEquals(
        handler
            .replace("http.apache.ApacheHttpClient;", "http.urlconnection.UrlConnectionHttpClient;")
            .replace("ApacheHttpClient.builder", "UrlConnectionHttpClient.builder"),
        texts.get(HANDLER_FILE));
    assertEquals(
        POM.replace(
            "<version>${sdk}</version>\n    </dependency>\n",
            "<version>${sdk}</version>\n" + EXCLUSIONS + "    </dependency>\n" + LIGHT),
        texts.get(POM_FILE));
  }

  @Test
  void an_http_client_in_a_variable_and_a_builder_in_one_get_it_too() throws Exception {
    String handler =
        HANDLER
            .replace(
                "import software.amazon",
                "import software.amazon.awssdk.http.apache.ApacheHttpClient;\nimport software.amazon")
            .replace(
                "    return DynamoDbClient.create();",
                "    var http = ApacheHttpClient.create();\n"
                    + "    return DynamoDbClient.builder().httpClient(http).build();");
    String text = edited(handler, POM).get(HANDLER_FILE);
    assertTrue(text.contains("var http = UrlConnectionHttpClient.create();"), text);
    assertTrue(!text.contains("pache"), text);

    String open =
        HANDLER.replace(
            "    return DynamoDbClient.create();",
            "    var builder = DynamoDbClient.builder();\n"
                + "    if (System.getenv(\"LOCAL\") != null) { builder.region(null); }\n"
                + "    return builder.build();");
    text = edited(open, POM).get(HANDLER_FILE);
    assertTrue(
        text.contains(
            "var builder = DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder());"),
        text);

    String given = open.replace("builder.region(null)", "builder.httpClient(null)");
    assertEquals(Optional.empty(), proposal(given, POM), "a builder takes one of both");
  }

  @Test
  void a_module_that_brings_the_sdk_loses_the_others_and_its_user_gets_the_light_one()
      throws Exception {
    Files.createDirectories(folder.resolve("common"));
    Files.writeString(
        folder.resolve("common/pom.xml"),
        "<project><artifactId>common</artifactId>"
            + POM.substring(POM.indexOf("  <dependencies>")));
    String pom =
        POM.replace("software.amazon.awssdk</groupId>", "com.example</groupId>")
            .replace("dynamodb", "common")
            .replace("${sdk}", "1");
    libraries = List.of(HEAVY.getFirst(), HEAVY.getLast(), Path.of("sdk-core-2.54.13.jar"));
    String text = edited(HANDLER, pom).get(POM_FILE);

    assertEquals(
        pom.replace(
            "<version>1</version>\n    </dependency>\n",
            "<version>1</version>\n"
                + EXCLUSIONS
                + "    </dependency>\n"
                + LIGHT.replace("${sdk}", "2.54.13")),
        text);
  }

  private String gradle(String name, String build) throws Exception {
    Path module = Files.createDirectories(folder.resolve("app"));
    Files.writeString(module.resolve(name), build);
    Files.deleteIfExists(folder.resolve(POM_FILE));
    libraries = List.of(HEAVY.getFirst(), HEAVY.getLast(), Path.of("sdk-core-2.54.13.jar"));
    String text = build;
    for (TextEdit edit :
        proposal(HANDLER, null).map(ClientBuilders.Proposal::edits).orElse(List.of())) {
      if (edit.file().equals(Path.of("app").resolve(name))) {
        text = edit.in(text).orElseThrow();
      }
    }
    return text;
  }

  @Test
  void a_gradle_build_in_groovy_gets_it_beside_what_it_names() throws Exception {
    String build =
        """
        dependencies {
            implementation platform('software.amazon.awssdk:bom:2.54.13')
            implementation 'software.amazon.awssdk:dynamodb'
        }
        """;
    assertEquals(
        """
        dependencies {
            implementation platform('software.amazon.awssdk:bom:2.54.13')
            implementation 'software.amazon.awssdk:url-connection-client'
            implementation 'software.amazon.awssdk:dynamodb'
        }

        configurations.configureEach {
            exclude group: 'software.amazon.awssdk', module: 'apache5-client'
            exclude group: 'software.amazon.awssdk', module: 'netty-nio-client'
        }
        """,
        gradle("build.gradle", build));
    String versioned = build.replaceFirst(".*platform.*\n", "").replace("dynamodb", "dynamodb:2.1");
    assertTrue(
        gradle("build.gradle", versioned)
            .contains("'software.amazon.awssdk:url-connection-client:2.1'"));
  }

  @Test
  void a_gradle_build_in_kotlin_gets_it_in_place_of_what_it_names_or_by_a_catalog()
      throws Exception {
    String named =
        """
        dependencies {
          implementation("software.amazon.awssdk:dynamodb:$sdk")
          implementation("software.amazon.awssdk:apache5-client:$sdk")
        }
        """;
    String text = gradle("build.gradle.kts", named);
    assertTrue(text.startsWith(named.replace("apache5-client", "url-connection-client")), text);
    assertTrue(
        text.contains("exclude(group = \"software.amazon.awssdk\", module = \"apache5-client\")"),
        text);

    Files.delete(folder.resolve("app/build.gradle.kts"));
    text = gradle("build.gradle.kts", "dependencies {\n  implementation(libs.aws.dynamodb)\n}\n");
    assertTrue(
        text.contains(
            "  implementation(\"software.amazon.awssdk:url-connection-client:2.54.13\")\n"),
        text);
    String light = "  implementation(libs.aws.urlconnection)\n";
    text =
        gradle(
            "build.gradle.kts", "dependencies {\n  implementation(libs.aws.s3)\n" + light + "}\n");
    assertTrue(!text.contains("url-connection-client"), text);
    text = gradle("build.gradle.kts", "dependencies {\n  implementation(projects.common)\n}\n");
    assertTrue(
        text.contains(
            "  implementation(\"software.amazon.awssdk:url-connection-client:2.54.13\")\n"
                + "  implementation(projects.common)\n"),
        text);
    String other = "dependencies {\n  implementation(libs.guice)\n}\n";
    assertEquals(other, gradle("build.gradle.kts", other), "no line to stand beside");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import software.amazon.awssdk.http.apache5.ProxyConfiguration;",
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
  void a_library_that_the_pom_has_itself_is_there_without_the_clients() throws Exception {
    SdkStubs.write(
        folder.resolve("app/src/test/java"),
        "example/HandlerTest",
        "import org.apache.http.HttpStatus;\nclass HandlerTest {}");
    assertEquals(Optional.empty(), proposal(HANDLER, POM));
    String own =
        "<dependency><groupId>org.apache.httpcomponents</groupId>"
            + "<artifactId>httpcore</artifactId></dependency>";
    assertTrue(
        proposal(HANDLER, POM.replaceFirst("</dependencies>", own + "</dependencies>"))
            .isPresent());
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
