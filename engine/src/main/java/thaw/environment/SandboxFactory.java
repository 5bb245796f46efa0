package thaw.environment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LambdaPaths;
import thaw.environment.launch.LambdaVariables;
import thaw.environment.launch.Needs;
import thaw.environment.launch.RuntimeCommand;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.RuntimeSystemFiles;
import thaw.environment.launch.SandboxLayout;
import thaw.environment.launch.SandboxNames;
import thaw.environment.launch.Snapshot;
import thaw.runtimeapi.RuntimeApi;
import thaw.runtimeapi.RuntimeSession;
import thaw.runtimeapi.log.Initialization;
import thaw.sandbox.Bind;
import thaw.sandbox.ColdStorage;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.IsolatedSandbox;
import thaw.sandbox.Program;
import thaw.sandbox.Sandbox;
import thaw.sandbox.SandboxSpec;
import thaw.sandbox.SandboxSpecBuilder;

/**
 * Makes the boxes of an environment, one after the other, each with its parked process: a plain box
 * for a process that is started, an isolated sandbox for one that will be dumped or that is
 * restored.
 *
 * @param hosts where the hosts file of the box is written
 * @param storage what code, runtime and JDK are read from, in place of the host's page cache
 */
record SandboxFactory(
    Instance instance,
    EnvironmentSpec spec,
    Bind temporary,
    Path hosts,
    RuntimeApi api,
    String logStream,
    Optional<ColdStorage> storage) {
  /** The port of the Runtime API on Lambda, where it also is in a network of the box's own. */
  static final int LAMBDA_PORT = LambdaPaths.RUNTIME_API_PORT;

  private static final String LAMBDA_ADDRESS = "127.0.0.1:" + LAMBDA_PORT;

  /** The JVM that writes an AOT cache runs beside the one that was trained. */
  private static final long TRAINING_BYTES = 2L << 30;

  /**
   * A box, the process in it not yet started.
   *
   * @param restore where it is restored
   */
  record Parked(
      Sandbox box,
      Map<String, String> variables,
      RuntimeSession.Purpose purpose,
      Optional<CellRestore> restore) {}

  Parked park(CpuLimit cpu) {
    return spec.isIsolated() ? parkIsolated(cpu) : parkPlain(cpu);
  }

  private RuntimeSession.Purpose purpose() {
    if (spec.snapshot().isPresent()) {
      return RuntimeSession.Purpose.SERVE_RESTORED;
    }
    if (spec.initialization() != Initialization.SNAP_START) {
      return RuntimeSession.Purpose.SERVE;
    }
    if (spec.dumped() && !spec.program().trains()) {
      return RuntimeSession.Purpose.BE_DUMPED;
    }
    // Such a process goes through all that a dumped one does, and then what a restored one does.
    // Of other programs only those that train are known to ask for their restore.
    return spec.program().trains() || spec.program() instanceof RuntimeProgram.Java
        ? RuntimeSession.Purpose.SERVE_RESTORED
        : RuntimeSession.Purpose.SERVE;
  }

  private Parked parkPlain(CpuLimit cpu) {
    boolean namespaces = instance.host().hasMountNamespaces();
    SandboxLayout layout = SandboxLayout.of(namespaces, spec, temporary);
    String address = namespaces ? LAMBDA_ADDRESS : api.address();
    Map<String, String> variables =
        LambdaVariables.of(spec, layout, address, namespaces, logStream);
    List<Bind> binds = namespaces ? binds(layout) : layout.binds();
    SandboxSpec plain = boxSpec(variables, layout, RuntimeCommand.of(spec, layout), binds, cpu);
    return serve(
        instance.prepare("environment", namespaces ? inOwnNetwork(plain) : plain),
        variables,
        Optional.empty());
  }

  private List<Bind> binds(SandboxLayout layout) {
    List<Bind> binds = new ArrayList<>(RuntimeSystemFiles.binds(instance, spec));
    binds.addAll(SandboxNames.in(layout.binds(), hosts));
    return binds;
  }

  private SandboxSpec inOwnNetwork(SandboxSpec box) {
    return box.withNetwork(Needs.of(spec, box, LAMBDA_PORT));
  }

  private Parked serve(Sandbox box, Map<String, String> variables, Optional<CellRestore> restore) {
    if (box.loopback().isOwn()) {
      api.moveTo(box.loopback().listener(LAMBDA_PORT));
    }
    return new Parked(box, variables, purpose(), restore);
  }

  private SandboxSpec boxSpec(
      Map<String, String> variables,
      SandboxLayout layout,
      List<String> command,
      List<Bind> binds,
      CpuLimit cpu) {
    long memory = spec.function().memory().bytes();
    return SandboxSpecBuilder.builder()
        .environment(variables)
        .command(command)
        .workingDirectory(workingDirectory(layout))
        .binds(
            binds.stream().map(bind -> storage.map(cold -> cold.moved(bind)).orElse(bind)).toList())
        .cpu(cpu)
        .memoryBytes(spec.program().trains() ? Math.max(memory, TRAINING_BYTES) : memory)
        .inside(storage.map(ColdStorage::job).or(spec.limits()::inside))
        .root(spec.program().rootFileSystem())
        .build();
  }

  private Path workingDirectory(SandboxLayout layout) {
    return spec.program() instanceof RuntimeProgram.Image image
        ? image.workingDirectory()
        : layout.task();
  }

  private Parked parkIsolated(CpuLimit cpu) {
    SandboxLayout layout = SandboxLayout.of(true, spec, temporary);
    Map<String, String> variables =
        LambdaVariables.of(spec, layout, LAMBDA_ADDRESS, true, logStream);
    List<Bind> binds = binds(layout);
    spec.snapshot()
        .ifPresent(snapshot -> binds.add(Bind.readOnly(snapshot.folder(), Snapshot.MOUNTED)));
    spec.snapshot().ifPresent(snapshot -> binds.addAll(snapshot.criu().binds()));
    Optional<LearnedImages> learned =
        spec.snapshot().flatMap(snapshot -> TouchedPages.of(instance, snapshot));
    learned.ifPresent(images -> binds.add(Bind.readOnly(images.folder(), Snapshot.TOUCHED)));
    List<String> command =
        spec.snapshot().isPresent() ? List.of() : RuntimeCommand.of(spec, layout);
    SandboxSpec box = boxSpec(variables, layout, command, binds, cpu);
    IsolatedSandbox sandbox = instance.prepareIsolated("environment", inOwnNetwork(box));
    try {
      Optional<CellRestore> restore =
          spec.snapshot().map(snapshot -> CellRestore.park(instance, snapshot, learned, sandbox));
      if (restore.isEmpty()) {
        sandbox.park(new Program(variables, command, workingDirectory(layout)));
      }
      return serve(sandbox, variables, restore);
    } catch (RuntimeException e) {
      sandbox.close();
      throw e;
    }
  }
}
