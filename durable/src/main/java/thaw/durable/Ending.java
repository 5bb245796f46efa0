package thaw.durable;

import org.jspecify.annotations.Nullable;

/** How an execution has ended, for who has waited for that. */
public record Ending(
    ExecutionArn arn,
    ExecutionStatus status,
    @Nullable String result,
    @Nullable ErrorObject error) {
  static Ending of(ExecutionHead head) {
    return new Ending(head.arn(), head.status(), head.result(), head.error());
  }
}
