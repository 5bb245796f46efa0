package thaw.app.why;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.app.shared.Progress;
import thaw.attribution.Explanation;
import thaw.attribution.owner.Libraries;
import thaw.attribution.warmup.WarmUpAnalysis;
import thaw.recording.Probe;
import thaw.recording.Recording;
import thaw.recording.WarmUpRecorder;
import thaw.recording.WarmUpRun;

/**
 * A function on managed instances: the init phase of its environments, as that of a cold start, and
 * what their first requests take more than later ones.
 */
final class WarmUpWhy {
  private final WhyRun run;
  private final WarmUpRecorder.Plan plan;

  WarmUpWhy(WhyRun run, WarmUpChoice choice) {
    this.run = run;
    this.plan = choice.plan(run.spec());
  }

  /**
   * @param runs observed environments, and as many undisturbed ones, in turn
   */
  WhyFound explain(int runs, Progress progress) throws InterruptedException {
    List<WarmUpRun> truths = new ArrayList<>();
    List<WarmUpRun> observed = new ArrayList<>();
    WarmUpRecorder recorder = run.warmUps(plan);
    try (Progress.Bar bar = progress.bar("environments", 2 * runs)) {
      bar.step(0, "undisturbed");
      for (int i = 0; i < runs; i++) {
        truths.add(recorder.truth());
        bar.step(2 * i + 1, "observed");
        Probe probe = run.probe();
        WarmUpRun seen = recorder.observed(probe, WhyRun.interval(truths.getFirst().start()));
        run.requireSeen(seen.start());
        observed.add(seen);
        bar.step(2 * i + 2, "undisturbed");
      }
    }
    List<Recording> starts = observed.stream().map(WarmUpRun::start).toList();
    Libraries libraries = run.libraries(starts);
    Explanation explanation =
        run.explanation(truths.stream().map(WarmUpRun::start).toList(), starts, libraries);
    return new WhyFound(
        explanation,
        Optional.of(
            WarmUpAnalysis.of(
                run.spec().requestsAtOnce(),
                run.spec().function().vcpus(),
                truths,
                observed,
                libraries)),
        run.isArchived(),
        run.isOfUnusedSnapshot());
  }
}
