package thaw.lab.storage;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LimitsPolicy;
import thaw.function.MemorySize;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.lab.engine.LastLines;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;

/** A function's cold start with its deployment package on a place. */
final class StorageStart {
  private static final String FOLDER = "function";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int ONE_VCPU_MIB = 1769;
  private static final int SHOWN_LINES = 3;

  private final String name;
  private final EnvironmentSpec spec;
  private final byte[] event;
  private final Instance instance;
  private final Set<StoragePlace> copied = new HashSet<>();

  private StorageStart(String name, EnvironmentSpec spec, byte[] event, Instance instance) {
    this.name = name;
    this.spec = spec;
    this.event = event.clone();
    this.instance = instance;
  }

  /** Prepares the user's function, or that of the generated project if the user has given none. */
  static StorageStart of(
      StorageOptions options, StorageProject project, Workbench workbench, Jdk jdk)
      throws InterruptedException {
    StorageOptions.Function function =
        options.function().orElseGet(() -> generated(project, workbench));
    String label =
        options.function().isPresent()
            ? function.definition().logicalId()
            : "a function of many small classes";
    return new StorageStart(
        StorageFigures.COLD_START + label,
        workbench.functions().make(function.definition(), jdk),
        function.event(),
        workbench.instance());
  }

  private static StorageOptions.Function generated(StorageProject project, Workbench workbench) {
    Path classes = project.classes(workbench.folder().resolve("storage-classes"));
    return new StorageOptions.Function(
        ApplicationReader.read(classes, ReadOptions.defaults().withHandler(StorageProject.HANDLER))
            .functions()
            .getFirst()
            .withMemory(new MemorySize(ONE_VCPU_MIB)),
        "{}".getBytes(StandardCharsets.UTF_8));
  }

  String name() {
    return name;
  }

  /** Returns the settings that samples depend on and the name does not tell. */
  String identity() {
    return String.join(
        ", ",
        "code " + spec.code().codeSha256(),
        "handler " + spec.function().handler(),
        spec.function().memory().mebibytes() + " MB",
        "event " + Arrays.hashCode(event));
  }

  Map<Quantity, Double> measure(StoragePlace place) throws InterruptedException, SampleFailure {
    try {
      return measured(place);
    } catch (UncheckedIOException | IllegalStateException e) {
      if (place.isThere()) {
        throw e;
      }
      throw new SampleFailure(
          "the stand-in for a network file system has ended: " + e.getMessage());
    }
  }

  private Map<Quantity, Double> measured(StoragePlace place)
      throws InterruptedException, SampleFailure {
    EnvironmentSpec there = on(place);
    if (!copied.contains(place)) {
      place.copy(spec.code().root(), FOLDER);
      start(there);
      copied.add(place);
    }
    StoragePlace.Cold cold = place.cool();
    Map<Quantity, Double> values = new LinkedHashMap<>();
    long before = place.trips();
    Started first = start(there);
    values.put(StorageFigures.COLD_TOTAL, first.total());
    values.put(StorageFigures.COLD_CPU, first.cpu());
    values.put(StorageFigures.TRIPS, (double) (place.trips() - before));
    Started second = start(there);
    values.put(StorageFigures.WARM_TOTAL, second.total());
    values.put(StorageFigures.WARM_CPU, second.cpu());
    values.put(StorageFigures.ALL_DROPPED, cold.all() ? 1.0 : 0);
    values.put(StorageFigures.TRIMMED, cold.trimmed() ? 1.0 : 0);
    return values;
  }

  private EnvironmentSpec on(StoragePlace place) {
    DeploymentPackage code =
        new DeploymentPackage(
            place.root().resolve(FOLDER), spec.code().codeSha256(), spec.code().codeSizeBytes());
    EnvironmentSpec moved =
        EnvironmentSpec.latest(
            spec.function(),
            code,
            spec.layers(),
            spec.program(),
            spec.services(),
            spec.binds(),
            spec.region());
    return place.job().map(job -> moved.withLimits(LimitsPolicy.inside(job))).orElse(moved);
  }

  private record Started(double total, double cpu) {}

  private Started start(EnvironmentSpec there) throws InterruptedException, SampleFailure {
    LastLines log = new LastLines(SHOWN_LINES);
    try (Environment environment = Environment.prepareWithLog(instance, there, log::add)) {
      environment.initialise();
      InvocationResult result = environment.invoke(Invocation.of(event));
      if (result.outcome() instanceof InvocationOutcome.Failure failure) {
        throw new SampleFailure(failure.type() + ": " + failure.message() + " " + log);
      }
      return new Started(
          result.startToResponse().orElseThrow().toNanos() / NANOS_PER_MILLI,
          environment.inspection().usage().cpuNanos() / NANOS_PER_MILLI);
    }
  }
}
