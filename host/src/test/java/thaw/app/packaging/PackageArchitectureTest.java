package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.deployment.Emulator;
import thaw.deployment.StagedPackage;
import thaw.deployment.Sysroot;
import thaw.deployment.SystemFiles;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.HostArchitecture;
import thaw.function.MemorySize;
import thaw.function.NativeCode;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.DeploymentStore;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapstart.BootstrapTraining;

/** {@code thaw package} for the architecture that this machine does not have. */
@Tag("linux")
@SideBySide
class PackageArchitectureTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HERE = HostArchitecture.NAME;
  private static final String OTHER = HERE.equals("arm64") ? "x86_64" : "arm64";

  /** Names a JDK 25 of the other architecture with jmods. */
  private static final String VARIABLE = "THAW_TARGET_JDK";

  /** Names the root of a system of the other architecture, with its C library. */
  private static final String SYSTEM = "THAW_TARGET_SYSROOT";

  private static final Map<String, List<String>> CPUS =
      Map.of(
          "arm64",
          List.of("cortex-a53", "cortex-a72", "neoverse-n1"),
          "x86_64",
          List.of("Nehalem", "Haswell", "EPYC-Rome"));

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
  @Thorough("It trains and starts JVMs by emulation, which takes minutes")
  void a_package_for_the_other_architecture_starts_from_its_archive_on_any_processor()
      throws Exception {
    Optional<String> jdk = jdk();
    assumeTrue(
        jdk.isPresent(), "no JDK 25 for %s with jmods: name one in %s".formatted(OTHER, VARIABLE));
    String system = System.getenv(SYSTEM);
    assumeTrue(system != null, "no C library for %s: name a root in %s".formatted(OTHER, SYSTEM));
    Emulator emulator;
    try {
      emulator = Emulator.find(OTHER, System.getenv("PATH"));
    } catch (UserMistake none) {
      assumeTrue(false, none.getMessage());
      return;
    }
    Path out = folder.resolve("out");
    Transcript made =
        packaged("provided", out, "--arch", OTHER, "--target-jdk", jdk.get(), "--sysroot", system);
    assertEquals(0, made.exit(), made.err());
    assertTrue(made.out().contains("class archive "), made.out());
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
      assertTrue(zip.stream().noneMatch(entry -> entry.getName().endsWith(".debuginfo")));
      assertNotNull(zip.getEntry("thaw/classes.aot"));
    }
    for (String cpu : CPUS.get(OTHER)) {
      requireStarted(out, new Sysroot(Path.of(system), OTHER), emulator, cpu);
    }
    JsonNode manifest = JSON.readTree(out.resolve("manifest.json").toFile());
    assertEquals(OTHER, manifest.path("architecture").asText());
    assertEquals(1, manifest.path("trainedBy").size());
    String readme = Files.readString(out.resolve("README.md"));
    assertTrue(readme.contains("trained by 1 event(s) on an emulated processor"), readme);
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

  /** By the package's own bootstrap, with a JVM that ends unless it maps the archive. */
  private void requireStarted(Path out, Sysroot system, Emulator emulator, String cpu)
      throws Exception {
    Path code =
        new DeploymentStore(folder.resolve("store"))
            .put(new CodeSource.Archive(out.resolve("function.zip")))
            .root();
    Path root = Files.createDirectory(folder.resolve("root-" + cpu));
    SystemFiles.copy(code.resolve("thaw/jvm"), system, root);
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("App")
            .name("App")
            .code(new CodeSource.Folder(code))
            .handler("com.example.Handler::handle")
            .runtime("provided.al2023")
            .memory(new MemorySize(512))
            .timeout(Duration.ofMinutes(10))
            .build();
    EnvironmentSpec spec =
        EnvironmentSpec.latest(
                function,
                new DeploymentPackage(code, "", 0),
                Optional.empty(),
                new RuntimeProgram.Image(
                    RuntimeProgram.Image.RUNTIME,
                    root,
                    RuntimeProgram.Image.UNFINISHED,
                    List.of("/var/task/bootstrap"),
                    StagedPackage.TASK,
                    Map.of(),
                    false,
                    false),
                Map.of(),
                List.of(),
                "us-east-1")
            .emulatedBy(emulator.program(), List.of("-cpu", cpu));
    try (Instance instance =
        Instance.open(SandboxHost.probe(), folder.resolve("instances-" + cpu))) {
      BootstrapTraining training = new BootstrapTraining(instance);
      assertEquals(
          Optional.empty(),
          training
              .start(spec, ArchiveFormat.AOT_CACHE, "\"Pepper\"".getBytes(StandardCharsets.UTF_8))
              .refusal(),
          cpu);
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
