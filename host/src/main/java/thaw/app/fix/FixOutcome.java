package thaw.app.fix;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.explanation.FixTerminal;
import thaw.fix.FixResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;

/**
 * The outcome of a job that makes a cold start shorter.
 *
 * @param searched absent where there is an earlier result
 * @param applied absent where nothing was to be applied, or nothing gains
 * @param standing the earlier result of a search that asked just this and has left nothing, or that
 *     is better; absent where there was none
 */
public record FixOutcome(
    Optional<FixSearched> searched, Optional<Applied> applied, Optional<Standing> standing) {
  /** Nothing that gains, of a result that was to be applied. */
  public static final FixOutcome NONE =
      new FixOutcome(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * A result that is as it was.
   *
   * @param gains whether anything in it was proven to gain
   * @param words why it is
   * @param wayOn what to do with it, as it was told
   */
  public record Standing(Path json, Path page, boolean gains, String words, String wayOn) {
    /** Returns why nothing was searched, and how to do it all the same. */
    static String unchanged(Path out) {
      return "the search before has left nothing to try, and neither code nor events nor settings"
          + " have changed since: its result stands. To measure it again: thaw bench --with "
          + Text.quoted(out.toString())
          + "; to search anew: another --out";
    }

    /** Returns why what was searched is not written, and what the same command goes on with. */
    static String better(Path out, FixResult found) {
      List<String> undecided =
          found.steps().stream()
              .filter(step -> step.isOpen() || step.isNoisy())
              .map(step -> step.remedy().id())
              .toList();
      return "this search has proven less than the one before (%s): the result of that stays in %s, and this one is not written%s"
          .formatted(
              String.join("; ", FixTerminal.best(found)),
              out,
              found.isOpen()
                  ? cut(found)
                      + "; "
                      + FixTerminal.goOn(found)
                      + (undecided.isEmpty()
                          ? ""
                          : "; not decided yet: " + String.join(", ", undecided))
                  : "");
    }

    /** Returns why a cut run does not take the place of a whole one. */
    private static String cut(FixResult found) {
      int starts = found.base().samples();
      return found.cut() && starts < FixResult.WHOLE_STARTS
          ? ", as the time limit cut its last run to %s of each variant, of %d"
              .formatted(Figures.counted(starts, "start"), FixResult.WHOLE_STARTS)
          : "";
    }
  }

  /**
   * A result in the work tree.
   *
   * @param files that were changed
   * @param absent kept steps that no file of the tree has
   * @param packages commands that make a package with what is no change of a file
   */
  public record Applied(List<Path> files, List<String> absent, List<String> packages) {
    public Applied {
      files = List.copyOf(files);
      absent = List.copyOf(absent);
      packages = List.copyOf(packages);
    }
  }

  /** Returns whether the function starts sooner with it. */
  public boolean isGood() {
    return applied.isPresent()
        || searched.map(each -> each.result().gains()).orElse(false)
        || standing.filter(Standing::gains).isPresent();
  }
}
