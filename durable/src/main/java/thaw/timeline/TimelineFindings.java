package thaw.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import thaw.durable.InvocationRecord;
import thaw.durable.KeptExecutions;
import thaw.durable.Operation;
import thaw.timeline.Timeline.Finding;
import thaw.timeline.Timeline.Stretch;

/**
 * Looks for what makes an execution slow or dear. A finding says what was seen; what cannot be
 * known of this execution is none.
 */
final class TimelineFindings {
  private static final double NANOS_PER_MILLI = 1e6;

  /** What is smaller is no finding. */
  private static final double LEAST_MILLIS = 20;

  /** The memory with which Lambda gives a whole vCPU. */
  private static final double MIB_OF_CPU = 1769;

  /** Fewer resumes do not tell growth from chance. */
  private static final int LEAST_RESUMES = 5;

  /** So many more of the pairs must grow than shrink: of five in order, nine of ten pairs. */
  private static final double LEAST_ORDER = 0.75;

  private static final double LEAST_GROWTH = 1.5;
  private static final int LEAST_STEPS = 3;
  private static final long LARGE_EVENT_BYTES = 256 * 1024;
  private static final double KIB = 1024;

  private final KeptExecutions.Kept kept;
  private final List<Ran> invocations;
  private final List<Stretch> stretches;
  private final Within within;
  private final DurablePrices prices;
  private final List<StepRun> steps;

  TimelineFindings(
      KeptExecutions.Kept kept,
      List<Ran> invocations,
      List<Stretch> stretches,
      Within within,
      DurablePrices prices) {
    this.kept = kept;
    this.invocations = invocations;
    this.stretches = stretches;
    this.within = within;
    this.prices = prices;
    this.steps = StepRun.of(invocations);
  }

  /** Returns them, the one that saves most first. */
  List<Finding> all() {
    List<Finding> all = new ArrayList<>();
    replayThatGrows().ifPresent(all::add);
    codeOutsideOfSteps().ifPresent(all::add);
    interruptedSteps().ifPresent(all::add);
    all.addAll(smallSteps());
    largePayloads().ifPresent(all::add);
    snapStart().ifPresent(all::add);
    all.sort(
        Comparator.comparingDouble(
                (Finding each) -> each.savesMillis() == null ? 0 : each.savesMillis())
            .reversed());
    return all;
  }

  private double replayMillis(Ran ran) {
    return within.millis(ran, StretchKind.REPLAY, StretchKind.STATE);
  }

  private static int operations(Ran ran) {
    return ran.record().map(InvocationRecord::operations).orElse(0);
  }

  /** Resumes in environments that were there: the others' first code is slow for other reasons. */
  private List<Ran> warmResumes() {
    return invocations.stream()
        .filter(each -> !each.isFirst() && each.isWarm() && operations(each) > 1)
        .toList();
  }

