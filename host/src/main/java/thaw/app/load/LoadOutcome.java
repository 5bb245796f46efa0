package thaw.app.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.load.LayerTax;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;
import thaw.problem.UserMistake;
import thaw.report.load.LimitAnswer;

/**
 * The measurements of one load run, and the files that hold them.
 *
 * @param taxes of layers, where these were measured
 * @param limit where one was searched
 * @param missed goals, by run
 * @param unreached why no run says anything, where the target could not be reached
 * @param good whether the goals were reached, and every run says something
 * @param page HTML
 * @param json the same as data
 */
public record LoadOutcome(
    List<LoadResult> runs,
    List<LayerTax> taxes,
    Optional<Limit> limit,
    List<Missed> missed,
    Optional<UserMistake> unreached,
    boolean good,
    Path page,
    Path json) {
  /** The name of the result as data. */
  public static final String JSON = "load.json";

  static final String PAGE = "load.html";

  /**
   * The result of a search for the highest rate that the goals allow.
   *
   * @param goals that had to hold
   */
  public record Limit(LimitAnswer found, List<LoadGoal> goals) {}

  /**
   * A goal that was missed.
   *
   * @param run its name
   */
  public record Missed(LoadGoal goal, String run) {}
}
