package thaw.function;

import java.util.Optional;

/**
 * The settings of a function's owner for asynchronous invocations.
 *
 * @param config of the function without a qualifier
 * @param deadLetterTarget ARN of the queue or topic that gets events that came to nothing
 */
public record AsynchronousSettings(EventInvokeConfig config, Optional<String> deadLetterTarget) {
  /** Nothing. */
  public static final AsynchronousSettings NONE =
      new AsynchronousSettings(EventInvokeConfig.NONE, Optional.empty());

  /** Returns the same with another config where nobody has said anything. */
  public AsynchronousSettings or(EventInvokeConfig other) {
    return config.equals(EventInvokeConfig.NONE)
        ? new AsynchronousSettings(other, deadLetterTarget)
        : this;
  }
}
