package thaw.app.shared;

import java.util.List;
import java.util.stream.Collectors;
import thaw.durable.ExecutionArn;
import thaw.durable.KeptExecutions;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;
import thaw.timeline.DurablePrices;
import thaw.timeline.Timeline;
import thaw.timeline.Timelines;
import thaw.tuning.LambdaPrices;

/** Makes the time lines of durable executions that are kept, with AWS's prices. */
public final class ExecutionTimelines {
  private static final double MILLION = 1e6;

  private final KeptExecutions kept;
  private final DurablePrices prices = prices();

  public ExecutionTimelines(KeptExecutions kept) {
    this.kept = kept;
  }

  private static DurablePrices prices() {
    LambdaPrices published = LambdaPrices.published(HostArchitecture.NAME);
    return DurablePrices.published(
        published.usdOfMillionGbSeconds(HostArchitecture.NAME) / MILLION,
        published.millionRequests());
  }

  /**
   * @param text an ARN, a name or an id
   * @throws UserMistake when there is none, or more than one
   */
  public Timeline of(String text) {
    List<ExecutionArn> found = kept.find(text);
    if (found.size() > 1) {
      throw new UserMistake(
          "several functions have an execution " + text,
          "use one of: "
              + found.stream().map(ExecutionArn::toString).collect(Collectors.joining(", ")));
    }
    return found.stream()
        .findFirst()
        .flatMap(kept::of)
        .map(each -> Timelines.of(each, prices, kept.nowMillis()))
        .orElseThrow(() ->
            new UserMistake(
                "no durable execution " + text + " is kept here",
                "take a name or an ARN of ListDurableExecutionsByFunction, or of the live page"));
  }
}
