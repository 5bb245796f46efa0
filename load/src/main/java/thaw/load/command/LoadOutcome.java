package thaw.load.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.load.Failure;
import thaw.load.LayerTax;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;
import thaw.problem.UserMistake;

/**
 * The measurements of one load run, and the files that hold them.
 *
 * @param taxes of layers, where these were measured
 * @param missed goals, by run
 * @param unreached why no run says anything, where the target could not be reached
 * @param good whether the goals were reached, and every run says something
 * @param page HTML
 * @param json the same as data
 */
record LoadOutcome(
    List<LoadResult> runs,
    List<LayerTax> taxes,
    List<Missed> missed,
    Optional<UserMistake> unreached,
    boolean good,
    Path page,
    Path json) {
  static final String JSON = "load.json";
  static final String PAGE = "load.html";

  private static final LoadGoal USUAL_GOAL = LoadGoal.of("failed<1%");

  /**
   * A goal that was missed.
   *
   * @param run its name
   */
  record Missed(LoadGoal goal, String run) {}

  /**
   * Runs with what they must reach, and whether they say anything.
   *
   * @param given a run of which many requests failed is no success, if none is about failures
   */
  static LoadOutcome of(
      List<LoadResult> runs, List<LayerTax> taxes, List<LoadGoal> given, Path out) {
    List<LoadGoal> goals = new ArrayList<>(given);
    if (goals.stream().noneMatch(goal -> goal.kind() == LoadGoal.Kind.FAILED)) {
      goals.add(USUAL_GOAL);
    }
    List<Missed> missed =
        runs.stream()
            .flatMap(run ->
                goals.stream()
                    .filter(goal -> !goal.holds(run))
                    .map(goal -> new Missed(goal, run.plan().name())))
            .toList();
    boolean says = runs.stream().allMatch(each -> each.answered() > 0 && each.valid());
    return new LoadOutcome(
        runs,
        taxes,
        missed,
        taxes.isEmpty() ? unreached(runs) : Optional.empty(),
        missed.isEmpty() && says,
        out.resolve(PAGE),
        out.resolve(JSON));
  }

  /**
   * Returns the mistake of the first run that reached nothing; empty when each reached something.
   */
  private static Optional<UserMistake> unreached(List<LoadResult> runs) {
    return runs.stream()
        .filter(LoadSession::isUnreachable)
        .findFirst()
        .map(run -> {
          Map.Entry<Failure, Long> first = run.failures().entrySet().iterator().next();
          return new UserMistake(
              first.getKey().text() + " (" + first.getValue() + " requests)",
              switch (first.getKey().kind()) {
                case UNKNOWN_HOST -> "check the host's name in the URL";
                case TLS ->
                    "name the certificate to trust with --cacert FILE, or trust any with"
                        + " --insecure; check that the URL's scheme is that of the server";
                default -> "start the server, or check host and port of the URL";
              });
        });
  }
}
