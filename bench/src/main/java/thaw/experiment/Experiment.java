package thaw.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import thaw.experiment.sampling.Rounds;
import thaw.experiment.sampling.SampleRun;
import thaw.sandbox.Instance;

/** Runs a plan: cold start after cold start, each on disk before the next one begins. */
public final class Experiment {
  private final Plan plan;
  private final Instance instance;
  private final Path folder;
  private final Observer observer;

  /** Is told what a user may want to see while an experiment runs. */
  public interface Observer {
    /**
     * The file of results is there.
     *
     * @param stop has no sample kept from then on, and tells how many there are; any thread may
     *     call it
     */
    void opened(IntSupplier stop);

    /** Samples of an earlier, interrupted run are kept. */
    void resumed(int samples);

    /** Results of another plan, or of a complete run, were moved. */
    void movedAside(Path file);

    /** Is told how many starts will be made, those that only warm the page cache included. */
    void begins(int starts);

    /** A start that only warms the page cache begins. */
    void warmingUp(Variant variant);

    /** A start that only warmed the page cache is done. */
    void warmedUp(Sample discarded);

    void measured(Sample sample, int done, int total);
  }

  /**
   * @param folder gets {@code results.jsonl}
   */
  public Experiment(Plan plan, Instance instance, Path folder, Observer observer) {
    this.plan = plan;
    this.instance = instance;
    this.folder = folder;
    this.observer = observer;
  }

  /**
   * Refuses a folder in which nothing can be written, before anything is built or measured. Leaves
   * no folder that was not there.
   *
   * @throws thaw.problem.UserMistake when nothing can be written there
   */
  public static void requireWritable(Path folder) {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path path = folder.toAbsolutePath().normalize();
        path != null && !Files.exists(path);
        path = path.getParent()) {
      missing.addLast(path);
    }
    ResultFile.makeFolder(folder);
    for (Path made : missing) {
      try {
        Files.deleteIfExists(made);
      } catch (IOException e) {
        return; // somebody else has put something there
      }
    }
  }

  /** The samples of this plan that are in the folder already, of however many runs. */
  public static List<Sample> kept(Path folder, Plan plan) {
    return ResultFile.kept(folder, ResultFormat.of(plan));
  }

  /** The whole of it. */
  public ExperimentResult run() throws InterruptedException {
    try (ResultFile file = ResultFile.open(folder, plan, observer::movedAside)) {
      observer.opened(file.log()::stop);
      return run(file);
    }
  }

  private ExperimentResult run(ResultFile file) throws InterruptedException {
    List<Sample> earlier = file.log().earlier();
    if (!earlier.isEmpty()) {
      observer.resumed(earlier.size());
    }
    NoiseWatch noise = NoiseWatch.begin(instance.host(), instance::cpuNanos);
    SampleRun<Variant, Sample> run = missing(earlier);
    ColdStart coldStart = new ColdStart(instance);
    List<Variant> unwarmed = toWarm(run.missing());
    observer.begins(unwarmed.size() + run.missing().size());
    for (Variant variant : unwarmed) {
      observer.warmingUp(variant);
      observer.warmedUp(coldStart.warmUp(variant, plan.pageCache()));
    }
    List<Sample> samples =
        run.run(
            (variant, number) ->
                coldStart.measure(variant, number, plan.pageCache(), plan.given().warm()),
            file.log(),
            observer::measured);
    return Summary.of(plan, samples, HostFacts.read(instance.host()), noise.warnings());
  }

  private SampleRun<Variant, Sample> missing(List<Sample> earlier) {
    Set<String> done = new HashSet<>();
    earlier.forEach(sample -> done.add(sample.name() + "\n" + sample.number()));
    return new SampleRun<>(
        plan.rounds(), step -> done.contains(step.subject().name() + "\n" + step.round()));
  }

  private List<Variant> toWarm(List<Rounds.Step<Variant>> steps) {
    return plan.pageCache() == Plan.PageCacheState.COLD
        ? List.of()
        : plan.variants().stream()
            .filter(variant -> steps.stream().anyMatch(step -> step.subject().equals(variant)))
            .toList();
  }
}
