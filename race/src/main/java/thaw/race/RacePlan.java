package thaw.race;

import java.util.List;
import thaw.problem.UserMistake;

/**
 * Tells which requests are made.
 *
 * @param handler as the function has it
 * @param threads requests at a time
 * @param rounds how often the classes are loaded anew
 * @param requests of each thread in a round
 * @param seed of the turns that threads give to each other
 */
record RacePlan(
    String handler, List<String> events, int threads, int rounds, int requests, long seed) {
  static final int DEFAULT_THREADS = 4;
  static final int DEFAULT_ROUNDS = 5;
  static final int DEFAULT_REQUESTS = 6;
  private static final int MOST_THREADS = 32;

  RacePlan {
    events = List.copyOf(events);
    if (threads < 2 || threads > MOST_THREADS) {
      throw new UserMistake(
          "--threads must be 2..32: " + threads, "use for example --threads " + DEFAULT_THREADS);
    }
    if (rounds < 1) {
      throw new UserMistake(
          "--rounds must be at least 1: " + rounds, "use for example --rounds " + DEFAULT_ROUNDS);
    }
    if (requests < 1) {
      throw new UserMistake(
          "--requests must be at least 1: " + requests,
          "use for example --requests " + DEFAULT_REQUESTS);
    }
  }

  String properties() {
    return "handler=%s%nthreads=%d%nrounds=%d%nrequests=%d%nseed=%d%n"
        .formatted(handler, threads, rounds, requests, seed);
  }
}
