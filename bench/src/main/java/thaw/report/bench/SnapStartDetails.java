package thaw.report.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.presentation.text.AtomicFile;
import thaw.remedy.priming.GeneratedPriming;
import thaw.remedy.priming.PrimingSource;
import thaw.remedy.priming.UsedPriming;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartRisk;

/**
 * Has what is to be said of functions beside their figures.
 *
 * @param primings that were generated
 * @param risks what snapshots break or do not take away
 */
public record SnapStartDetails(List<Written> primings, List<OfFunction> risks) {
  /** Nothing. */
  static final SnapStartDetails NONE = new SnapStartDetails(List.of(), List.of());

  public SnapStartDetails {
    primings = List.copyOf(primings);
    risks = List.copyOf(risks);
  }

  /**
   * Tells what the snapshot of a function breaks or does not take away.
   *
   * @param explanation the page that explains a restore, absent where it could not be explained
   */
  public record OfFunction(
      String function, int memoryMiB, List<SnapStartRisk> risks, Optional<Path> explanation) {
    public OfFunction {
      risks = List.copyOf(risks);
    }
  }

  /**
   * A priming, and where it is written as source and as steps.
   *
   * @param folder of both files
   */
  public record Written(UsedPriming used, Path folder) {
    /** Replaces a source file for the function, and the steps that it reads. */
    public static Written to(Path folder, UsedPriming used) {
      GeneratedPriming priming = used.priming();
      AtomicFile.write(folder.resolve(PrimingSource.NAME + ".java"), PrimingSource.of(priming));
      AtomicFile.write(folder.resolve(PrimingSource.STEPS), priming.steps());
      return new Written(used, folder);
    }

    GeneratedPriming priming() {
      return used.priming();
    }
  }

  /** Returns the risks of that function at its size. */
  List<OfFunction> risksOf(SnapStartCase function) {
    return risks.stream()
        .filter(each ->
            each.function().equals(function.function()) && each.memoryMiB() == function.memoryMiB())
        .toList();
  }

  /** Returns the primings of that function, which are alike at all sizes. */
  List<Written> of(SnapStartCase function) {
    return primings.stream()
        .filter(each -> each.priming().function().equals(function.function()))
        .toList();
  }
}
