package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Functions whose JVM has an agent, as those of monitoring services have. */
@SideBySide
class AgentTest {
  private static final String SOURCE =
      """
      package agent;
      public class Agent {
        public static void premain(String options, java.lang.instrument.Instrumentation jvm) {
          System.setProperty("agent.loaded", "true");
        }
        public String run() { return System.getProperty("agent.loaded"); }
      }
      """;

  @TempDir Path folder;

  /** The JVM does without the archive of the client's classes, which was made with no agent. */
  @Test
  void the_log_has_nothing_of_an_archive_that_the_function_knows_nothing_of() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), SOURCE);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", "agent.Agent");
    manifest.getMainAttributes().putValue("Class-Path", "./");
    Path jar = task.resolve("agent.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    try (RealRuntime real = RealRuntime.open(folder)) {
      assumeTrue(real.instance().host().hasMountNamespaces(), "functions have no class archive");
      EnvironmentSpec plain = real.spec(task, "agent.Agent::run", 512, 20);
      EnvironmentSpec spec =
          plain.withFunction(
              plain
                  .function()
                  .withEnvironment(Map.of("JAVA_TOOL_OPTIONS", "-javaagent:/var/task/agent.jar")));
      List<String> log = new ArrayList<>();
      try (Environment environment = Environment.prepareWithLog(real.instance(), spec, log::add)) {
        assertInstanceOf(InitOutcome.Ready.class, environment.initialise(), log::toString);
        InvocationOutcome outcome =
            environment.invoke(Invocation.of("{}".getBytes(StandardCharsets.UTF_8))).outcome();
        InvocationOutcome.Success success =
            assertInstanceOf(InvocationOutcome.Success.class, outcome, log::toString);
        assertEquals("\"true\"", new String(success.payload(), StandardCharsets.UTF_8));
      }
      assertTrue(log.stream().anyMatch(line -> line.startsWith("Picked up")), log::toString);
      assertTrue(log.stream().noneMatch(line -> line.contains("[error]")), log::toString);
    }
  }
}
