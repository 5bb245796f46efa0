package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** {@code thaw package} into zips, as a user calls it. */
@Tag("linux")
@SideBySide
class PackageTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path shared;
  private static Path provided;

  @TempDir Path folder;

  private PackagedHandler handler() {
    return new PackagedHandler(folder);
  }

  /** The package for a custom runtime, which tests that do not change it share. */
  private static Path provided() throws Exception {
    if (provided == null) {
      assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
      Path out = shared.resolve("made/package");
      PackagedHandler handler = new PackagedHandler(shared);
      Transcript made = handler.packaged(handler.jar(), "provided", out);
      assertEquals(0, made.exit(), made.err());
      assertTrue(made.out().contains(" MB zipped, "), made.out());
      provided = out;
    }
    return provided;
  }

  @AfterAll
  static void forget() {
    provided = null;
  }

  @Test
  void a_package_starts_from_its_archive_and_is_explained() throws Exception {
    Path out = provided();
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    JsonNode answer = JSON.readTree(invoked.out());
    assertEquals("hello Pepper", answer.path("said").asText());
    assertEquals("/var/task/thaw/jvm", answer.path("by").asText());
    assertFalse(invoked.err().contains("class archive"), invoked.err());
    assertFalse(invoked.err().contains("][aot]"), invoked.err());

    Transcript explained =
        Transcript.of("why", out, "--runs", 1, "--out", folder.resolve("explained"));
    assertEquals(0, explained.exit(), explained.err());
    assertTrue(explained.out().contains(", packaged"), explained.out());

    JsonNode manifest = JSON.readTree(out.resolve("manifest.json").toFile());
    assertEquals("provided", manifest.path("way").asText());
    assertEquals(1, manifest.path("trainedBy").size());
    assertTrue(manifest.path("files").size() > 3, manifest.toString());
    JsonNode bom = JSON.readTree(out.resolve("sbom.cdx.json").toFile());
    assertEquals("CycloneDX", bom.path("bomFormat").asText());
    assertTrue(bom.toString().contains("aws-lambda-java-runtime-interface-client"), bom.toString());
    String template = Files.readString(out.resolve("template.yaml"));
    assertTrue(template.contains("Runtime: provided.al2023"), template);
  }

  @Thorough("The first test starts the package, and measures it to explain it")
  @Test
  void a_package_is_measured() throws Exception {
    Transcript measured =
        Transcript.of("bench", provided(), "--runs", 1, "--out", folder.resolve("bench"));
    assertEquals(0, measured.exit(), measured.err());
    assertTrue(measured.out().contains("App "), measured.out());
  }

  @Thorough(
      "It trains once more; DeploymentZipTest has the same bytes of the same files, but that two"
          + " trainings write the same archive no quicker test sees")
  @Test
  void a_package_is_the_same_when_it_is_made_again() throws Exception {
    Path out = provided();
    Path again = folder.resolve("again");
    // Of the same jar: its entries have times.
    Path jar = shared.resolve("App.jar");
    assertEquals(0, handler().packaged(jar, "provided", again).exit());
    for (String name : List.of("function.zip", "manifest.json", "sbom.cdx.json", "template.yaml")) {
      assertEquals(-1, Files.mismatch(out.resolve(name), again.resolve(name)), name);
    }
  }

  @Thorough("It packages once more to break the archive that the first test uses")
  @Test
  void a_zip_whose_archive_no_longer_holds_starts_from_that_of_the_runtime() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path out = folder.resolve("runtime");
    Transcript made = handler().packaged(handler().jar(), "runtime", out);
    assertEquals(0, made.exit(), made.err());
    Path code = Files.createDirectory(out.resolve("changed"));
    try (ZipFile zip = new ZipFile(out.resolve("function.zip").toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        Path file = code.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip.getInputStream(entry), file);
        Files.setLastModifiedTime(file, entry.getLastModifiedTime());
      }
    }
    Sources.compile(code, PackagedHandler.SOURCE.replace("\"said\"", "\"whispered\""));
    Files.delete(code.resolve("lib/0-classes.jar"));
    Path template = out.resolve("template.yaml");
    Files.writeString(template, Files.readString(template).replace("function.zip", "changed"));

    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    assertEquals("hello Pepper", JSON.readTree(invoked.out()).path("whispered").asText());
    assertTrue(
        invoked.err().contains("without its class archive, from the runtime's alone: "),
        invoked.err());
    assertFalse(invoked.err().contains("class archive of the runtime"), invoked.err());
  }

  @Thorough("It packages in a form that PackageLayersTest has, too")
  @Test
  void a_zip_for_the_managed_runtime_runs_as_the_function_does() throws Exception {
    Path out = folder.resolve("managed");
    Transcript made = handler().packaged(handler().jar(), "managed", out);
    assertEquals(0, made.exit(), made.err());

    String template = Files.readString(out.resolve("template.yaml"));
    assertTrue(template.contains("Runtime: java"), template);
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    assertEquals("hello Pepper", JSON.readTree(invoked.out()).path("said").asText());
  }

  @Thorough("It makes all packages and a snapshot")
  @Test
  void a_comparison_is_with_the_function_as_its_template_deploys_it() throws Exception {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    handler().jar();
    Files.createDirectory(folder.resolve(".git")); // the project is all of it
    Path project = Files.createDirectory(folder.resolve("snap"));
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Handler: com.example.Handler::handle
              Runtime: java25
              CodeUri: ../App.jar
              AutoPublishAlias: live
              SnapStart:
                ApplyOn: PublishedVersions
        """);
    Path out = folder.resolve("compared");
    Transcript compared =
        Transcript.of("package", project, "--compare", "--runs", 1, "--event", "{}", "--out", out);
    assertEquals(0, compared.exit(), compared.err());
    JsonNode variants = JSON.readTree(out.resolve("summary.json").toFile()).path("variants");
    assertEquals("plain zip, SnapStart", variants.path(0).path("name").asText(), compared.out());
    assertEquals("plain zip", variants.path(1).path("name").asText(), compared.out());
  }

  @Test
  void what_cannot_be_packaged_is_said_and_nothing_is_written() throws Exception {
    Path jar = handler().jar();
    Path out = folder.resolve("out");
    handler()
        .packaged(jar, "provided", Files.createDirectories(out.resolve("a")).getParent())
        .assertMistake(
            out + " is there and was not made by thaw package", "name another folder: --out DIR");

    Files.createDirectory(folder.resolve(".git")); // the project is all of it
    Path project = Files.createDirectory(folder.resolve("flow"));
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Handler: com.example.Handler::handle
              Runtime: java25
              CodeUri: ../App.jar
              Layers: [!Ref L]
              Environment: {Variables: {LAYER: !Ref L}}
          L:
            Type: AWS::Serverless::LayerVersion
            Properties: {ContentUri: ../App.jar}
        """);
    Transcript flow =
        Transcript.of(
            "package",
            project,
            "--function",
            "F",
            "--to",
            "provided",
            "--event",
            "{}",
            "--out",
            out.resolve("flow"));
    flow.assertMistake(
        project.resolve("template.yaml")
            + ":3:3: the template cannot be taken over: F needs L, a layer that is in the package, elsewhere than in Layers",
        "package the built jar without the template, target/app.jar --handler ..., and name it in your own template");
    assertFalse(flow.err().contains("linking"), flow.err());

    Path none = folder.resolve("none");
    Transcript old = handler().packaged(jar, "provided", none, "--jdk", 17);
    assertEquals(2, old.exit(), old.err());
    assertTrue(old.err().contains("thaw: "), old.err());
    assertFalse(old.err().contains("\tat "), old.err());
    assertFalse(Files.exists(none));

    Transcript failing = handler().packaged(jar, "provided", none, "--event", "41");
    assertEquals(2, failing.exit(), failing.err());
    assertTrue(
        failing.err().contains("the training run of the packaged function failed"), failing.err());
    assertFalse(Files.exists(none));
  }
}
