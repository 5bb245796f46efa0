package thaw.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import thaw.attribution.owner.Libraries;
import thaw.recording.Frame;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.ThreadSample;
import thaw.recording.Window;

/**
 * One profiled run, cut into {@link Part}s.
 *
 * <p>For the maintainer. The main thread is the critical one. While it waits for another thread of
 * the function, that thread's samples are critical in its place. The time before the probe was
 * loaded, and between then and the JVM's readiness, is known from the scheduler's counters at both
 * moments, so the parts of the boot have their true size within the run; waits after that are
 * looked at from time to time, and scaled to the blocked time that the counters give.
 */
final class Interpretation {
  private final int run;
  private final Recording recording;
  private final ProfiledRun profiled;
  private final Classifier classifier;
  private final List<Part> parts = new ArrayList<>();
  private double probe;

  private Interpretation(int run, Recording recording, ProfiledRun profiled, Libraries libraries) {
    this.run = run;
    this.recording = recording;
    this.profiled = profiled;
    this.classifier = new Classifier(profiled, libraries, runtimeApi(recording, profiled));
  }

  /**
   * Returns the address of the Runtime API: the peer of the wait between two windows, in which the
   * main thread asks for its next event.
   */
  private static String runtimeApi(Recording recording, ProfiledRun profiled) {
    return recording.windows().stream()
        .flatMap(window ->
            profiled.waits().stream()
                .filter(wait -> wait.waits().kind() == ThreadSample.Wait.Kind.NETWORK)
                .filter(wait -> wait.nanos() + wait.weightNanos() >= window.endNanos())
                .limit(1))
        .map(wait -> wait.waits().peer())
        .filter(peer -> !peer.isEmpty())
        .findFirst()
        .orElse("none");
  }

  /**
   * @param probeShare share of the critical samples that were the probe's own work
   */
  record Result(List<Part> parts, double probeShare) {}

  static Result of(int run, Recording recording, ProfiledRun profiled, Libraries libraries) {
    Interpretation interpretation = new Interpretation(run, recording, profiled, libraries);
    for (Window window : recording.windows()) {
      interpretation.add(window);
    }
    double all =
        interpretation.parts.stream()
            .filter(part -> part.critical() && !part.blocked())
            .mapToDouble(Part::weight)
            .sum();
    double share = all == 0 ? 0 : interpretation.probe / (all + interpretation.probe);
    return new Result(interpretation.parts, share);
  }

  private void add(Window window) {
    int first = parts.size();
    List<Part> launch = Launch.of(run, recording, profiled, window);
    parts.addAll(launch);
    double before = launch.stream().filter(Part::blocked).mapToDouble(Part::weight).sum();
    List<ThreadSample> inside =
        profiled.samples().stream().filter(sample -> window.covers(sample.nanos())).toList();
    for (ThreadSample sample : inside) {
      addOnCpu(window, sample);
    }
    List<Part> seen = List.copyOf(parts.subList(first, parts.size()));
    parts.addAll(UnseenKernel.of(run, profiled, window, seen));
    addWaits(window, inside, before);
  }

  private void addOnCpu(Window window, ThreadSample sample) {
    boolean critical = sample.thread() == profiled.mainThread();
    if (classifier.isObserver(sample)) {
      probe += critical ? sample.weightNanos() : 0;
      return;
    }
    Classifier.Meaning meaning = classifier.onCpu(sample);
    boolean boot = isBoot(window, sample.nanos());
    Cause cause = boot && isVmStart(meaning.cause()) ? Cause.VM_START : meaning.cause();
    parts.add(
        part(
            window,
            phase(window, sample, meaning),
            sample,
            critical,
            false,
            meaning,
            cause,
            sample.weightNanos()));
  }

  /** Tells whether the cause is part of how a JVM begins. Later on the same causes would be odd. */
  private static boolean isVmStart(Cause cause) {
    return cause == Cause.VM_OTHER
        || cause == Cause.UNEXPLAINED
        || cause == Cause.JIT_MUTATOR
        || cause == Cause.JDK_CODE;
  }

  private Part part(
      Window window,
      PhaseName phase,
      ThreadSample sample,
      boolean critical,
      boolean blocked,
      Classifier.Meaning meaning,
      Cause cause,
      double weight) {
    Owners owners = classifier.owners();
    return PartBuilder.builder()
        .run(run)
        .window(window.kind())
        .phase(phase)
        .nanos(sample.nanos())
        .thread(profiled.threads().getOrDefault(sample.thread(), "thread " + sample.thread()))
        .critical(critical)
        .blocked(blocked)
        .cause(cause)
        .owner(meaning.owner())
        .requester(owners.requester(sample.frames()).name())
        .firstParty(owners.firstParty(sample.frames()).orElse(""))
        .definedClass(meaning.definedClass())
        .weight(weight)
        .samples(1)
        .frames(sample.frames())
        .build();
  }