  private Optional<Finding> replayThatGrows() {
    List<Ran> resumes = warmResumes();
    if (resumes.size() < LEAST_RESUMES || order(resumes) < LEAST_ORDER) {
      return Optional.empty();
    }
    List<Ran> sorted =
        resumes.stream().sorted(Comparator.comparingInt(TimelineFindings::operations)).toList();
    double least = replayMillis(sorted.getFirst());
    double most = replayMillis(sorted.getLast());
    double growth = resumes.stream().mapToDouble(each -> replayMillis(each) - least).sum();
    if (growth < LEAST_MILLIS || most < LEAST_GROWTH * least) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            "replay-grows",
            "the replay grows with the history",
            "A warm resume replayed for %s ms with %d operations, and for %s ms with %d; all %d of them together took %s ms."
                .formatted(
                    figure(least),
                    operations(sorted.getFirst()) - 1,
                    figure(most),
                    operations(sorted.getLast()) - 1,
                    resumes.size(),
                    figure(resumes.stream().mapToDouble(this::replayMillis).sum())),
            "Put operations that belong together into a child context: once that has ended, its operations are not replayed. Or let a chained function do a part.",
            growth,
            true,
            null));
  }

  /** Returns by how much more pairs of resumes grow with the operations than shrink: 1 for all. */
  private double order(List<Ran> resumes) {
    int[] operations = resumes.stream().mapToInt(TimelineFindings::operations).toArray();
    double[] millis = resumes.stream().mapToDouble(this::replayMillis).toArray();
    long pairs = 0;
    long grow = 0;
    for (int a = 0; a < millis.length; a++) {
      for (int b = 0; b < millis.length; b++) {
        if (operations[a] < operations[b]) {
          pairs++;
          grow += millis[a] < millis[b] ? 1 : 0;
        }
      }
    }
    return pairs == 0 ? 0 : 2.0 * grow / pairs - 1;
  }

  /**
   * All code outside of steps runs again at each resume. Replays in which the environment could
   * compute for less than {@link #LEAST_MILLIS} are the SDK's own: it reads the state and starts
   * threads.
   */
  private Optional<Finding> codeOutsideOfSteps() {
    List<Ran> resumes = warmResumes();
    if (resumes.isEmpty()) {
      return Optional.empty();
    }
    Ran last = resumes.getLast();
    Map<Integer, List<StepRun>> byInvocation =
        steps.stream().collect(Collectors.groupingBy(step -> step.invocation().number()));
    double before =
        invocations.stream()
            .filter(each -> each.number() < last.number())
            .mapToDouble(
                each -> outsideOf(byInvocation.getOrDefault(each.number(), List.of()), each))
            .sum();
    double replays = resumes.stream().mapToDouble(this::replayMillis).sum();
    double least = resumes.stream().mapToDouble(this::replayMillis).min().orElse(0);
    if (before < LEAST_MILLIS || least * cpus(last) < LEAST_MILLIS) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            "work-outside-steps",
            "work is repeated for want of a step",
            "Code outside of steps took %s ms when it ran first%s, and runs again at each resume: the %s took %s to %s ms until the first new operation."
                .formatted(
                    figure(before),
                    invocations.getFirst().isWarm() ? "" : ", in a new environment",
                    resumes.size() == 1 ? "warm one" : resumes.size() + " warm ones",
                    figure(least),
                    figure(resumes.stream().mapToDouble(this::replayMillis).max().orElse(0))),
            "Put what takes long into a step: its result is kept, and a replay reads it.",
            replays,
            true,
            null));
  }

  /** Returns the share of a vCPU that an invocation has, at most one. */
  private static double cpus(Ran ran) {
    return ran.record()
        .map(InvocationRecord::run)
        .filter(run -> run.billedMillis() != null)
        .map(run -> Math.min(1, run.memoryMiB() / MIB_OF_CPU))
        .orElse(1.0);
  }

  /** Returns the own work of an invocation in which none of its steps ran. */
  private double outsideOf(List<StepRun> steps, Ran ran) {
    double begin = (double) ran.startMillis() - kept.head().startMillis();
    double sum = 0;
    for (Stretch stretch : within.stretches(ran)) {
      if (stretch.kind() == StretchKind.OWN) {
        double middle = (stretch.fromMillis() + stretch.millis() / 2 - begin) * NANOS_PER_MILLI;
        boolean inStep =
            steps.stream()
                .anyMatch(step ->
                    step.began() <= middle && middle <= step.ended().orElse(Long.MAX_VALUE));
        sum += inStep ? 0 : stretch.millis();
      }
    }
    return sum;
  }

  private Optional<Finding> interruptedSteps() {
    List<StepRun> again = steps.stream().filter(StepRun::again).toList();
    double lost =
        again.stream()
            .mapToDouble(step ->
                step.invocation()
                    .record()
                    .map(InvocationRecord::endNanos)
                    .map(end -> (end - step.began()) / NANOS_PER_MILLI)
                    .orElse(0.0))
            .sum();
    if (again.isEmpty() || lost < LEAST_MILLIS) {
      return Optional.empty();
    }
    StepRun first = again.getFirst();
    String error = first.invocation().error();
    return Optional.of(
        new Finding(
            "step-interrupted",
            "a step was done again, as its invocation had ended",
            "%s had run for %s ms when invocation %d ended%s; the next one did it again.%s"
                .formatted(
                    first.name(),
                    figure(lost),
                    first.invocation().number(),
                    error == null ? "" : " (" + error + ")",
                    again.size() == 1 ? "" : " So it was with %d steps.".formatted(again.size())),
            "Give the function more time or memory, or divide the step; what must not happen twice needs at-most-once steps.",
            lost,
            false,
            null));
  }

  private List<Finding> smallSteps() {
    Map<String, List<StepRun>> byName = new LinkedHashMap<>();
    steps.stream()
        .filter(step -> !step.again() && step.calls() > 0)
        .forEach(step -> byName.computeIfAbsent(step.name(), _ -> new ArrayList<>()).add(step));
    List<Finding> all = new ArrayList<>();
    byName.forEach((name, runs) -> {
      double own = median(runs, StepRun::nanos) / NANOS_PER_MILLI;
      double calls = median(runs, StepRun::calls) / NANOS_PER_MILLI;
      if (runs.size() >= LEAST_STEPS && own < calls) {
        int spared = runs.size() - 1;
        all.add(
            new Finding(
                "small-steps",
                "steps are smaller than their checkpoints",
                "%s took %s ms (median of %d), and its two checkpoints %s ms."
                    .formatted(name, figure(own), runs.size(), figure(calls)),
                "Do several of them in one step; then they are repeated together, too.",
                spared * calls,
                true,
                spared * prices.operation()));
      }
    });
    return all;
  }

  private static double median(List<StepRun> runs, ToDoubleFunction<StepRun> of) {
    double[] sorted = runs.stream().mapToDouble(of).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private Optional<Finding> largePayloads() {
    List<Ran> resumes =
        invocations.stream().filter(each -> !each.isFirst() && operations(each) > 1).toList();
    long most = resumes.stream().mapToLong(TimelineFindings::eventBytes).max().orElse(0);
    double state =
        resumes.stream().mapToDouble(each -> within.millis(each, StretchKind.STATE)).sum();
    if (most < LARGE_EVENT_BYTES) {
      return Optional.empty();
    }
    long all = resumes.stream().mapToLong(TimelineFindings::eventBytes).sum();
    Operation largest =
        kept.operations().stream()
            .max(Comparator.comparingLong(OperationLines::payloadBytes))
            .orElseThrow();
    return Optional.of(
        new Finding(
            "large-payloads",
            "payloads make each resume slow",
            "%s got %s KB with their events, up to %s KB%s. The largest payload, of %s, has %s KB."
                .formatted(
                    resumes.size() == 1 ? "A resume" : resumes.size() + " resumes",
                    figure(all / KIB),
                    figure(most / KIB),
                    state == 0 ? "" : ", and read further pages for " + figure(state) + " ms",
                    largest.sequence() == 0
                        ? "the execution's own input"
                        : Optional.ofNullable(largest.name()).orElse(largest.id()),
                    figure(OperationLines.payloadBytes(largest) / KIB)),
            "Keep large results elsewhere, such as in S3, and return where they are.",
            state == 0 ? null : state,
            true,
            null));
  }

  private static long eventBytes(Ran ran) {
    return ran.record().map(InvocationRecord::eventBytes).orElse(0L);
  }

  private Optional<Finding> snapStart() {
    List<Ran> cold =
        invocations.stream().filter(each -> within.millis(each, StretchKind.INIT) > 0).toList();
    double init = cold.stream().mapToDouble(each -> within.millis(each, StretchKind.INIT)).sum();
    double active =
        stretches.stream()
            .filter(each -> each.kind().isActive())
            .mapToDouble(Stretch::millis)
            .sum();
    List<Double> restores =
        invocations.stream()
            .map(each -> within.millis(each, StretchKind.RESTORE))
            .filter(millis -> millis > 0)
            .sorted()
            .toList();
    if (init < 10 * LEAST_MILLIS || init < active / 10) {
      return Optional.empty();
    }
    Optional<Double> restore =
        restores.isEmpty() ? Optional.empty() : Optional.of(restores.get(restores.size() / 2));
    double saves = restore.map(each -> init - cold.size() * each).orElse(init);
    if (saves <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            "cold-resumes",
            "SnapStart would shorten starts",
            "%d of %d invocations waited for an init, %s ms in all, %s %% of the time in which the function was active.%s"
                .formatted(
                    cold.size(),
                    invocations.size(),
                    figure(init),
                    figure(100 * init / active),
                    restore
                        .map(each ->
                            " A restore took %s ms (median of %d)."
                                .formatted(figure(each), restores.size()))
                        .orElse("")),
            "thaw snapstart says what a restore takes instead of an init%s."
                .formatted(
                    kept.head().arn().version().startsWith("$")
                        ? "; it needs a published version, and this execution ran $LATEST"
                        : ""),
            saves,
            restore.isEmpty(),
            null));
  }

  private static String figure(double value) {
    return String.format(
        Locale.ROOT, value >= 99.95 ? "%,.0f" : value >= 0.995 ? "%.1f" : "%.2f", value);
  }
}
