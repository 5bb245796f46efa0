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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.deployment.TestRegistry;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.SandboxHost;

/** {@code thaw package}, as a user calls it. */
@Tag("linux")
@SideBySide
class PackageTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HANDLER =
      """
      package com.example;
      import java.util.*;
      public class Handler {
        public Map<String, Object> handle(Map<String, Object> event) throws Exception {
          try (var in = Handler.class.getResourceAsStream("/words.txt")) {
            String word = new String(in.readAllBytes());
            boolean shell = java.nio.file.Files.exists(java.nio.file.Path.of("/bin/sh"));
            return Map.of(
                "said", word + event.get("name"),
                "by", System.getProperty("java.home"),
                "shell", shell);
          }
        }
      }
      """;

  @TempDir Path folder;

  private Path jar() throws Exception {
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(classes, HANDLER);
    Files.writeString(classes.resolve("words.txt"), "hello ");
    return Sources.jar(classes, folder.resolve("App.jar"));
  }

  private Transcript packaged(Path jar, String way, Path out, Object... further) {
    List<Object> words =
        new java.util.ArrayList<>(
            List.of(
                "package",
                jar,
                "--handler",
                "com.example.Handler::handle",
                "--to",
                way,
                "--event",
                "{\"name\":\"Pepper\"}",
                "--out",
                out));
    words.addAll(List.of(further));
    return Transcript.of(words.toArray());
  }

  @Test
  void a_package_starts_from_its_archive_and_is_the_same_when_it_is_made_again() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = jar();
    Path out = folder.resolve("made/package");
    Transcript made = packaged(jar, "provided", out);
    assertEquals(0, made.exit(), made.err());
    assertTrue(made.out().contains(" MB zipped, "), made.out());

    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    JsonNode answer = JSON.readTree(invoked.out());
    assertEquals("hello Pepper", answer.path("said").asText());
    assertEquals("/var/task/thaw/jvm", answer.path("by").asText());
    assertFalse(invoked.err().contains("class archive"), invoked.err());
    assertFalse(invoked.err().contains("][aot]"), invoked.err());

    Transcript measured =
        Transcript.of("bench", out, "--runs", 1, "--out", folder.resolve("bench"));
    assertEquals(0, measured.exit(), measured.err());
    assertTrue(measured.out().contains("App "), measured.out());

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

    Path again = folder.resolve("again");
    assertEquals(0, packaged(jar, "provided", again).exit());
    for (String name : List.of("function.zip", "manifest.json", "sbom.cdx.json", "template.yaml")) {
      assertEquals(-1, Files.mismatch(out.resolve(name), again.resolve(name)), name);
    }
  }

  @Test
  void an_image_starts_from_its_archive_on_a_root_file_system_of_its_own() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = jar();
    Path out = folder.resolve("image");
    Transcript made = packaged(jar, "image", out);
    assertEquals(0, made.exit(), made.err());

    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    JsonNode answer = JSON.readTree(invoked.out());
    assertEquals("hello Pepper", answer.path("said").asText());
    assertEquals("/var/lang", answer.path("by").asText());
    assertFalse(invoked.err().contains("class archive"), invoked.err());
    assertFalse(invoked.err().contains("][aot]"), invoked.err());
    assertFalse(answer.path("shell").asBoolean(true), "the host's system is not to be seen");
    String template = Files.readString(out.resolve("template.yaml"));
    assertTrue(template.contains("PackageType: Image"), template);
    assertFalse(template.contains("Handler:"), template);

    Path again = folder.resolve("again");
    assertEquals(0, packaged(jar, "image", again).exit());
    assertEquals(-1, Files.mismatch(out.resolve("image.tar"), again.resolve("image.tar")));

    Transcript twice =
        packaged(jar, "image", folder.resolve("twice"), "--base", out.resolve("image.tar"));
    assertEquals(2, twice.exit());
    assertTrue(twice.err().contains("has a packaged function in /var/task"), twice.err());
  }

  @Test
  void an_image_on_a_base_uses_its_jdk_and_client() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = jar();
    Path runtime = folder.resolve("runtime");
    Transcript made = packaged(jar, "runtime", runtime, "--format", "oci-tar");
    assertEquals(0, made.exit(), made.err());
    assertTrue(made.out().contains("runtime thaw-java25: "), made.out());

    Transcript started = Transcript.of("invoke", runtime);
    assertEquals(0, started.exit(), started.err());
    assertEquals("hello Pepper", JSON.readTree(started.out()).path("said").asText());
    assertFalse(started.err().contains("class archive"), started.err());

    Path out = folder.resolve("on-base");
    Transcript based = packaged(jar, "image", out, "--base", runtime.resolve("runtime.tar"));
    assertEquals(0, based.exit(), based.err());
    assertTrue(based.out().contains("of the base image"), based.out());
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    assertEquals("/var/lang", JSON.readTree(invoked.out()).path("by").asText());
    assertFalse(invoked.err().contains("class archive"), invoked.err());

    Transcript unknown = packaged(jar, "image", folder.resolve("x"), "--base", jar);
    assertEquals(2, unknown.exit());
    assertTrue(unknown.err().contains("is not a container image"), unknown.err());
    assertFalse(Files.exists(folder.resolve("x")));
  }

  @Test
  void a_zip_whose_archive_no_longer_holds_starts_from_that_of_the_runtime() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path out = folder.resolve("runtime");
    Transcript made = packaged(jar(), "runtime", out);
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
    Sources.compile(code, HANDLER.replace("\"said\"", "\"whispered\""));
    Files.delete(code.resolve("thaw/classes.jar"));
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

  @Test
  void an_image_is_pushed_into_a_registry_and_runs_here_all_the_same() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = jar();
    Path out = folder.resolve("pushed");
    try (TestRegistry registry = new TestRegistry(false)) {
      String name = registry.address() + "/pets:1";
      Transcript made = packaged(jar, "image", out, "--registry", name);
      assertEquals(0, made.exit(), made.err());
      JsonNode manifest = JSON.readTree(registry.manifests().get("1"));
      for (JsonNode layer : manifest.path("layers")) {
        assertTrue(registry.blobs().containsKey(layer.path("digest").asText()), layer.toString());
      }
      String template = Files.readString(out.resolve("template.yaml"));
      assertTrue(template.contains("ImageUri: " + registry.address() + "/pets@sha256:"), template);
    }
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    assertEquals("hello Pepper", JSON.readTree(invoked.out()).path("said").asText());

    try (TestRegistry registry = new TestRegistry(true)) {
      Path nowhere = folder.resolve("refused");
      Transcript refused =
          packaged(jar, "image", nowhere, "--registry", registry.address() + "/pets:1");
      assertEquals(2, refused.exit());
      assertTrue(refused.err().contains("the registry does not take "), refused.err());
      assertTrue(refused.err().contains("docker login"), refused.err());
      assertFalse(Files.exists(nowhere), "nothing half-written");
    }
    Transcript odd = packaged(jar, "image", folder.resolve("odd"), "--registry", "a b");
    assertEquals(2, odd.exit());
    assertTrue(odd.err().contains("not the name of an image in a registry"), odd.err());
  }

  @Test
  void the_forms_of_an_image_are_the_same_image() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = jar();
    for (String form : List.of("oci-tar", "oci-layout")) {
      Path out = folder.resolve(form);
      Transcript made = packaged(jar, "image", out, "--format", form);
      assertEquals(0, made.exit(), made.err());
      Transcript invoked = Transcript.of("invoke", out);
      assertEquals(0, invoked.exit(), invoked.err());
      assertEquals("hello Pepper", JSON.readTree(invoked.out()).path("said").asText());
    }
    Transcript wrong = packaged(jar, "image", folder.resolve("wrong"), "--format", "zip");
    assertEquals(2, wrong.exit());
    assertTrue(wrong.err().contains("--format must be docker-tar"), wrong.err());
  }

  @Test
  void a_zip_for_the_managed_runtime_runs_as_the_function_does() throws Exception {
    Path out = folder.resolve("managed");
    Transcript made = packaged(jar(), "managed", out);
    assertEquals(0, made.exit(), made.err());

    String template = Files.readString(out.resolve("template.yaml"));
    assertTrue(template.contains("Runtime: java"), template);
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    assertEquals("hello Pepper", JSON.readTree(invoked.out()).path("said").asText());
  }

  @Test
  void what_cannot_be_packaged_is_said_and_nothing_is_written() throws Exception {
    Path jar = jar();
    Path out = folder.resolve("out");
    packaged(jar, "provided", Files.createDirectories(out.resolve("a")).getParent())
        .assertMistake(
            out + " is there and was not made by thaw package", "name another folder: --out DIR");

    Path none = folder.resolve("none");
    Transcript old = packaged(jar, "provided", none, "--jdk", 17);
    assertEquals(2, old.exit(), old.err());
    assertTrue(old.err().contains("thaw: "), old.err());
    assertFalse(old.err().contains("\tat "), old.err());
    assertFalse(Files.exists(none));

    Transcript failing = packaged(jar, "provided", none, "--event", "41");
    assertEquals(2, failing.exit(), failing.err());
    assertTrue(
        failing.err().contains("the training run of the packaged function failed"), failing.err());
    assertFalse(Files.exists(none));
  }
}
