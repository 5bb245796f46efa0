package thaw.platform;

import java.time.Instant;
import thaw.environment.EnvironmentSpec;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/** Whether a function can be run. */
public sealed interface Preparation {
  /**
   * @param since when that was done
   */
  record Ready(EnvironmentSpec spec, Instant since) implements Preparation {}

  record Failed(String cause, String remedy) implements Preparation {
    String text() {
      return cause + ". Remedy: " + remedy;
    }
  }

  /** Builds and explodes what a function's environments are made of. */
  interface Step {
    /**
     * @throws UserMistake when the function cannot be run
     */
    EnvironmentSpec specify(FunctionDefinition function) throws InterruptedException;
  }
}
