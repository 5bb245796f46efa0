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
   * @param runs profiled environments, and as many baseline ones, in turn
   */
  WhyFound explain(int runs, Progress progress) throws InterruptedException {
    List<WarmUpRun> baselines = new ArrayList<>();
    List<WarmUpRun> profiled = new ArrayList<>();
    WarmUpRecorder recorder = run.warmUps(plan);
    try (Progress.Bar bar = progress.bar("environments", 2 * runs)) {
      bar.step(0, "baseline");
      for (int i = 0; i < runs; i++) {
        baselines.add(recorder.baseline());
        bar.step(2 * i + 1, "profiled");
        Probe probe = run.probe();
        WarmUpRun seen = recorder.profiled(probe, WhyRun.interval(baselines.getFirst().start()));
        run.requireSeen(seen.start());
        profiled.add(seen);
        bar.step(2 * i + 2, i + 1 < runs ? "baseline" : "");
      }
    }
    List<Recording> starts = profiled.stream().map(WarmUpRun::start).toList();
    Libraries libraries = run.libraries(starts, progress);
    Explanation explanation =
        run.explanation(
            baselines.stream().map(WarmUpRun::start).toList(), starts, libraries, progress);
    return new WhyFound(
        explanation,
        Optional.of(
            WarmUpAnalysis.of(
                run.spec().requestsAtOnce(),
                run.spec().function().vcpus(),
                baselines,
                profiled,
                libraries)));
  }
}
