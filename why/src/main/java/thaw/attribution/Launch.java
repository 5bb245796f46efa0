package thaw.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.owner.Library;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.Window;
import thaw.sandbox.kernel.ThreadTimes;

/**
 * The time before the JVM is ready for {@code main}, as the scheduler's counters have it at two
 * moments: when the JVM loads the probe, before which nothing can be sampled, and when it is ready.
 * What blocks it is the JVM's own threads, or reads where pages of its files are not in the page
 * cache.
 */
final class Launch {
  /** Page faults that waited for a read; as many are some milliseconds. */
  private static final long MANY_READS = 20;

  private final int run;
  private final Window window;
  private final List<Part> parts = new ArrayList<>();

  private Launch(int run, Window window) {
    this.run = run;
    this.window = window;
  }

  /** Returns the parts of a window's launch; empty for windows in which no JVM starts. */
  static List<Part> of(int run, Recording recording, ProfiledRun profiled, Window window) {
    ProfiledRun.Border loaded = profiled.agentLoaded();
    ProfiledRun.Border ready = profiled.vmReady();
    if (window.kind() != Window.Kind.INIT || loaded.nanos() == 0 || ready.nanos() == 0) {
      return List.of();
    }
    // The parked shell became the launcher, and had used time before.
    Optional<ThreadTimes> parked = window.before().threads().stream().findFirst();
    ProfiledRun.Border started =
        new ProfiledRun.Border(
            recording.startedNanos(),
            parked.map(ThreadTimes::onCpuNanos).orElse(0L),
            parked.map(ThreadTimes::waitingNanos).orElse(0L));
    Launch launch = new Launch(run, window);
    double onCpu = Math.max(0, loaded.onCpuNanos() - started.onCpuNanos());
    launch.add(false, Cause.LAUNCH, "java launcher", onCpu);
    boolean reads = launch.readsFiles();
    launch.add(
        true,
        reads ? Cause.FILE_WAIT : Cause.LAUNCH,
        reads ? "files of the JVM" : "java launcher, blocked",
        blocked(started, loaded));
    launch.add(
        true,
        reads ? Cause.FILE_WAIT : Cause.VM_WAIT,
        reads ? "files and archive of the JDK" : "JVM start",
        blocked(loaded, ready));
    return launch.parts;
  }

  private boolean readsFiles() {
    long before = window.before().usage().majorFaults();
    return window.after().usage().majorFaults() - before >= MANY_READS;
  }

  /** Returns the time in ns that was spent neither on a CPU nor waiting for one. */
  private static double blocked(ProfiledRun.Border from, ProfiledRun.Border to) {
    double onCpu = Math.max(0, to.onCpuNanos() - from.onCpuNanos());
    double waiting = Math.max(0, to.waitingNanos() - from.waitingNanos());
    return Math.max(0, to.nanos() - from.nanos() - onCpu - waiting);
  }

  private void add(boolean blocked, Cause cause, String owner, double weight) {
    parts.add(
        Part.measured(
            run, window.kind(), PhaseName.BOOT, blocked, cause, owner, Library.JDK.name(), weight));
  }
}
