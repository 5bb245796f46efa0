package thaw.experiment.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The samples that a run lacks, in the order of its {@link Rounds}: each is taken when the one
 * before is on disk. Refuses to know how a sample is taken and what it is.
 *
 * @param <S> what is measured
 * @param <T> a sample of it
 */
public final class SampleRun<S, T> {
  private final int planned;
  private final List<Rounds.Step<S>> missing;

  /** Takes one sample. */
  @FunctionalInterface
  public interface Sampler<S, T> {
    T take(S subject, int round) throws InterruptedException;
  }

  /** Is told of each sample. */
  @FunctionalInterface
  public interface Witness<T> {
    /**
     * @param done of the total, those that were there already included
     */
    void sampled(T sample, int done, int total);
  }

  /**
   * @param isDone whether the sample of a step is there already
   */
  public SampleRun(Rounds<S> rounds, Predicate<Rounds.Step<S>> isDone) {
    List<Rounds.Step<S>> all = rounds.steps();
    this.planned = all.size();
    this.missing = all.stream().filter(isDone.negate()).toList();
  }

  /** Returns how many samples there are in the end. */
  public int planned() {
    return planned;
  }

  /** Returns how many of the samples are there already. */
  public int done() {
    return planned - missing.size();
  }

  /** Those that are not there. */
  public List<Rounds.Step<S>> missing() {
    return missing;
  }

  /**
   * Takes them.
   *
   * @return all that are in the log then, in their order
   */
  public List<T> run(Sampler<S, T> sampler, SampleLog<T> log, Witness<T> witness)
      throws InterruptedException {
    List<T> samples = new ArrayList<>(log.earlier());
    int done = done();
    for (Rounds.Step<S> step : missing) {
      T sample = sampler.take(step.subject(), step.round());
      log.append(sample);
      samples.add(sample);
      done++;
      witness.sampled(sample, done, planned);
    }
    return samples;
  }
}
