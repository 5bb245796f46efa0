package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.function.packaging.DeploymentPackage;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** The sample {@code functions/extension-rust}, written against AWS's own crate. */
@Thorough("It compiles an extension by Cargo; ExtensionTest has the same protocol with one in bash")
@SideBySide
class RustExtensionTest {
  private static final Path SAMPLE = Path.of("..", "functions", "extension-rust");
  private static final Path TARGET = Path.of("target", "extension-rust").toAbsolutePath();

  @TempDir static Path folder;

  @Timeout(value = 30, unit = TimeUnit.MINUTES) // Cargo, at work on a busy machine
  @Test
  void an_extension_of_the_official_crate_counts_the_telemetry_of_its_environment()
      throws Exception {
    assumeTrue(cargo("--version"), "no cargo");
    assumeTrue(cargo("fetch", "--locked"), "no crates: the registry cannot be reached");
    assertTrue(cargo("build", "--locked", "--offline"), "it does not build");
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    try (RealRuntime real = RealRuntime.open(folder)) {
      try (Environment environment =
          Environment.prepareWithLog(real.instance(), spec(real), log::add)) {
        assertInstanceOf(InitOutcome.Ready.class, environment.initialise(), log::toString);
        for (int i = 0; i < 2; i++) {
          Invocation invocation = Invocation.of("{}".getBytes(StandardCharsets.UTF_8));
          assertInstanceOf(
              InvocationOutcome.Success.class, environment.invoke(invocation).outcome());
        }
      }
      String text = String.join("\n", log);
      assertEquals(2, text.split("telemetry-counter: invoke ", -1).length - 1, text);
      for (String count :
          List.of(
              "function=2",
              "platform.extension=1",
              "platform.initReport=1",
              "platform.initRuntimeDone=1",
              "platform.initStart=1",
              "platform.report=2",
              "platform.runtimeDone=2",
              "platform.start=2",
              "platform.telemetrySubscription=1")) {
        assertTrue(text.contains(count), count + " is not in " + text);
      }
      assertTrue(text.contains("telemetry-counter: shutdown spindown"), text);
    }
  }

  private static EnvironmentSpec spec(RealRuntime real) throws IOException {
    Path layer = Files.createDirectory(folder.resolve("layer"));
    Path extensions = Files.createDirectory(layer.resolve("extensions"));
    Files.copy(TARGET.resolve("debug/telemetry-counter"), extensions.resolve("telemetry-counter"));
    for (Path path : List.of(layer, extensions, extensions.resolve("telemetry-counter"))) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path task =
        Sources.compile(
            folder.resolve("task"),
            """
            package counted;
            public class Handler {
              public static String say() { System.out.println("a line"); return "said"; }
            }
            """);
    EnvironmentSpec plain = real.spec(task, "counted.Handler::say", 512, 10);
    return EnvironmentSpec.latest(
        plain.function(),
        plain.code(),
        Optional.of(new DeploymentPackage(layer, "", 0)),
        plain.program(),
        plain.services(),
        plain.binds(),
        plain.region());
  }

  private static boolean cargo(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("cargo"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(SAMPLE.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("CARGO_TARGET_DIR", TARGET.toString());
    builder.environment().put("CARGO_PROFILE_DEV_DEBUG", "0"); // which nobody looks at
    try {
      Process process = builder.start();
      return process.waitFor(25, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
