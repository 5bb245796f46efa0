package thaw.junit;

import java.util.List;

/**
 * Tells how a function failed, in the words that Lambda gives to its caller.
 *
 * @param type the class of what it threw, or for example {@code Sandbox.Timedout}
 * @param message may be empty
 * @param stackTrace one entry for each frame, the innermost first; may be empty
 */
public record FunctionFailure(String type, String message, List<String> stackTrace) {
  public FunctionFailure {
    stackTrace = List.copyOf(stackTrace);
  }
}
