package thaw.pool;

import java.time.Instant;
import java.util.function.Consumer;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.PlatformEvent;

/** Whether a function can be run. */
public sealed interface Preparation {
  /**
   * @param since when that was done
   */
  record Ready(EnvironmentSpec spec, Instant since) implements Preparation {}

  record Failed(String cause, String remedy) implements Preparation {
    public String text() {
      return cause + ". Remedy: " + remedy;
    }
  }

  /** Builds and explodes what a function's environments are made of. */
  interface Step {
    /**
     * @throws UserMistake when the function cannot be run
     */
    EnvironmentSpec specify(FunctionDefinition function) throws InterruptedException;

    /**
     * The last step for a version that shall start from a snapshot.
     *
     * @param spec of a published version
     * @param logStream of the environment that the snapshot is taken of
     * @param events gets its timeline
     * @throws UserMistake when the function fails before the snapshot
     */
    default EnvironmentSpec publish(
        EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
        throws InterruptedException {
      return spec;
    }

    /**
     * The last step for all other versions, with the same parameters.
     *
     * @throws UserMistake when the function fails before it can be used
     */
    default EnvironmentSpec complete(
        EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
        throws InterruptedException {
      return spec;
    }

    /** Somebody asks for a version that waits to be published: it should be the next one. */
    default void hurry(String function, String version) {}
  }
}
