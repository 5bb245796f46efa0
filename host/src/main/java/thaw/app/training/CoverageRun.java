package thaw.app.training;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.shared.Progress;
import thaw.attribution.TrainingCoverage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.problem.UserMistake;
import thaw.recording.StartLoads;
import thaw.sandbox.Instance;

/**
 * The cold starts, two for each event, that tell which share of first requests a training covers.
 */
public final class CoverageRun {
  /** The most events of a training that are measured, as each takes two cold starts. */
  static final int MOST = 8;

  private final Instance instance;
  private final int trained;
  private final Map<String, byte[]> training;
  private final Map<String, byte[]> unseen;
  private final Progress progress;

  /**
   * @param training events that have trained, by name
   * @param choice has those that have not
   */
  public CoverageRun(
      Instance instance, Map<String, byte[]> training, TrainingChoice choice, Progress progress) {
    this.instance = instance;
    this.trained = training.size();
    this.training = spread(training);
    this.unseen = choice.unseen();
    this.progress = progress;
  }

  /**
   * Returns how many cold starts it takes.
   *
   * @param training how many events have trained
   */
  public static int starts(int training, TrainingChoice choice) {
    return 2 * (Math.min(MOST, training) + choice.unseen().size());
  }

  /** Evenly over all, so that one test class with many events does not stand for all. */
  static Map<String, byte[]> spread(Map<String, byte[]> all) {
    List<Map.Entry<String, byte[]>> entries = List.copyOf(all.entrySet());
    int count = Math.min(MOST, entries.size());
    Map<String, byte[]> chosen = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      Map.Entry<String, byte[]> each = entries.get(i * entries.size() / count);
      chosen.put(each.getKey(), each.getValue());
    }
    return chosen;
  }

  /**
   * Returns what the training covers. It is absent, with a warning, when the function does not
   * serve one of the events: what was made stays.
   *
   * @param plain without the archive
   * @param archived with it
   */
  public Optional<TrainingCoverage> of(EnvironmentSpec plain, EnvironmentSpec archived)
      throws InterruptedException {
    try {
      return Optional.of(measured(plain, archived));
    } catch (UserMistake mistake) {
      progress.line(
          "warning: what the training covers is not known: %s. Remedy: %s"
              .formatted(mistake.getMessage(), mistake.remedy()));
      return Optional.empty();
    }
  }

  private TrainingCoverage measured(EnvironmentSpec plain, EnvironmentSpec archived)
      throws InterruptedException {
    int all = 2 * (training.size() + unseen.size());
    try (Progress.Bar bar = progress.bar("cold starts that tell what the training covers", all)) {
      List<TrainingCoverage.Start> seen = starts(training, plain, archived, bar, 0);
      return TrainingCoverage.of(
          seen, trained, starts(unseen, plain, archived, bar, 2 * training.size()));
    }
  }

  private List<TrainingCoverage.Start> starts(
      Map<String, byte[]> events,
      EnvironmentSpec plain,
      EnvironmentSpec archived,
      Progress.Bar bar,
      int before)
      throws InterruptedException {
    List<TrainingCoverage.Start> starts = new ArrayList<>();
    int done = before;
    for (Map.Entry<String, byte[]> event : events.entrySet()) {
      bar.step(done++, event.getKey());
      StartLoads without = StartLoads.of(instance, plain, event.getValue());
      bar.step(done++, event.getKey());
      StartLoads with = StartLoads.of(instance, archived, event.getValue());
      starts.add(new TrainingCoverage.Start(event.getKey(), without, with));
    }
    return starts;
  }
}
