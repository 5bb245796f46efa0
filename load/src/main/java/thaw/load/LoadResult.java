package thaw.load;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The result of a run.
 *
 * @param complete whether the whole schedule was run: an interrupted one has less
 * @param scheduled requests of the whole schedule
 * @param failures how often what went wrong
 * @param coldStarts those among the answered requests, where it is known
 * @param waits requests that found all connections busy when they were due
 * @param reasons why the figures must not be trusted; none when they may
 */
public record LoadResult(
    LoadPlan plan,
    Instant begun,
    boolean complete,
    long scheduled,
    List<LoadSecond> seconds,
    Map<Failure, Long> failures,
    List<ColdRequest> coldStarts,
    long waits,
    GeneratorUse use,
    List<String> reasons) {
  static LoadResult of(
      LoadPlan plan,
      Instant begun,
      boolean complete,
      long scheduled,
      List<LoadSecond> seconds,
      Map<Failure, Long> failures,
      List<ColdRequest> coldStarts,
      long waits,
      GeneratorUse use) {
    LoadResult unchecked =
        new LoadResult(
            plan, begun, complete, scheduled, seconds, failures, coldStarts, waits, use, List.of());
    return unchecked.with(Validity.reasons(unchecked));
  }

  private LoadResult with(List<String> found) {
    return new LoadResult(
        plan, begun, complete, scheduled, seconds, failures, coldStarts, waits, use, found);
  }

  /**
   * Returns whether it is known which requests were cold: the target tells how many environments it
   * has.
   */
  public boolean knowsCold() {
    return !coldStarts.isEmpty()
        || seconds.stream().anyMatch(second -> second.environments().isPresent());
  }

  /** Requests that the generator has come to. */
  public long due() {
    return sum(LoadSecond::scheduled);
  }

  public long sent() {
    return sum(LoadSecond::sent);
  }

  public long answered() {
    return sum(LoadSecond::answered);
  }

  public long failed() {
    return sum(LoadSecond::failed);
  }

  /** Those among the failed ones that the target refused because it had too many. */
  public long throttled() {
    return failures.entrySet().stream()
        .filter(each -> each.getKey().kind() == Failure.Kind.THROTTLED)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /**
   * Returns how many environments there were in the first and the fullest second; it is empty when
   * that is unknown.
   */
  public Optional<Environments> environments() {
    List<Integer> known =
        seconds.stream().flatMap(second -> second.environments().stream().boxed()).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    int added = 0;
    for (int i = 1; i < known.size(); i++) {
      added += Math.max(0, known.get(i) - known.get(i - 1));
    }
    return Optional.of(
        new Environments(
            known.getFirst(), known.stream().mapToInt(Integer::intValue).max().orElse(0), added));
  }

  /**
   * Environments over a run.
   *
   * @param first in the first second in which their number is known
   * @param most at once
   * @param added from one second to the next, in all
   */
  public record Environments(int first, int most, int added) {}

  /** The generator's own lateness. */
  public LatencyDistribution lag() {
    return all(LoadSecond::lag);
  }

  /** Returns the times from when requests were due to their first byte. */
  public LatencyDistribution send() {
    return all(LoadSecond::send);
  }

  /** Returns the times from the first byte to the whole answer. */
  public LatencyDistribution service() {
    return all(LoadSecond::service);
  }

  /** Returns the times from when requests were due to the whole answer: the headline. */
  public LatencyDistribution response() {
    return all(LoadSecond::response);
  }

  /** {@link #response} of the cold starts alone. */
  public LatencyDistribution coldResponse() {
    return LatencyDistribution.ofNanos(
        coldStarts.stream().mapToLong(cold -> Math.round(cold.responseMillis() * 1e6)).toArray());
  }

  /** {@link #response} without the cold starts. */
  public LatencyDistribution warmResponse() {
    return response().without(coldResponse());
  }

  /** Returns whether the figures may be trusted. */
  public boolean valid() {
    return reasons.isEmpty();
  }

  public LatencyDistribution failedResponse() {
    return all(LoadSecond::failedResponse);
  }

  private long sum(ToLongFunction<LoadSecond> count) {
    return seconds.stream().mapToLong(count).sum();
  }

  private LatencyDistribution all(Function<LoadSecond, LatencyDistribution> part) {
    return LatencyDistribution.sum(seconds.stream().map(part).toList());
  }
}
