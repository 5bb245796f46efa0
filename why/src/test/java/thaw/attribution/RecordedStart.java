package thaw.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import thaw.environment.Reading;
import thaw.recording.ClassLoad;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.ThreadSample;
import thaw.recording.Window;
import thaw.sandbox.SandboxUsage;
import thaw.sandbox.kernel.ThreadTimes;

/** A recording written by hand. All times are milliseconds since the start of the process. */
final class RecordedStart {
  static final long MILLI = 1_000_000;

  /** Of the process, as {@link System#nanoTime}. */
  static final long STARTED = 5_000 * MILLI;

  static final long MAIN = 2;
  static final long WORKER = 9;

  private static final double INTERVAL = 1;
  private static final double LOOK = 1;

  private final List<Window> windows = new ArrayList<>();
  private final List<ThreadSample> samples = new ArrayList<>();
  private final List<ThreadSample> waits = new ArrayList<>();
  private final List<ClassLoad> loads = new ArrayList<>();
  private final List<ProfiledRun.Span> collections = new ArrayList<>();
  private ProfiledRun.Border launched = new ProfiledRun.Border(0, 0, 0);
  private ProfiledRun.Border ready = new ProfiledRun.Border(0, 0, 0);
  private ProfiledRun.Coverage coverage =
      new ProfiledRun.Coverage(true, 0, true, true, true, 100, 0, 1_000);
  private Use counted = Use.NONE;
  private long reads;

  /**
   * What threads used, in milliseconds.
   *
   * @param main CPU of the thread that runs {@code main}
   * @param waiting of the same, for a CPU
   * @param jit CPU of C1 and C2, half each
   * @param collector CPU of the VM thread
   * @param others CPU of threads that have ended since
   * @param throttled what the kernel held back, summed over CPUs
   */
  record Use(
      double main, double waiting, double jit, double collector, double others, double throttled) {
    static final Use NONE = new Use(0, 0, 0, 0, 0, 0);

    static Use of(double main, double waiting) {
      return new Use(main, waiting, 0, 0, 0, 0);
    }

    Use plus(Use more) {
      return new Use(
          main + more.main,
          waiting + more.waiting,
          jit + more.jit,
          collector + more.collector,
          others + more.others,
          throttled + more.throttled);
    }
  }

  static long nanos(double millis) {
    return STARTED + duration(millis);
  }

  static long duration(double millis) {
    return Math.round(millis * MILLI);
  }

  RecordedStart window(Window.Kind kind, double begin, double end, Use use) {
    Use after = counted.plus(use);
    windows.add(
        new Window(
            kind,
            nanos(begin),
            nanos(end),
            reading(nanos(begin), counted, windows.isEmpty(), 0),
            reading(nanos(end), after, false, reads)));
    counted = after;
    return this;
  }

  /** Page faults that waited for a read, in each window that follows. */
  RecordedStart reads(long faults) {
    reads = faults;
    return this;
  }

  private static Reading reading(long nanos, Use counted, boolean parked, long majorFaults) {
    // The parked shell becomes the launcher; it has used up something before the start.
    ThreadTimes launcher = new ThreadTimes(10, "java", duration(7), duration(3));
    List<ThreadTimes> threads =
        parked
            ? List.of(launcher)
            : List.of(
                launcher,
                thread(11, "java", counted.main(), counted.waiting()),
                thread(12, "VM Thread", counted.collector(), 0),
                thread(13, "C2 CompilerThre", counted.jit() / 2, 0),
                thread(14, "C1 CompilerThre", counted.jit() / 2, 0),
                thread(15, "pool-1-thread-1", 0, 0));
    double all = counted.main() + counted.jit() + counted.collector() + counted.others();
    return new Reading(
        nanos,
        threads,
        new SandboxUsage(
            duration(all), OptionalLong.of(duration(counted.throttled())), 0, 0, majorFaults, 0, 0),
        Map.of());
  }

  private static ThreadTimes thread(long id, String name, double cpu, double waiting) {
    return new ThreadTimes(id, name, duration(cpu), duration(waiting));
  }

  /** The borders of the boot; main and launcher had used so much until then, with the shell's. */
  RecordedStart boot(double launchedAt, Use untilThen, double readyAt, Use untilReady) {
    launched = border(launchedAt, untilThen);
    ready = border(readyAt, untilReady);
    return this;
  }

  private static ProfiledRun.Border border(double at, Use use) {
    return new ProfiledRun.Border(nanos(at), duration(7 + use.main()), duration(3 + use.waiting()));
  }

  /** What the host showed. */
  RecordedStart coverage(ProfiledRun.Coverage shown) {
    coverage = shown;
    return this;
  }

  /** One sample, for a millisecond of CPU. */
  RecordedStart onCpu(double at, String stack) {
    return onCpu(MAIN, at, stack);
  }

  RecordedStart onCpu(long thread, double at, String stack) {
    samples.add(
        new ThreadSample(
            nanos(at),
            thread,
            ThreadSample.State.ON_CPU,
            duration(INTERVAL),
            StackText.line(stack),
            ThreadSample.Wait.NONE));
    return this;
  }

  /** From the first look at the blocked thread to the last. */
  RecordedStart blocked(
      double from, double to, ThreadSample.Wait.Kind kind, String peer, String stack) {
    waits.add(
        new ThreadSample(
            nanos(from),
            MAIN,
            ThreadSample.State.BLOCKED,
            duration(to - from),
            StackText.line(stack),
            new ThreadSample.Wait(kind, peer)));
    return this;
  }

  RecordedStart loaded(double at, String className, String source) {
    loads.add(new ClassLoad(nanos(at), MAIN, className, source));
    return this;
  }

  RecordedStart collection(double from, double to) {
    collections.add(new ProfiledRun.Span(nanos(from), nanos(to)));
    return this;
  }

  RecordedStart covered(ProfiledRun.Coverage other) {
    coverage = other;
    return this;
  }

  List<ClassLoad> loads() {
    return loads;
  }

  Recording baseline() {
    return new Recording(STARTED, windows, Optional.empty(), Optional.empty());
  }

  Recording profiled() {
    return new Recording(
        STARTED,
        windows,
        Optional.of(
            new ProfiledRun(
                MAIN,
                duration(INTERVAL),
                duration(LOOK),
                samples,
                waits,
                loads,
                List.of(),
                collections,
                launched,
                ready,
                Map.of(MAIN, "main", WORKER, "worker"),
                coverage)),
        Optional.empty());
  }
}
