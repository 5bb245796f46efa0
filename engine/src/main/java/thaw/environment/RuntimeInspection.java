package thaw.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import thaw.environment.launch.EnvironmentSpec;
import thaw.sandbox.Sandbox;
import thaw.sandbox.SandboxUsage;
import thaw.sandbox.UntrustedFolder;
import thaw.sandbox.kernel.ClockOffset;

/**
 * Looks at an environment's runtime process from outside, and into its JVM, as long as the process
 * lives. Used by the thread that owns the environment.
 */
public final class RuntimeInspection {
  private static final Duration ATTACH_PATIENCE = Duration.ofSeconds(10);

  private final EnvironmentSpec spec;
  private final EnvironmentResources resources;
  private final RuntimeProcess<?> process;

  RuntimeInspection(
      EnvironmentSpec spec, EnvironmentResources resources, RuntimeProcess<?> process) {
    this.spec = spec;
    this.resources = resources;
    this.process = process;
  }

  /**
   * Returns the JVM of a clone for a look into it; it may then use as much CPU as in an init phase.
   *
   * @throws IOException when it stays unknown which process it is
   */
  public AttachedJvm attached() throws IOException, InterruptedException {
    process.box().limitCpu(InitPhase.CPU);
    return AttachedJvm.in(process.box());
  }

  /**
   * Has a restored JVM load a native agent and log its class loads, on the CPUs of an init phase.
   *
   * @param agent as the JVM sees it
   * @param log likewise; lines are those of {@code -Xlog:class+load=info:...:timenanos,tid}
   * @throws IOException why it did not
   */
  public void observe(Path agent, String options, Path log)
      throws IOException, InterruptedException {
    AttachedJvm jvm = attached();
    jvm.command(
        "VM.log output=" + log + " what=class+load=info decorators=timenanos,tid", ATTACH_PATIENCE);
    jvm.loadAgent(agent, options, ATTACH_PATIENCE);
    process.box().limitCpu(spec.handlerCpu());
  }

  /** {@link System#nanoTime} of a restored runtime's first step; 0 where it was not seen. */
  public long restoredNanos() {
    return process.session().restoredNanos();
  }

  /**
   * Returns by how much the runtime process's monotonic clock is ahead of ours: that of a restored
   * one goes on from where it was dumped.
   *
   * @see <a href="https://man7.org/linux/man-pages/man7/time_namespaces.7.html">time_namespaces(7)
   *     </a>
   */
  public long clockAheadNanos() throws IOException {
    return ClockOffset.monotonicNanos(process.box().pid());
  }

  /** All that the kernel and the JVM count, now; nothing runs in the function's processes. */
  public Reading reading() {
    long pid = process.box().pid();
    return new Reading(
        System.nanoTime(),
        process.box().threads(),
        process.box().usage(),
        PerfData.read(resources.temporary(pid), process.box().innerPid())
            .map(PerfData::longs)
            .orElse(Map.of()));
  }

  /** {@link System#nanoTime} of the runtime process's start. */
  public long startedNanos() {
    return process.startedNanos();
  }

  /** {@link System#nanoTime} of the end of the init phase or the restore. */
  public long readyNanos() {
    return process.readyNanos();
  }

  /** The runtime process's /tmp as the host sees it, while the process lives. */
  public UntrustedFolder temporary() {
    Sandbox box = process.box();
    return spec.snapshot().isPresent() // an overlay, in the clone only
        ? UntrustedFolder.of(box.host(), Path.of("/proc", Long.toString(box.pid()), "root/tmp"))
        : resources.temporary(box.pid());
  }

  /** The text of the runtime process's {@code /proc/PID/maps}. */
  public String memoryMap() throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(process.box().pid()), "maps"));
  }

  /** Counters of the runtime process since its start. */
  public SandboxUsage usage() {
    return process.box().usage();
  }

  /** Classes that the JVM has loaded; empty when the function turned its counters off. */
  public OptionalLong loadedClasses() {
    long pid = process.box().pid();
    return PerfData.read(resources.temporary(pid), process.box().innerPid())
        .map(data -> OptionalLong.of(data.loadedClasses()))
        .orElse(OptionalLong.empty());
  }
}
