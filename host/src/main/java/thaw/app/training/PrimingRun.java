package thaw.app.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.app.shared.Progress;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.packaging.DeploymentPackage;
import thaw.recording.PrimingList;
import thaw.recording.StartLoads;
import thaw.remedy.priming.ValueInitialisers;
import thaw.sandbox.Instance;

/** The cold starts, one for each event, that tell which classes requests load after init. */
public final class PrimingRun {
  /** The list, in a folder of results. */
  public static final String NAME = "priming.txt";

  private final Instance instance;
  private final Map<String, byte[]> events;
  private final Progress progress;

  /**
   * @param events by name; of many, some are started
   */
  public PrimingRun(Instance instance, Map<String, byte[]> events, Progress progress) {
    this.instance = instance;
    this.events = CoverageRun.spread(events);
    this.progress = progress;
  }

  /**
   * @param plain a start from no snapshot and no archive
   * @throws thaw.problem.UserMistake when it cannot serve one of them
   */
  public PrimingList of(EnvironmentSpec plain) throws InterruptedException {
    List<StartLoads> starts = new ArrayList<>();
    try (Progress.Bar bar =
        progress.bar("cold starts that tell what requests load after init", events.size())) {
      for (Map.Entry<String, byte[]> event : events.entrySet()) {
        bar.step(starts.size(), event.getKey());
        starts.add(StartLoads.of(instance, plain, event.getValue()));
      }
    }
    try (PackageClasses code =
        PackageClasses.of(plain.code().root(), plain.layers().map(DeploymentPackage::root))) {
      return PrimingList.of(starts).initialising(starts, new ValueInitialisers(code));
    }
  }
}
