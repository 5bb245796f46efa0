package thaw.attribution;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.attribution.owner.Libraries;
import thaw.recording.ClassLoad;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.Window;

/** Makes recordings of one function into an {@link Explanation}, but for its findings. */
public final class Explainer {
  private static final double NANOS_PER_MILLI = 1e6;

  /** The vCPUs during init and restore, at any memory size. */
  private static final double INIT_VCPUS = 2;

  private final Explanation.Subject subject;
  private final double vcpus;
  private final Baseline baseline;
  private final List<Recording> profiled;
  private final Libraries libraries;
  private final List<Scale.Sized> sized = new ArrayList<>();
  private final Map<PhaseName, Double> cpu = new EnumMap<>(PhaseName.class);

  private Explainer(
      Explanation.Subject subject,
      double vcpus,
      List<Recording> baselines,
      List<Recording> profiled,
      Libraries libraries) {
    this.subject = subject;
    this.vcpus = vcpus;
    this.baseline = new Baseline(baselines);
    this.profiled = profiled;
    this.libraries = libraries;
  }

  /**
   * @param vcpus CPU share of the memory size
   * @param baselines runs without the probe, at least one
   * @param profiled runs with the probe, at least one
   */
  public static Explanation.CostBreakdown explain(
      Explanation.Subject subject,
      double vcpus,
      List<Recording> baselines,
      List<Recording> profiled,
      Libraries libraries) {
    return new Explainer(subject, vcpus, baselines, profiled, libraries).explained();
  }

  private Explanation.CostBreakdown explained() {
    List<Interpretation.Result> runs = new ArrayList<>();
    for (int i = 0; i < profiled.size(); i++) {
      runs.add(
          Interpretation.of(
              i + 1, profiled.get(i), profiled.get(i).profiled().orElseThrow(), libraries));
    }
    Map<Window.Kind, Double> lengths = new EnumMap<>(Window.Kind.class);
    for (Window.Kind kind : Window.Kind.values()) {
      baseline
          .window(kind)
          .ifPresent(window -> {
            lengths.put(kind, window.nanos() / NANOS_PER_MILLI);
            scale(kind, window, runs);
          });
    }
    List<Scale.Sized> critical = sized.stream().filter(one -> one.part().critical()).toList();
    List<Explanation.Phase> phases = Shares.tree(critical, cpu);
    Recording first = profiled.getFirst();
    return new Explanation.CostBreakdown(
        subject,
        total(phases),
        phases,
        classes(first),
        MethodTable.of(critical, libraries),
        Timeline.of(
            first,
            first.profiled().orElseThrow(),
            lengths,
            phases,
            runs.getFirst().parts(),
            new Owners(libraries)),
        profile(),
        Notes.of(baseline, profiled, runs, lengths));
  }

  private void scale(Window.Kind kind, Window window, List<Interpretation.Result> runs) {
    long windows =
        profiled.stream()
            .flatMap(run -> run.windows().stream())
            .filter(one -> one.kind() == kind)
            .count();
    List<Part> parts =
        runs.stream()
            .flatMap(run -> run.parts().stream())
            .filter(part -> part.window() == kind)
            .map(part -> part.withWeight(part.weight() / windows))
            .toList();
    double share = kind == Window.Kind.INIT || kind == Window.Kind.RESTORE ? INIT_VCPUS : vcpus;
    List<Scale.Sized> own =
        kind == Window.Kind.RESTORE
            ? Scale.ofRestore(window, baseline.restoredNanos(window))
            : Scale.of(window, share, parts);
    sized.addAll(own);
    List<Scale.Sized> critical = own.stream().filter(one -> one.part().critical()).toList();
    double all = Shares.sum(critical);
    double millis = CriticalTimes.of(window).allNanos() / NANOS_PER_MILLI;
    for (Scale.Sized part : critical) {
      cpu.merge(part.part().phase(), all == 0 ? 0 : millis * part.millis() / all, Double::sum);
    }
  }

  private static Explanation.Total total(List<Explanation.Phase> phases) {
    double wall = 0;
    double millis = 0;
    double explained = 0;
    for (Explanation.Phase phase : phases) {
      if (phase.name() != PhaseName.LATER_INVOCATIONS) {
        wall += phase.wallMillis();
        millis += phase.cpuMillis();
        explained += phase.wallMillis() * phase.explainedRatio();
      }
    }
    return new Explanation.Total(wall, millis, wall == 0 ? 1 : explained / wall);
  }

  /** Returns the classes of the first profiled run, with sizes taken from all runs. */
  private Explanation.Classes classes(Recording run) {
    Map<String, Double> millis = new HashMap<>();
    for (Scale.Sized one : sized) {
      if (one.part().critical() && !one.part().definedClass().isEmpty()) {
        millis.merge(one.part().definedClass(), one.millis(), Double::sum);
      }
    }
    ProfiledRun seen = run.profiled().orElseThrow();
    return ClassTables.of(seen.classLoads(), libraries, windows(run, seen), millis);
  }

  /**
   * Returns the phases of a run for its classes: init is the handler's from the first class on that
   * came with it.
   */
  private List<PhaseWindow> windows(Recording run, ProfiledRun seen) {
    List<PhaseWindow> windows = new ArrayList<>();
    for (Window window : run.windows()) {
      long begin = window.beginNanos();
      long end = window.endNanos();
      switch (window.kind()) {
        case INIT -> {
          long ready = Math.clamp(seen.vmReady().nanos(), begin, end);
          long handler =
              seen.classLoads().stream()
                  .filter(load -> load.nanos() >= ready)
                  .filter(load -> Owners.isFunctions(libraries.of(load)))
                  .mapToLong(ClassLoad::nanos)
                  .findFirst()
                  .orElse(end);
          windows.add(new PhaseWindow(PhaseName.BOOT, begin, ready));
          windows.add(
              new PhaseWindow(PhaseName.RUNTIME_CLIENT, ready, Math.clamp(handler, ready, end)));
          windows.add(
              new PhaseWindow(PhaseName.HANDLER_INIT, Math.clamp(handler, ready, end), end));
        }
        case RESTORE -> windows.add(new PhaseWindow(PhaseName.RESTORE, begin, end));
        case FIRST_INVOCATION ->
            windows.add(new PhaseWindow(PhaseName.FIRST_INVOCATION, begin, end));
        case LATER_INVOCATION ->
            windows.add(new PhaseWindow(PhaseName.LATER_INVOCATIONS, begin, end));
      }
    }
    return windows;
  }

  private List<ProfileSample> profile() {
    return sized.stream()
        .map(one -> {
          Part part = one.part();
          double at =
              part.run() == 0 || part.nanos() == 0
                  ? 0
                  : (part.nanos() - profiled.get(part.run() - 1).startedNanos()) / NANOS_PER_MILLI;
          return new ProfileSample(
              part.run(),
              at,
              part.thread(),
              part.critical(),
              part.phase(),
              part.cause(),
              one.millis(),
              part.requester(),
              part.owner(),
              part.frames());
        })
        .toList();
  }
}