  private boolean isBoot(Window window, long nanos) {
    return window.kind() == Window.Kind.INIT && nanos < profiled.vmReady().nanos();
  }

  /**
   * Init belongs to the handler from the first frame on that came with it: of its code, its
   * libraries, or the class loader that the runtime client makes for it.
   */
  private PhaseName phase(Window window, ThreadSample sample, Classifier.Meaning meaning) {
    return switch (window.kind()) {
      case RESTORE -> PhaseName.RESTORE;
      case FIRST_INVOCATION -> PhaseName.FIRST_INVOCATION;
      case LATER_INVOCATION -> PhaseName.LATER_INVOCATIONS;
      case INIT -> {
        if (isBoot(window, sample.nanos())) {
          yield PhaseName.BOOT;
        }
        boolean handlers =
            meaning.ownerIsFunctions() || sample.frames().stream().anyMatch(this::isHandlers);
        yield handlers ? PhaseName.HANDLER_INIT : PhaseName.RUNTIME_CLIENT;
      }
    };
  }

  private boolean isHandlers(Frame frame) {
    return classifier.owners().isFunctions(frame)
        || (frame instanceof Frame.Java java
            && java.className().startsWith("java.net.URLClassLoader"));
  }

  /**
   * @param known blocked time that is accounted for already
   */
  private void addWaits(Window window, List<ThreadSample> inside, double known) {
    List<Part> waits = new ArrayList<>();
    for (ThreadSample wait : profiled.waits()) {
      addWait(window, wait, inside, waits);
    }
    double blocked = Math.max(0, CriticalTimes.of(window).blockedNanos() - known);
    if (waits.stream().mapToDouble(Part::weight).sum() > 0) {
      parts.addAll(FittedWaits.fitted(waits, blocked));
    } else if (blocked > 0) {
      double next = Math.min(blocked, unseenNext(window, inside));
      parts.add(unseen(window, Cause.NETWORK_WAIT, Classifier.RUNTIME_API, next));
      parts.add(unseen(window, Cause.UNEXPLAINED, "short waits", blocked - next));
    }
  }

  /**
   * The runtime waits for its event until the first sample of an invocation, and has asked for it
   * since the last one of init.
   */
  private double unseenNext(Window window, List<ThreadSample> inside) {
    LongStream moments =
        inside.stream()
            .filter(sample -> sample.thread() == profiled.mainThread())
            .mapToLong(ThreadSample::nanos);
    long gap =
        switch (window.kind()) {
          case INIT, RESTORE -> window.endNanos() - moments.max().orElse(window.endNanos());
          case FIRST_INVOCATION, LATER_INVOCATION ->
              moments.min().orElse(window.beginNanos()) - window.beginNanos();
        };
    return Math.max(0, gap - profiled.intervalNanos());
  }

  private Part unseen(Window window, Cause cause, String owner, double nanos) {
    PhaseName phase =
        switch (window.kind()) {
          case INIT -> PhaseName.RUNTIME_CLIENT;
          case RESTORE -> PhaseName.RESTORE;
          case FIRST_INVOCATION -> PhaseName.FIRST_INVOCATION;
          case LATER_INVOCATION -> PhaseName.LATER_INVOCATIONS;
        };
    return Part.measured(run, window.kind(), phase, true, cause, owner, "", nanos);
  }

  /**
   * A wait lasts from the first look that saw it to the one after the last. One that was first seen
   * after the window's end is the runtime's for its next event, and began up to a look before.
   */
  private void addWait(
      Window window, ThreadSample wait, List<ThreadSample> inside, List<Part> waits) {
    long last = wait.nanos() + wait.weightNanos();
    boolean late = wait.nanos() >= window.endNanos();
    long seen = late ? wait.nanos() - profiled.lookNanos() : wait.nanos();
    long begin = Math.max(seen, window.beginNanos());
    long end = Math.min(last + profiled.lookNanos(), window.endNanos());
    if (end <= begin || isBoot(window, last)) {
      return;
    }
    double nanos = end - begin;
    Classifier.Meaning meaning = classifier.blocked(wait);
    PhaseName phase = phase(window, wait, meaning);
    List<ThreadSample> others =
        meaning.cause() == Cause.LOCK_WAIT
            ? inside.stream()
                .filter(sample -> sample.thread() != profiled.mainThread())
                .filter(sample -> sample.nanos() >= begin && sample.nanos() <= end)
                .filter(sample -> !classifier.isObserver(sample))
                .toList()
            : List.of();
    double busy = others.stream().mapToDouble(ThreadSample::weightNanos).sum();
    double covered = Math.min(nanos, busy);
    for (ThreadSample other : others) {
      Classifier.Meaning its = classifier.onCpu(other);
      waits.add(
          part(
              window,
              phase,
              other,
              true,
              true,
              its,
              its.cause(),
              covered * other.weightNanos() / busy));
    }
    if (nanos > covered) {
      waits.add(part(window, phase, wait, true, true, meaning, meaning.cause(), nanos - covered));
    }
  }
}
