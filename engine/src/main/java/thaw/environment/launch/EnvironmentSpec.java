package thaw.environment.launch;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.FunctionDefinition;
import thaw.function.LambdaLimits;
import thaw.function.MemorySize;
import thaw.function.NamedResources;
import thaw.function.Region;
import thaw.function.packaging.DeploymentPackage;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.Start;
import thaw.sandbox.Bind;
import thaw.sandbox.CpuLimit;

/**
 * All that an environment is made of.
 *
 * @param function its configuration
 * @param version {@code $LATEST}, or the number of a published version
 * @param initialization why it is started
 * @param code its deployment package, exploded
 * @param layers what is at {@code /opt}
 * @param program what runs the code
 * @param services variables that lead SDKs to local services, for example {@code
 *     AWS_ENDPOINT_URL_DYNAMODB}; the user's own variables win over them
 * @param binds further files that the box sees
 * @param region for example {@code us-east-1}
 * @param limits as on Lambda, or where it differs
 * @param snapshot what processes are restored from, instead of being started
 * @param dumped whether the process will be written to disk, to be restored later
 * @param traces where what the function records of itself goes; without, nobody takes it
 * @param resources what the application declares, which messages name
 */
@RecordBuilder
public record EnvironmentSpec(
    FunctionDefinition function,
    String version,
    Initialization initialization,
    DeploymentPackage code,
    Optional<DeploymentPackage> layers,
    RuntimeProgram program,
    Map<String, String> services,
    List<Bind> binds,
    String region,
    LimitsPolicy limits,
    Optional<Snapshot> snapshot,
    boolean dumped,
    Optional<TraceReceivers> traces,
    NamedResources resources)
    implements EnvironmentSpecBuilder.With {
  /** Nobody waits so long; deadlines stay within the range of every clock. */
  private static final Duration UNLIMITED = Duration.ofDays(7);

  /** What an emulator takes for the code that it translates, and more. */
  private static final int EMULATOR_MIB = 1024;

  /** The version that is not published yet. */
  public static final String LATEST = "$LATEST";

  public EnvironmentSpec {
    services = Map.copyOf(services);
    binds = List.copyOf(binds);
  }

  /** Makes the spec of the unpublished version, on demand. */
  public static EnvironmentSpec latest(
      FunctionDefinition function,
      DeploymentPackage code,
      Optional<DeploymentPackage> layers,
      RuntimeProgram program,
      Map<String, String> services,
      List<Bind> binds,
      String region) {
    return EnvironmentSpecBuilder.builder()
        .function(function)
        .version(LATEST)
        .initialization(Initialization.ON_DEMAND)
        .code(code)
        .layers(layers)
        .program(program)
        .services(services)
        .binds(binds)
        .region(region)
        .limits(LimitsPolicy.LAMBDA)
        .resources(NamedResources.NONE)
        .build();
  }

  /**
   * The same, with further JVM options and files for who observes it. A function that brings its
   * JVM is one that Thaw has packaged: see {@link PackagedJvm}.
   */
  public EnvironmentSpec observed(List<String> jvmOptions, List<Bind> files) {
    if (program instanceof RuntimeProgram.Java java) {
      return withProgram(java.withOptions(jvmOptions)).bound(files);
    }
    return jvmOptions.isEmpty()
        ? bound(files)
        : with(PackageVariables.JVM_OPTIONS, String.join("\n", jvmOptions)).bound(files);
  }

  /**
   * The same, a package in a root file system of its own, by an emulator of the processor that it
   * is for: without limits of time, and with memory for the emulator.
   *
   * @param emulator a static program of the host
   * @param options of it
   */
  public EnvironmentSpec emulatedBy(Path emulator, List<String> options) {
    if (!(program instanceof RuntimeProgram.Image image)) {
      throw new IllegalStateException("has no root file system of its own: " + program.label());
    }
    List<String> words = new ArrayList<>(List.of(LambdaPaths.EMULATOR.toString()));
    words.addAll(options);
    int memory = function.memory().mebibytes() + EMULATOR_MIB;
    return withProgram(image.startedBy(words))
        .with(PackageVariables.EMULATOR, String.join("\n", words))
        .bound(List.of(Bind.readOnly(emulator, LambdaPaths.EMULATOR)))
        .withFunction(
            function.withMemory(new MemorySize(Math.min(memory, LambdaLimits.LARGEST_MEMORY_MIB))))
        .withLimits(new LimitsPolicy(false, false, List::of));
  }

  /** Returns whether its processor is an emulated one. */
  public boolean isEmulated() {
    return services.containsKey(PackageVariables.EMULATOR);
  }

  private EnvironmentSpec with(String variable, String value) {
    Map<String, String> all = new HashMap<>(services);
    all.put(variable, value);
    return withServices(all);
  }

  /** The same on a machine that has read nothing of it, as on Lambda: see {@link NewMachine}. */
  public EnvironmentSpec onNewMachine() {
    return withLimits(limits.onNewMachines(NewMachine.READ_COST));
  }

  /** The same, but its box sees further files. */
  public EnvironmentSpec bound(List<Bind> further) {
    List<Bind> all = new ArrayList<>(binds);
    all.addAll(further);
    return withBinds(all);
  }

  /**
   * The same, but in an isolated sandbox, with what writes the process and the folder that it goes
   * to.
   */
  public EnvironmentSpec toBeDumped(List<Bind> further) {
    return bound(further).withDumped(true);
  }

  /** The same, but restored. */
  public EnvironmentSpec restoredFrom(Snapshot taken) {
    return with()
        .initialization(Initialization.SNAP_START)
        .snapshot(Optional.of(taken))
        .dumped(false)
        .build();
  }

  /** Returns whether its processes live in an isolated sandbox, with a network of their own. */
  public boolean isIsolated() {
    return dumped || snapshot.isPresent();
  }

  /** Returns the CPU share that the function has once its init is over. */
  public CpuLimit handlerCpu() {
    return limits.limitsTime()
        ? CpuLimit.share(function.vcpus())
        : CpuLimit.whole(Runtime.getRuntime().availableProcessors());
  }

  /** Returns the number of requests that an environment takes at a time. */
  public int requestsAtOnce() {
    return function.managed().map(on -> on.requestsAtOnce(function.memory())).orElse(1);
  }

  /** Returns the longest time that an invocation may take. */
  public Duration timeout() {
    return limits.limitsTime() ? function.timeout() : UNLIMITED;
  }

  /** Returns whether its processes serve many requests at a time. */
  public boolean isShared() {
    return initialization == Initialization.MANAGED_INSTANCES;
  }

  /** Tells how its processes are started. */
  public Start start() {
    return snapshot.map(Snapshot::start).orElseGet(program::start);
  }

  /** Returns the classes that the function has on the application's class path. */
  public FunctionClasses classes() {
    return FunctionClasses.of(code.root(), layers.map(DeploymentPackage::root));
  }

  /**
   * Returns whether they were to be restored, and cannot be here: a published version, or all by
   * option.
   */
  public boolean lacksSnapshot() {
    return function.snapStart()
        && (!version.equals(LATEST) || start() != Start.PLAIN)
        && snapshot.isEmpty()
        && !dumped;
  }

  /** The function's ARN without a qualifier. */
  public String functionArn() {
    return "arn:aws:lambda:" + region + ":" + Region.ACCOUNT + ":function:" + function.name();
  }

  /**
   * Returns the ARN of what runs the function. On Lambda it names a runtime's build; here the
   * program's fingerprint stands for that.
   */
  public String runtimeVersionArn() {
    return "arn:aws:lambda:" + region + "::runtime:" + program.fingerprint();
  }
}
