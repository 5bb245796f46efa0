package thaw.environment.extensions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.SharedEnvironment;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Initialization;
import thaw.environment.runtimeapi.InitOutcome;
import thaw.environment.runtimeapi.Invocation;
import thaw.environment.runtimeapi.InvocationOutcome;
import thaw.fixture.BashExtension;
import thaw.fixture.RealRuntime;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.function.ManagedInstances;
import thaw.function.packaging.DeploymentPackage;

/** Process tests: extensions, and streamed responses, where many requests share an environment. */
@StartsProcesses
class SharedExtensionTest {
  private static final String HANDLERS =
      """
      package shared;
      public class Fine {
        public static String fine() { return "fine"; }
      }
      """;

  private static final String STREAM =
      """
      package shared;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.io.*;
      import thaw.runtime.*;
      public class Streamed implements StreamingHandler {
        public void handleRequest(InputStream in, StreamedResponse response, Context context) throws IOException {
          for (String part : new String[] {"one ", "two ", "three"}) {
            response.write(part.getBytes());
            response.flush();
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeAll
  static void open() throws Exception {
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void close() {
    real.close();
  }

  private SharedEnvironment environment(EnvironmentSpec plain, Optional<Path> layer)
      throws Exception {
    EnvironmentSpec spec =
        plain
            .withLayers(layer.map(root -> new DeploymentPackage(root, "", 0)))
            .withFunction(
                plain
                    .function()
                    .withManaged(
                        Optional.of(
                            new ManagedInstances(OptionalInt.of(4), OptionalDouble.empty()))))
            .withInitialization(Initialization.MANAGED_INSTANCES);
    SharedEnvironment environment =
        SharedEnvironment.prepare(
            real.instance(), spec, "stream", event -> event.text().ifPresent(log::add));
    assertInstanceOf(
        InitOutcome.Ready.class, environment.initialise(end::countDown), () -> log.toString());
    return environment;
  }

  private static InvocationOutcome outcome(SharedEnvironment environment) throws Exception {
    AtomicReference<InvocationOutcome> outcome = new AtomicReference<>();
    assertTrue(
        environment
            .respond(Invocation.of("{}".getBytes(StandardCharsets.UTF_8)), outcome::set)
            .isPresent());
    return outcome.get();
  }

  private static Path layer(String script) throws Exception {
    Path layer = Files.createTempDirectory(folder, "layer-");
    Files.setPosixFilePermissions(layer, PosixFilePermissions.fromString("rwxr-xr-x"));
    BashExtension.write(layer, "companion", script);
    return layer;
  }

  private EnvironmentSpec fine() throws Exception {
    Path task = Sources.compile(Files.createTempDirectory(folder, "task-"), HANDLERS);
    return real.spec(task, "shared.Fine::fine", 2048, 10);
  }

  @Test
  void an_extension_accompanies_the_environment_to_its_end() throws Exception {
    Path layer = layer("register '\"SHUTDOWN\"'\nwhile next; do echo \"$event\"; exit 0; done\n");
    try (SharedEnvironment environment = environment(fine(), Optional.of(layer))) {
      assertInstanceOf(InvocationOutcome.Success.class, outcome(environment));
      assertInstanceOf(InvocationOutcome.Success.class, outcome(environment));
      assertTrue(environment.isSound());
    }
    assertTrue(
        log.stream().anyMatch(line -> line.contains("SHUTDOWN") && line.contains("spindown")),
        log.toString());
  }

  @Test
  void an_extension_that_ends_ends_the_environment() throws Exception {
    Path layer = layer("register ''\n(sleep 1; kill $$) &\nnext\n");
    try (SharedEnvironment environment = environment(fine(), Optional.of(layer))) {
      assertTrue(end.await(1, TimeUnit.MINUTES), log.toString());
      assertFalse(environment.isSound());
    }
  }

  @Test
  void a_streamed_response_is_one_answer() throws Exception {
    Path task = Sources.compile(Files.createTempDirectory(folder, "task-"), STREAM);
    EnvironmentSpec spec = real.with(ClientKind.THAW).spec(task, "shared.Streamed", 2048, 10);
    try (SharedEnvironment environment = environment(spec, Optional.empty())) {
      assertEquals(
          "one two three", new String(outcome(environment).payload(), StandardCharsets.UTF_8));
    }
  }
}
