package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.HostArchitecture;
import thaw.function.NativeCode;
import thaw.sandbox.jdk.Jdks;

/** {@code thaw package} for the architecture that this machine does not have. */
@Tag("linux")
@SideBySide
class PackageArchitectureTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HERE = HostArchitecture.NAME;
  private static final String OTHER = HERE.equals("arm64") ? "x86_64" : "arm64";

  /** Names a JDK 25 of the other architecture with jmods. */
  private static final String VARIABLE = "THAW_TARGET_JDK";

  private static final String HANDLER =
      """
      package com.example;
      public class Handler {
        public String handle(String name) {
          return "hello " + name;
        }
      }
      """;

  @TempDir Path folder;

  private Transcript packaged(String way, Path out, Object... further) throws Exception {
    Path jar = folder.resolve("App.jar");
    if (!Files.exists(jar)) {
      Sources.jar(Sources.compile(folder.resolve("classes"), HANDLER), jar);
    }
    List<Object> words =
        new ArrayList<>(
            List.of(
                "package",
                jar,
                "--handler",
                "com.example.Handler::handle",
                "--event",
                "\"Pepper\"",
                "--to",
                way,
                "--out",
                out));
    words.addAll(List.of(further));
    return Transcript.of(words.toArray());
  }

  private static Optional<String> jdk() {
    return Optional.ofNullable(System.getenv(VARIABLE))
        .or(() ->
            Jdks.find(System.getenv(), Path.of(System.getProperty("user.home")))
                .forArchitecture(OTHER)
                .stream()
                .filter(home -> Files.exists(home.resolve("jmods/java.base.jmod")))
                .map(Path::toString)
                .findFirst());
  }

  @Test
  void a_zip_for_the_other_architecture_has_its_programs_and_no_archive() throws Exception {
    Optional<String> jdk = jdk();
    assumeTrue(
        jdk.isPresent(), "no JDK 25 for %s with jmods: name one in %s".formatted(OTHER, VARIABLE));
    Path out = folder.resolve("out");
    Transcript made = packaged("provided", out, "--arch", OTHER, "--target-jdk", jdk.get());
    assertEquals(0, made.exit(), made.err());
    assertTrue(made.out().contains("without a class archive: this machine is " + HERE), made.out());
    assertTrue(made.out().contains("it starts on " + OTHER + " alone"), made.out());

    try (ZipFile zip = new ZipFile(out.resolve("function.zip").toFile())) {
      for (String name :
          List.of(
              "bootstrap",
              "thaw/jvm/bin/java",
              "thaw/jvm/lib/server/libjvm.so",
              "thaw/client/libaws-lambda-jni.so")) {
        try (InputStream content = zip.getInputStream(zip.getEntry(name))) {
          assertEquals(
              Optional.of(OTHER),
              NativeCode.architecture(content.readNBytes(NativeCode.HEAD_BYTES)),
              name);
        }
      }
      assertTrue(
          zip.stream()
              .noneMatch(entry -> entry.getName().matches("thaw/classes\\..*|.*\\.debuginfo")));
    }
    JsonNode manifest = JSON.readTree(out.resolve("manifest.json").toFile());
    assertEquals(OTHER, manifest.path("architecture").asText());
    assertEquals(0, manifest.path("trainedBy").size());
    String readme = Files.readString(out.resolve("README.md"));
    assertTrue(readme.contains("`thaw package --arch " + OTHER + "` there"), readme);
    String template = Files.readString(out.resolve("template.yaml"));
    assertTrue(template.contains("Architectures: [" + OTHER + "]"), template);

    for (List<Object> command :
        List.<List<Object>>of(
            List.of("invoke", out), List.of("bench", out, "--runs", 1, "--out", folder))) {
      Transcript refused = Transcript.of(command.toArray());
      assertEquals(2, refused.exit(), refused.err());
      assertTrue(
          refused
              .err()
              .contains(
                  "the program bootstrap is for %s, and this machine is %s".formatted(OTHER, HERE)),
          refused.err());
    }
  }

  @Test
  void a_zip_for_the_managed_runtime_needs_no_jdk() throws Exception {
    Path out = folder.resolve("managed");
    Transcript made = packaged("managed", out, "--arch", OTHER);
    assertEquals(0, made.exit(), made.err());
    String template = Files.readString(out.resolve("template.yaml"));
    assertTrue(template.contains("Architectures: [" + OTHER + "]"), template);
  }

  @Test
  void what_cannot_be_made_is_said_and_nothing_is_written() throws Exception {
    Path out = folder.resolve("none");
    requireRefused(packaged("provided", out, "--arch", "sparc"), "--arch must be x86_64 or arm64");
    requireRefused(
        packaged("provided", out, "--target-jdk", folder),
        "--target-jdk and --sysroot are for packages of another architecture");
    requireRefused(
        packaged("image", out, "--arch", OTHER),
        "an image from nothing needs the C library of " + OTHER);
    requireRefused(
        packaged("runtime", out, "--arch", OTHER),
        "an image from nothing needs the C library of " + OTHER);
    Path none = folder.resolve("no-jdk");
    requireRefused(
        packaged("provided", out, "--arch", OTHER, "--target-jdk", none), none + " is not a JDK");
    Path without = Files.createDirectories(none);
    Files.writeString(
        without.resolve("release"),
        "JAVA_VERSION=\"25.0.5\"\nOS_ARCH=\"%s\"\n".formatted(HostArchitecture.machine(OTHER)));
    requireRefused(
        packaged("provided", out, "--arch", OTHER, "--target-jdk", without), " has no jmods");
    requireRefused(
        packaged("provided", out, "--jdk", without),
        "is for %s, and this machine is %s".formatted(OTHER, HERE));
    assertFalse(Files.exists(out));
  }

  private static void requireRefused(Transcript refused, String cause) {
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(refused.err().contains(cause), refused.err());
    assertTrue(refused.err().contains("Remedy: "), refused.err());
    assertFalse(refused.err().contains("\tat "), refused.err());
  }
}
