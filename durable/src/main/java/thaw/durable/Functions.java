package thaw.durable;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The functions that the engine invokes: the platform. */
public interface Functions {
  /**
   * Finds a function for an execution that calls another one.
   *
   * @param named name or ARN, with or without a qualifier
   * @throws Rejected when it cannot be called
   */
  Target target(String named);

  /** Has the function process an event; waits for that. */
  Answer invoke(Call call) throws InterruptedException;

  /**
   * A version of a function.
   *
   * @param terms present when it is durable
   * @param executionArn that of an execution, without its id
   */
  record Target(
      String region,
      String account,
      String function,
      String version,
      Optional<DurableTerms> terms) {
    ExecutionArn execution(String name, String id) {
      return new ExecutionArn(region, account, function, version, name, id);
    }
  }

  /**
   * One invocation.
   *
   * @param execution whose it is; absent for a plain function that an execution calls
   */
  record Call(
      String requestId,
      String function,
      String version,
      byte[] payload,
      @Nullable String tenant,
      @Nullable String trace,
      Optional<ExecutionArn> execution) {}

  /** What became of an invocation. */
  sealed interface Answer {}

  /** The handler returned. */
  record Returned(byte[] payload) implements Answer {}

  /** The handler threw, the function crashed, or its time was over. */
  record Failed(String type, byte[] payload) implements Answer {}

  /** The function did not have the event, but may have it later. */
  record NotNow(String type, String reason) implements Answer {}

  /** There is no such function any more. */
  record Gone(String reason) implements Answer {}
}
