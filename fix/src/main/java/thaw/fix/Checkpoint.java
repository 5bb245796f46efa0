package thaw.fix;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.remedy.Draft;

/**
 * What a search has decided so far. Another search of the same question begins with it: it tries
 * what is open, and measures all that is kept anew.
 *
 * @param examined the drafts that were examined, in that order
 * @param inPackage ids of steps that were tried beside an archive
 * @param asDeployed what is left of the time by what is kept
 * @param packaged likewise, in the package
 * @param base the function as it is, by the first trial
 */
public record Checkpoint(
    List<Examination> examined,
    List<Step> steps,
    KeptSets kept,
    Set<String> inPackage,
    Left asDeployed,
    Left packaged,
    Optional<FixResult.Figures> base) {
  /**
   * What was found in a draft.
   *
   * @param nanos that it took, which is what it takes to explain the draft again
   */
  record Examination(Draft draft, Workshop.Examined found, long nanos) {}

  /**
   * The shares that are left of the first trial's figures by the gains of the kept steps: medians
   * of one trial and another are not compared, for the machine may be another one meanwhile.
   */
  record Left(double wall, double cpu) {
    static final Left ALL = new Left(1, 1);

    Left with(Trials.Trial trial) {
      FixResult.Figures before = trial.before().figures();
      return new Left(
          wall * left(trial.gain().median(), before.totalMillis()),
          cpu * left(trial.cpuGain().median(), before.cpuMillis()));
    }

    /** Returns the shares that the medians of one run tell. */
    static Left of(FixResult.Figures base, FixResult.Figures kept) {
      return new Left(
          left(base.totalMillis() - kept.totalMillis(), base.totalMillis()),
          left(base.cpuMillis() - kept.cpuMillis(), base.cpuMillis()));
    }

    private static double left(double gain, double before) {
      return before > 0 ? Math.max(0, 1 - gain / before) : 1;
    }

    FixResult.Figures of(FixResult.Figures base, int samples) {
      return new FixResult.Figures(base.totalMillis() * wall, base.cpuMillis() * cpu, samples);
    }
  }

  /** Returns the same for a search that may try other remedies: what is offered is not known. */
  public Checkpoint ofOtherRemedies() {
    return new Checkpoint(List.of(), steps, kept, inPackage, asDeployed, packaged, base);
  }
}
