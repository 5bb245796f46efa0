package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Capability;
import thaw.sandbox.ColdStorage;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

@Tag("linux")
@Tag("jvm")
@SideBySide
class NewMachineTest {
  @TempDir private static Path folder;
  private static RealRuntime runtime;
  private static Path task;

  @BeforeAll
  static void open() throws Exception {
    runtime = RealRuntime.open(folder);
    task = folder.resolve("task");
    Sources.compile(
        task,
        """
        package small;
        import java.io.*;
        public class Small {
          public void handle(InputStream in, OutputStream out) throws IOException {
            out.write("{}".getBytes());
          }
        }
        """);
  }

  @AfterAll
  static void close() {
    runtime.close();
  }

  private static EnvironmentSpec spec() {
    return runtime.spec(task, "small.Small::handle", 1769, 60);
  }

  private static EnvironmentSpec on(Jdk jdk) {
    EnvironmentSpec spec = spec();
    RuntimeProgram.Java java = (RuntimeProgram.Java) spec.program();
    return spec.withProgram(
        new RuntimeProgram.Java(jdk, java.jvmOptions(), java.client(), Optional.empty()));
  }

  private static EnvironmentSpec ofFeature(int feature) {
    Jdk own = runtime.jdk();
    return on(new Jdk(own.home(), feature, own.version(), own.vendor(), own.fingerprint()));
  }

  private static List<String> options(EnvironmentSpec spec) {
    return NewMachine.jvmOptions(
        spec, (RuntimeProgram.Java) spec.program(), Path.of("/var/runtime"));
  }

  @Test
  void the_agent_is_there_up_to_java_21_on_new_machines_only() {
    List<String> agent = List.of("-javaagent:/var/runtime/primer.jar");
    assertEquals(agent, options(ofFeature(11).onNewMachine()));
    assertEquals(agent, options(ofFeature(21).onNewMachine()));
    assertEquals(List.of(), options(ofFeature(25).onNewMachine()));
    assertEquals(List.of(), options(ofFeature(21)));
    assertEquals(List.of(), options(ofFeature(21).onNewMachine().toBeDumped(List.of())));
  }

  @Test
  void the_variable_that_lambda_has_for_that_leaves_the_agent_out() {
    EnvironmentSpec spec = ofFeature(21).onNewMachine();
    EnvironmentSpec without =
        spec.withFunction(
            spec.function().withEnvironment(Map.of(NewMachine.WITHOUT_AGENT, "true")));
    assertEquals(List.of(), options(without));
  }

  @Test
  void each_environment_reads_its_files_from_storage() throws Exception {
    requireStorage();
    List<Long> fromStorage = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      fromStorage.add(majorFaults(spec().onNewMachine()));
    }
    long fromPageCache = majorFaults(spec());
    assertTrue(
        fromStorage.stream().allMatch(each -> each > 2 * fromPageCache),
        () -> "major faults: " + fromStorage + " on new machines, then " + fromPageCache);
  }

  @Test
  void a_function_of_java_17_starts_with_the_agent() throws Exception {
    requireStorage();
    Optional<Jdk> older = Jdks.find(Map.of(), folder).ofFeature(17);
    assumeTrue(older.isPresent(), "no JDK 17");
    majorFaults(on(older.get()).onNewMachine());
  }

  private static void requireStorage() {
    Capability storage = ColdStorage.capability(runtime.instance().host());
    assumeTrue(storage.available(), storage.detail() + "; " + storage.remedy());
  }

  private static long majorFaults(EnvironmentSpec spec) throws InterruptedException {
    try (Environment environment =
        Environment.prepareWithLog(runtime.instance(), spec, line -> {})) {
      environment.initialise();
      InvocationResult result = environment.invoke(Invocation.of("{}".getBytes()));
      assertInstanceOf(InvocationOutcome.Success.class, result.outcome());
      return environment.inspection().usage().majorFaults();
    }
  }
}
