package thaw.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import thaw.experiment.sampling.SampleLog;

/**
 * Cold starts of the same function in several places, in turn: each on disk before the next one
 * begins. Refuses to know how a side makes them.
 */
public final class Turns {
  private final String plan;
  private final List<Side> sides;
  private final int runs;
  private final Path folder;
  private final Experiment.Observer observer;

  /** A place where the function is started. */
  public interface Side {
    /** Returns the name that its samples have; each side has another one. */
    String name();

    /** Returns how the function starts there, in the words of {@code results.jsonl}. */
    String start();

    /** Returns the number of samples that it makes in one turn, at least 1. */
    int atOnce();

    /** Does what is not measured, before the side's first sample. */
    void prepare() throws InterruptedException;

    /**
     * Makes cold starts, one for each number, and gives each away when it is measured. It may make
     * fewer where it finds that it cannot; then it is not asked again.
     */
    void measure(List<Integer> numbers, Consumer<Sample> kept) throws InterruptedException;
  }

  /**
   * @param plan digest of all that makes samples comparable
   * @param sides in the order of their turns
   * @param runs samples of each side
   * @param folder gets {@code results.jsonl}
   */
  public Turns(String plan, List<Side> sides, int runs, Path folder, Experiment.Observer observer) {
    this.plan = plan;
    this.sides = List.copyOf(sides);
    this.runs = runs;
    this.folder = folder;
    this.observer = observer;
  }

  /** Those of an earlier, interrupted run as well. */
  public List<Sample> run() throws InterruptedException {
    Map<String, String> starts = new HashMap<>();
    sides.forEach(side -> starts.put(side.name(), side.start()));
    ResultFormat format = new ResultFormat(plan, starts, (long) sides.size() * runs);
    try (ResultFile file = ResultFile.open(folder, format, observer::movedAside)) {
      observer.opened(file.log()::stop);
      return run(file.log());
    }
  }

  private List<Sample> run(SampleLog<Sample> log) throws InterruptedException {
    List<Sample> samples = new ArrayList<>(log.earlier());
    if (!samples.isEmpty()) {
      observer.resumed(samples.size());
    }
    Map<String, List<Integer>> missing = missing(samples);
    int total = sides.size() * runs;
    observer.begins(total - samples.size());
    for (Side side : sides) {
      if (missing.containsKey(side.name())) {
        side.prepare();
      }
    }
    while (!missing.isEmpty()) {
      for (Side side : sides) {
        List<Integer> left = missing.get(side.name());
        if (left == null) {
          continue;
        }
        List<Integer> now = List.copyOf(left.subList(0, Math.min(side.atOnce(), left.size())));
        Set<Integer> made = new HashSet<>();
        side.measure(
            now,
            sample -> {
              log.append(sample);
              samples.add(sample);
              made.add(sample.number());
              observer.measured(sample, samples.size(), total);
            });
        left.removeAll(made);
        if (left.isEmpty() || !made.containsAll(now)) {
          missing.remove(side.name());
        }
      }
    }
    return List.copyOf(samples);
  }

  private Map<String, List<Integer>> missing(List<Sample> samples) {
    Map<String, List<Integer>> missing = new HashMap<>();
    for (Side side : sides) {
      Set<Integer> done = new HashSet<>();
      samples.stream()
          .filter(sample -> sample.name().equals(side.name()))
          .forEach(sample -> done.add(sample.number()));
      List<Integer> left =
          new ArrayList<>(
              IntStream.rangeClosed(1, runs)
                  .filter(number -> !done.contains(number))
                  .boxed()
                  .toList());
      if (!left.isEmpty()) {
        missing.put(side.name(), left);
      }
    }
    return missing;
  }
}
