package thaw.app.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import thaw.app.choice.EventChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.attribution.Explanation;
import thaw.cli.TerminalProgress;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.Python;
import thaw.fixture.Samples;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

/**
 * The cold starts of one sample application, explained as {@code thaw why} explains them, inside
 * the test's JVM. Its projects are built under {@code target}, once.
 */
public final class Explaining implements AutoCloseable {
  private final Application application;
  private final Progress progress = TerminalProgress.standard();
  private final Workspace workspace;

  /**
   * @param log what the function printed, in the order of the cold starts: baseline and profiled in
   *     turn
   */
  public record Explained(Explanation explanation, List<String> log) {}

  private Explaining(Application application) {
    this.application = application;
    String home = System.getProperty("user.home");
    try {
      System.setProperty("user.home", Path.of("target/test-home").toAbsolutePath().toString());
      workspace = Workspace.observing(progress);
    } finally {
      System.setProperty("user.home", home);
    }
  }

  /** Skips the test where the sample cannot be built; its services run until this is closed. */
  public static Explaining sample(String name, Map<String, String> parameters)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(hasMaven(), "there is no mvn");
    Path folder = Samples.copy(name, Path.of("target/samples", name).toAbsolutePath());
    Explaining explaining =
        new Explaining(
            ApplicationReader.read(folder, ReadOptions.defaults().withParameters(parameters)));
    explaining.workspace.startServices(explaining.application);
    return explaining;
  }

  /** An application that is built. */
  static Explaining of(Path folder) {
    Explaining explaining = new Explaining(ApplicationReader.read(folder, ReadOptions.defaults()));
    explaining.workspace.startServices(explaining.application);
    return explaining;
  }

  private static boolean hasMaven() throws InterruptedException {
    try {
      return Python.run(List.of("mvn", "--version")).exit() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** As the template has it, on a JDK of this feature version. */
  public Explained explain(String function, int jdk, int runs) throws InterruptedException {
    return explain(definition(function), jdk, runs);
  }

  public Explained explain(String function, int jdk, int memoryMiB, int runs)
      throws InterruptedException {
    return explain(definition(function).withMemory(new MemorySize(memoryMiB)), jdk, runs);
  }

  private Explained explain(FunctionDefinition function, int jdk, int runs)
      throws InterruptedException {
    EnvironmentSpec spec =
        workspace.specify(
            function, JvmChoice.on(Optional.of(Integer.toString(jdk)), ClientKind.OFFICIAL));
    byte[] event = EventChoice.usual().of(application, function, log -> {});
    WhyRun run =
        new WhyRun(workspace, function, spec, event, "sample --function " + function.logicalId());
    return new Explained(run.explain(runs, progress), run.log());
  }

  private FunctionDefinition definition(String logicalId) {
    return application.functions().stream()
        .filter(function -> function.logicalId().equals(logicalId))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    workspace.close();
  }
}
