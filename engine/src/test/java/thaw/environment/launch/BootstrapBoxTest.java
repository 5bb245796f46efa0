package thaw.environment.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.sandbox.Bind;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.SandboxNetwork;
import thaw.sandbox.SandboxSpec;
import thaw.sandbox.kernel.Deadline;

/** What a program that a function brings along finds in its box. */
@SideBySide
class BootstrapBoxTest {
  private static final SandboxHost HOST = SandboxHost.probe();

  @TempDir Path folder;
  private Instance instance;

  @BeforeEach
  void open() {
    assumeTrue(HOST.hasMountNamespaces(), "needs mount namespaces");
    instance = Instance.open(HOST, folder.resolve("instances"));
  }

  @AfterEach
  void close() {
    if (instance != null) {
      instance.close();
    }
  }

  /** What the bootstrap writes when it is run alone, without a Runtime API. */
  private String output(String script) throws Exception {
    Path code = Files.createDirectories(folder.resolve("code"));
    Path bootstrap = Files.writeString(code.resolve("bootstrap"), script);
    Files.setPosixFilePermissions(bootstrap, PosixFilePermissions.fromString("rwxr-xr-x"));
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("Tested")
            .name("tested")
            .code(new CodeSource.Folder(code))
            .handler("handler")
            .runtime("provided.al2023")
            .memory(new MemorySize(128))
            .timeout(Duration.ofSeconds(3))
            .build();
    EnvironmentSpec spec =
        EnvironmentSpec.latest(
            function,
            new DeploymentPackage(code, "", 0),
            Optional.empty(),
            new RuntimeProgram.Bootstrap("provided.al2023"),
            Map.of(),
            List.of(),
            "us-east-1");
    SandboxLayout layout = SandboxLayout.of(true, spec, Bind.readOnly(code, Path.of("/mnt/code")));
    SandboxSpec box =
        new SandboxSpec(
                Map.of("PATH", "/usr/bin:/bin"),
                List.of(layout.bootstrap().toString()),
                LambdaPaths.TASK,
                layout.binds(),
                CpuLimit.whole(1),
                128L * 1024 * 1024)
            .withNetwork(
                new SandboxNetwork("tested", Set.of(), Map.of(), Set.of(), Set.of(), Set.of()));
    try (Sandbox started = instance.prepare("bootstrap", box)) {
      started.start();
      started.exit().get(30, TimeUnit.SECONDS);
      return new String(started.output().drain(), UTF_8).strip();
    }
  }

  @Test
  void a_script_for_sh_may_use_what_bash_has() throws Exception {
    assumeTrue(Files.exists(Path.of("/bin/bash")), "needs bash");
    assertEquals("set", output("#!/bin/sh\nset -euo pipefail\necho set\n"));
  }

  @Test
  void its_limits_are_those_of_Lambda() throws Exception {
    List<String> limits =
        output("#!/bin/bash\nulimit -n; ulimit -l; ulimit -c; ulimit -u\n").lines().toList();
    assertEquals(List.of("1024", "64"), limits.subList(0, 2));
    assumeTrue(mayRaiseCoreLimit(), "the host's own limit of core files is lower");
    assertEquals("" + 10L * 1024 * 1024, limits.get(2), "in blocks of 1,024 bytes");
    assertTrue(limits.get(3).matches("\\d+|unlimited"), limits.get(3));
  }

  private static boolean mayRaiseCoreLimit() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/limits")).stream()
        .filter(line -> line.startsWith("Max core file size"))
        .anyMatch(line -> line.strip().split(" {2,}")[2].equals("unlimited"));
  }

  @Test
  void a_name_of_AWS_that_is_asked_for_is_told() throws Exception {
    assumeTrue(
        Files.readAllLines(Path.of("/etc/resolv.conf")).stream()
            .anyMatch(line -> line.startsWith("nameserver ")),
        "needs a name server, whatever it answers");
    List<String> asked = new CopyOnWriteArrayList<>();
    instance
        .egress()
        .tell(List.of("amazonaws.com"), (owner, name) -> asked.add(owner + " " + name));
    output(
        "#!/bin/bash\n"
            + "for name in amazonaws.com.example.org example.org Kms.us-east-1.amazonaws.com; do\n"
            + "  timeout 1 getent hosts $name\ndone\n");
    Deadline.await(Duration.ofSeconds(10), "the name", () -> !asked.isEmpty());
    assertEquals(Set.of("tested kms.us-east-1.amazonaws.com"), Set.copyOf(asked));
  }
}
