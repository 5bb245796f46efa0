package thaw.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.RuntimeInspection;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.SandboxPaths;
import thaw.sandbox.Instance;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;

/** Reads what the probe and the JVM's log have written, while the function's process lives. */
final class ProbeReading {
  /** The time that the probe may take to name the last methods that it saw. */
  private static final Duration NAMING_PATIENCE = Duration.ofSeconds(3);

  private static final long NAMING_POLL_MILLIS = 5;

  /** The most bytes that are read of the files of the probe and of the JVM. */
  private static final long MOST_BYTES = 512L << 20;

  private final Instance instance;
  private final EnvironmentSpec spec;
  private final Consumer<String> log;
  private @Nullable KernelSymbols kernel; // null before it was needed

  /**
   * @param log is told when there is nothing to read
   */
  ProbeReading(Instance instance, EnvironmentSpec spec, Consumer<String> log) {
    this.instance = instance;
    this.spec = spec;
    this.log = log;
  }

  Optional<ProfiledRun> of(RuntimeInspection inspection, Probe probe) throws InterruptedException {
    UntrustedFolder temporary = inspection.temporary();
    try (UntrustedFile samples = temporary.open(probe.samples(), MOST_BYTES);
        UntrustedFile loads = temporary.open(probe.classes(), MOST_BYTES)) {
      awaitNames(samples.path());
      ProbeLog seen = ProbeLog.read(samples.path());
      List<ClassLoad> classes = ClassLoadLog.of(loads.read());
      SandboxPaths paths = SandboxPaths.of(spec, instance.host().hasMountNamespaces());
      Stacks stacks =
          new Stacks(
              MemoryMap.parse(inspection.memoryMap()),
              kernelSymbols(),
              path -> paths.onHost(Path.of(path)),
              seen.methods());
      return Optional.of(RecordingAssembly.of(seen, classes, stacks, inspection.clockAheadNanos()));
    } catch (IOException e) {
      log.accept("thaw: the samples of the probe could not be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** The same for all runs, and large. */
  private KernelSymbols kernelSymbols() {
    if (kernel == null) {
      kernel = KernelSymbols.ofThisHost();
    }
    return kernel;
  }

  private static void awaitNames(Path samples) throws IOException, InterruptedException {
    long wanted = ProbeLog.progress(samples).written();
    long deadline = System.nanoTime() + NAMING_PATIENCE.toNanos();
    while (ProbeLog.progress(samples).resolved() < wanted && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(NAMING_POLL_MILLIS);
    }
  }
}
