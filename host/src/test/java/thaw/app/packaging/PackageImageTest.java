package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.deployment.TestRegistry;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.image.TestImage;
import thaw.sandbox.SandboxHost;

/** {@code thaw package} into container images, as a user calls it. */
@Tag("linux")
@Thorough("It builds six images; PackageLayersTest builds and runs one")
@SideBySide
class PackageImageTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private PackagedHandler handler() {
    return new PackagedHandler(folder);
  }

  @Test
  void an_image_starts_from_its_archive_on_a_root_file_system_of_its_own() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = handler().jar();
    Path out = folder.resolve("image");
    Transcript made = handler().packaged(jar, "image", out);
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

    // The two other forms are those of the next tests.
    Transcript wrong = handler().packaged(jar, "image", folder.resolve("wrong"), "--format", "zip");
    assertEquals(2, wrong.exit());
    assertTrue(wrong.err().contains("--format must be docker-tar"), wrong.err());

    Transcript twice =
        handler()
            .packaged(jar, "image", folder.resolve("twice"), "--base", out.resolve("image.tar"));
    assertEquals(2, twice.exit());
    assertTrue(twice.err().contains("has a packaged function in /var/task"), twice.err());
  }

  @Test
  void an_image_on_a_base_uses_its_jdk_and_client() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = handler().jar();
    Path runtime = folder.resolve("runtime");
    Transcript made = handler().packaged(jar, "runtime", runtime, "--format", "oci-tar");
    assertEquals(0, made.exit(), made.err());
    assertTrue(made.out().contains("runtime thaw-java25: "), made.out());

    Transcript started = Transcript.of("invoke", runtime);
    assertEquals(0, started.exit(), started.err());
    assertEquals("hello Pepper", JSON.readTree(started.out()).path("said").asText());
    assertFalse(started.err().contains("class archive"), started.err());

    Path out = folder.resolve("on-base");
    Transcript based =
        handler().packaged(jar, "image", out, "--base", runtime.resolve("runtime.tar"));
    assertEquals(0, based.exit(), based.err());
    assertTrue(based.out().contains("of the base image"), based.out());
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    assertEquals("/var/lang", JSON.readTree(invoked.out()).path("by").asText());
    assertFalse(invoked.err().contains("class archive"), invoked.err());

    // The task root and a folder in it may be links.
    Path linked =
        TestImage.of(runtime.resolve("runtime.tar"))
            .layer(layer ->
                layer
                    .link("var/task", "/srv/code")
                    .link("srv/code/com", "../packages")
                    .link("usr/lib/client", "/var/runtime/lib"))
            .dockerTar(folder.resolve("linked.tar"));
    Path onLinks = folder.resolve("on-links");
    Transcript again = handler().packaged(jar, "image", onLinks, "--base", linked);
    assertEquals(0, again.exit(), again.err());
    Transcript said = Transcript.of("invoke", onLinks);
    assertEquals(0, said.exit(), said.err());
    assertEquals("hello Pepper", JSON.readTree(said.out()).path("said").asText());
    assertFalse(said.err().contains("class archive"), said.err());
    assertFalse(Files.exists(Path.of("/srv/code")), "on this machine");

    Transcript unknown = handler().packaged(jar, "image", folder.resolve("x"), "--base", jar);
    assertEquals(2, unknown.exit());
    assertTrue(unknown.err().contains("is not a container image"), unknown.err());
    assertFalse(Files.exists(folder.resolve("x")));
  }

  @Test
  void an_image_is_pushed_into_a_registry_and_runs_here_all_the_same() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path jar = handler().jar();
    Path out = folder.resolve("pushed");
    try (TestRegistry registry = new TestRegistry(false)) {
      String name = registry.address() + "/pets:1";
      Transcript made =
          handler().packaged(jar, "image", out, "--format", "oci-layout", "--registry", name);
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
          handler().packaged(jar, "image", nowhere, "--registry", registry.address() + "/pets:1");
      assertEquals(2, refused.exit());
      assertTrue(refused.err().contains("the registry does not take "), refused.err());
      assertTrue(refused.err().contains("docker login"), refused.err());
      assertFalse(Files.exists(nowhere), "nothing half-written");
    }
    Transcript odd = handler().packaged(jar, "image", folder.resolve("odd"), "--registry", "a b");
    assertEquals(2, odd.exit());
    assertTrue(odd.err().contains("is not the name of an image in a registry"), odd.err());
  }
}
