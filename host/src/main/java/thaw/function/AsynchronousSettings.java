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
}
