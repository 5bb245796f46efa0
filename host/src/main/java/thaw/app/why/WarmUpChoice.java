package thaw.app.why;

import java.util.OptionalInt;
import thaw.environment.launch.EnvironmentSpec;
import thaw.problem.UserMistake;
import thaw.recording.WarmUpRecorder;

/**
 * Chooses how many first requests of an environment on managed instances are explained.
 *
 * @param requests of each sender
 * @param senders at once; absent for one for each vCPU, so that no request waits for a CPU of its
 *     own environment only because of the others
 */
public record WarmUpChoice(int requests, OptionalInt senders) {
  public static final int DEFAULT_REQUESTS = 100;
  private static final int MOST_REQUESTS = 100_000;

  static final WarmUpChoice USUAL = new WarmUpChoice(DEFAULT_REQUESTS, OptionalInt.empty());

  public WarmUpChoice {
    if (requests < 2 || requests > MOST_REQUESTS) {
      throw new UserMistake(
          "--requests must be 2.." + MOST_REQUESTS + ": " + requests, "use for example 100");
    }
    if (senders.isPresent() && senders.getAsInt() < 1) {
      throw new UserMistake(
          "--threads must be at least 1: " + senders.getAsInt(), "use for example --threads 4");
    }
  }

  /** Returns whether anything else than usual was asked for. */
  boolean isAsked() {
    return !equals(USUAL);
  }

  /**
   * @throws UserMistake when the environment does not take so many at a time
   */
  WarmUpRecorder.Plan plan(EnvironmentSpec spec) {
    int most = spec.requestsAtOnce();
    int wanted = senders.orElse(Math.min(most, (int) Math.ceil(spec.function().vcpus())));
    if (wanted > most) {
      throw new UserMistake(
          "an environment of "
              + spec.function().name()
              + " takes "
              + most
              + " requests at a time: --threads "
              + wanted,
          "use --threads " + most + ", or raise PerExecutionEnvironmentMaxConcurrency");
    }
    return new WarmUpRecorder.Plan(wanted, requests);
  }
}
