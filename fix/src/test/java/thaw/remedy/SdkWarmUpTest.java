package thaw.remedy;

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
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.TextEdit;

class SdkWarmUpTest {
  private static final Path HANDLER_FILE = Path.of("src/main/java/Handler.java");

  private static final String HANDLER =
      """
      public class Handler {
        public String handleRequest(String event) {
          return event;
        }
      }
      """;

  private static final String POM =
      """
      <project>
        <properties>
          <aws>2.20.1</aws>
        </properties>
        <dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>software.amazon.awssdk</groupId>
              <artifactId>bom</artifactId>
              <version>${aws}</version>
            </dependency>
          </dependencies>
        </dependencyManagement>
      </project>
      """;

  @TempDir Path folder;
  private final Map<Path, String> files = new HashMap<>(Map.of(HANDLER_FILE, HANDLER));

  private static Explanation.MethodTime call(String client, double millis, double init) {
    return new Explanation.MethodTime(
        "software.amazon.awssdk.services." + client, "sdk", millis, 0, init);
  }

  private List<String> notes = List.of();

  private Optional<Remedy> remedy(String jar, String finding, Explanation.MethodTime... calls)
      throws Exception {
    for (Map.Entry<Path, String> file : files.entrySet()) {
      Path written = folder.resolve(file.getKey());
      Files.createDirectories(written.getParent());
      Files.writeString(written, file.getValue());
    }
    JavaSources sources = JavaSources.read(folder, folder.resolve("src/main/java"), List.of());
    Optional<Remedy> remedy =
        SdkWarmUp.of(
            Explanations.EMPTY
                .withMethods(List.of(calls))
                .withFindings(List.of(new Finding(finding, "", "", "", 100, 200, ""))),
            sources,
            "Handler",
            new ClientSettings.Module(folder, folder, List.of(Path.of(jar)), false, ""));
    notes = sources.takeNotes();
    return remedy;
  }

  private Map<Path, String> edited(Remedy remedy) {
    Map<Path, String> texts = new HashMap<>(files);
    for (TextEdit edit : ((Change.Sources) remedy.change()).edits()) {
      texts.put(edit.file(), edit.in(texts.get(edit.file())).orElseThrow());
    }
    return texts;
  }

  private static final Explanation.MethodTime GET =
      call("dynamodb.DefaultDynamoDbClient.getItem", 300, 0);
  private static final String FINDING = "unprimed-first-call";

  @Test
  void the_constructor_has_the_sdk_warm_up_the_clients_that_the_first_request_calls()
      throws Exception {
    Remedy remedy =
        remedy(
                "sdk-core-2.54.0.jar",
                FINDING,
                call("s3.DefaultS3Client.putObject", 30, 0),
                GET,
                call("sqs.DefaultSqsClient.sendMessage", 30, 30),
                call("sns.DefaultSnsAsyncClient.publish", 30, 0))
            .orElseThrow();

    String text = edited(remedy).get(HANDLER_FILE);
    assertTrue(text.contains("SdkWarmUp.warmUp(DynamoDbClient.class, S3Client.class);"), text);
    assertTrue(text.contains("import software.amazon.awssdk.core.warmup.SdkWarmUp;"), text);
    assertTrue(text.contains("public Handler() {\n    warmUpClients();\n  }"), text);
    assertEquals("sdk-warm-up", remedy.id());
    assertEquals(1, edited(remedy).size(), "the version is new enough");
    files.put(HANDLER_FILE, text);
    assertEquals(Optional.empty(), remedy("sdk-core-2.54.0.jar", FINDING, GET), "it is there");
  }

  @Test
  void an_older_sdk_is_raised_in_a_build_file_in_kotlin_too() throws Exception {
    Path build = Path.of("build.gradle.kts");
    String bom = "    implementation(platform(\"software.amazon.awssdk:bom:2.20.1\"))\n";
    files.put(build, "dependencies {\n" + bom + "}\n");
    assertEquals(
        "dependencies {\n" + bom.replace("2.20.1", "2.59.1") + "}\n",
        edited(remedy("sdk-core-2.20.1.jar", FINDING, GET).orElseThrow()).get(build));

    files.put(build, "dependencies {\n" + bom + "    test" + bom.strip() + "\n}\n");
    assertEquals(
        Optional.empty(),
        remedy("sdk-core-2.20.1.jar", FINDING, GET),
        "it is not known which of two holds");
  }

  @Test
  void an_older_sdk_is_raised_by_the_bom_of_its_own_build_file() throws Exception {
    String old = "sdk-core-2.20.1.jar";
    assertEquals(Optional.empty(), remedy(old, FINDING, GET), "no build file of its own");
    assertTrue(notes.getFirst().startsWith("the package has no SDK of 2.54 or later"), "" + notes);

    files.put(
        Path.of("build.gradle"), "implementation platform('software.amazon.awssdk:bom:2.20.1')\n");
    assertEquals(
        "implementation platform('software.amazon.awssdk:bom:2.59.1')\n",
        edited(remedy(old, FINDING, GET).orElseThrow()).get(Path.of("build.gradle")));

    files.put(Path.of("pom.xml"), POM);
    assertEquals(
        POM.replace("2.20.1", "2.59.1"),
        edited(remedy(old, FINDING, GET).orElseThrow()).get(Path.of("pom.xml")));
    files.put(Path.of("pom.xml"), POM.replace("<aws>2.20.1</aws>", ""));
    assertEquals(Optional.empty(), remedy(old, FINDING, GET), "the version is a parent's");
  }

  @Test
  void without_the_finding_or_a_call_there_is_none() throws Exception {
    String jar = "sdk-core-2.59.1.jar";
    assertEquals(Optional.empty(), remedy(jar, "work-in-handler", GET));
    assertEquals(Optional.empty(), remedy(jar, FINDING));
    assertTrue(
        notes.getFirst().startsWith("the first request was seen to call no client"), "" + notes);
    files.put(
        HANDLER_FILE, HANDLER.replace("  public String", "  Handler(int i) {}\n\n  public String"));
    assertEquals(Optional.empty(), remedy(jar, FINDING, GET), "a constructor with arguments");
    assertTrue(
        notes.getFirst().startsWith(HANDLER_FILE + ":1 has no constructor without"), "" + notes);
  }
}
