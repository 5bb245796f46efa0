package thaw.fix;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/**
 * The result of a search.
 *
 * @param kept the proven set
 * @param patched what of it a patch of the project holds: it gains where the function is deployed
 *     as it was before
 * @param base the function as it is
 * @param result the function with the proven set, in the same run
 * @param deployed the function as it was deployed before, with what of the proven set gets there;
 *     absent where that was not measured
 * @param unmeasured why it was not, in a result of a last run
 * @param proof what the figures rest on
 * @param steps in the order in which they were tried
 * @param considered what became of each remedy that could answer a finding
 * @param needs time of another search that tries the largest step which is open; empty where
 *     nothing is, or that has it
 */
@RecordBuilder
public record FixResult(
    Draft kept,
    Draft patched,
    Figures base,
    Figures result,
    Optional<Deployed> deployed,
    Optional<String> unmeasured,
    Proof proof,
    List<Step> steps,
    List<ByHand> byHand,
    List<Considered> considered,
    Optional<Duration> needs)
    implements FixResultBuilder.With {
  /**
   * The starts in a whole last run of the unchanged function, the whole set and what of it is
   * deployed as before, whose medians are the result.
   */
  public static final int WHOLE_STARTS = 10;

  public FixResult {
    steps = List.copyOf(steps);
    byHand = List.copyOf(byHand);
    considered = List.copyOf(considered);
  }

  /**
   * Medians of cold starts.
   *
   * @param samples on which they rest
   * @param gain of wall time over the function as it is, in the same run; absent for that itself
   * @param cpuGain likewise, of CPU time
   */
  public record Figures(
      double totalMillis,
      double cpuMillis,
      int samples,
      Optional<ShiftInterval> gain,
      Optional<ShiftInterval> cpuGain) {
    /** Figures without others to compare them with. */
    public Figures(double totalMillis, double cpuMillis, int samples) {
      this(totalMillis, cpuMillis, samples, Optional.empty(), Optional.empty());
    }

    /** Returns whether wall time proves that this is faster than the function as it is. */
    public boolean isFaster() {
      return gain.filter(ShiftInterval::isAboveZero).isPresent();
    }

    /** Returns whether CPU time does. */
    public boolean takesLessCpu() {
      return cpuGain.filter(ShiftInterval::isAboveZero).isPresent();
    }
  }

  /**
   * The function as it was deployed before, with those kept remedies that need no package with its
   * own JVM.
   *
   * @param figures of the same run; without a gain where none of the remedies gets there
   * @param gains whether that is proven, by the run that the figures are of
   */
  public record Deployed(Figures figures, boolean gains) {
    public Optional<ShiftInterval> gain() {
      return figures.gain();
    }
  }

  /**
   * Returns what a step was predicted to gain; it was explained in slower starts than those that
   * were measured.
   */
  public Prediction predicted(Step step) {
    return step.remedy().predicted().atMost(base.totalMillis());
  }

  /** Returns the ratio of the medians of the whole cold start. */
  public double ratio() {
    return ratio(result);
  }

  /** Returns the ratio of figures of the same run to those of the function as it is. */
  public double ratio(Figures figures) {
    return figures.totalMillis() / base.totalMillis();
  }

  /** Returns the figures of the function as it is deployed once the patch is in it. */
  public Figures patchedFigures() {
    return !needsPackage()
        ? result
        : deployed.filter(Deployed::gains).map(Deployed::figures).orElse(base);
  }

  /** Returns whether what was kept has a step that a patch of the project does not bring. */
  public boolean needsPackage() {
    return !patched.equals(kept);
  }

  /** Returns whether a kept step gains only in a package with its own JVM. */
  public boolean needsPackage(Remedy remedy) {
    return !patched.has(remedy);
  }

  /**
   * Returns whether the function gets what is no change of a file where it is deployed as before: a
   * zip with it takes the place of the patch.
   */
  public boolean isZip() {
    return patched.hasStoredJars() && !kept.has(Change.RuntimeClient.class);
  }

  /**
   * Returns whether a run with as many fresh samples as were wanted has decided something: that
   * what was kept gains, or that nothing does.
   */
  public boolean confirmed() {
    return proof == Proof.WHOLE_RUN && (gains() || isOfNothing());
  }

  /** Returns whether it is known that nothing gains: no step is open, or had too noisy starts. */
  public boolean isOfNothing() {
    return !gains() && !isOpen();
  }

  /** Returns whether the time limit left the last run with fewer starts than it wanted. */
  public boolean cut() {
    return proof == Proof.CUT_RUN;
  }

  /** Returns whether the search has come to its last run. */
  public boolean isOfLastRun() {
    return proof != Proof.TRIALS;
  }

  /** Returns what became of the remedies that could answer a finding. */
  public List<Considered> considered(String finding) {
    return considered.stream().filter(each -> each.finding().equals(finding)).toList();
  }

  /** Returns whether the time limit has left something that the same search goes on with. */
  public boolean isLeft() {
    return cut() || steps.stream().anyMatch(Step::isOpen);
  }

  /** Returns whether starts were too noisy to tell of a step whether it gains. */
  public boolean isNoisy() {
    return steps.stream().anyMatch(Step::isNoisy);
  }

  /** Returns whether the same search goes on with something. */
  public boolean isOpen() {
    return isLeft() || isNoisy();
  }

  /** Returns whether anything was proven to gain. */
  public boolean gains() {
    return steps.stream().anyMatch(Step::kept);
  }
}
