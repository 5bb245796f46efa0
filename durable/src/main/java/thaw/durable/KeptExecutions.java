package thaw.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import thaw.store.Store;

/**
 * What a store has of executions, for those who only read: also while {@link DurableExecutions}
 * works with it, and when nothing does any more.
 */
public final class KeptExecutions {
  private final ExecutionStore executions;
  private final Function<ExecutionArn, List<InvocationRecord>> invocations;

  /**
   * Everything about one execution.
   *
   * @param operations in the order of their starts
   * @param invocations those of which there is a record, in the order of their starts
   */
  public record Kept(
      ExecutionHead head,
      List<Operation> operations,
      List<HistoryEvent> history,
      List<InvocationRecord> invocations) {}

  public KeptExecutions(Store store) {
    this(store, new InvocationRecords(store)::of);
  }

  private KeptExecutions(Store store, Function<ExecutionArn, List<InvocationRecord>> invocations) {
    this.executions = new ExecutionStore(store);
    this.invocations = invocations;
  }

  /** What there is while a recorder works, which knows of invocations that are under way. */
  public static KeptExecutions with(Store store, InvocationRecorder recorder) {
    return new KeptExecutions(store, recorder::of);
  }

  /** Returns the time that executions have. */
  public long nowMillis() {
    return System.currentTimeMillis() + executions.clockOffset().toMillis();
  }

  /** Returns the newest executions of all functions, the newest first. */
  public List<ExecutionHead> newest(int most) {
    return executions.newest(most);
  }

  /**
   * Finds executions.
   *
   * @param text an ARN, or a name, or an id; several functions may have executions of one name
   */
  public List<ExecutionArn> find(String text) {
    Optional<ExecutionArn> arn = ExecutionArn.parse(text);
    if (arn.isPresent()) {
      return executions
          .head(ExecutionStore.Place.of(arn.get()))
          .filter(head -> head.arn().equals(arn.get()))
          .stream()
          .map(ExecutionHead::arn)
          .toList();
    }
    List<ExecutionArn> found = new ArrayList<>();
    for (String function : executions.functions()) {
      executions.named(function, text).ifPresent(head -> found.add(head.arn()));
    }
    return found;
  }

  /** Returns everything about an execution; empty when it is forgotten. */
  public Optional<Kept> of(ExecutionArn arn) {
    ExecutionStore.Place place = ExecutionStore.Place.of(arn);
    return executions
        .head(place)
        .map(head ->
            new Kept(
                head,
                executions.operations(place),
                executions.events(place, LongStream.rangeClosed(1, head.events()).boxed().toList()),
                invocations.apply(arn)));
  }

  /** Returns the operations of an execution, in the order of their starts. */
  public List<Operation> operations(ExecutionArn arn) {
    return executions.operations(ExecutionStore.Place.of(arn));
  }
}
