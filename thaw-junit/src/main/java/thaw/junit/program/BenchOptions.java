package thaw.junit.program;

import java.util.ArrayList;
import java.util.List;
import thaw.program.ThawException;

/** The options of {@code thaw bench} that run what {@code thaw run} runs with its own. */
public final class BenchOptions {
  /** They say what is run. Others are about its server, its clients or its life. */
  private static final List<String> SAME =
      List.of(
          "--handler",
          "--parameter",
          "--memory",
          "--jdk",
          "--seed",
          "--before",
          "--region",
          "--runtime");

  /** Options that hold for both, too, and have no value. */
  private static final List<String> FLAGS = List.of("--reach-host", "--follow-links");

  private BenchOptions() {}

  /**
   * Returns the options of {@code thaw run} that are to hold for a measurement too.
   *
   * @param options of {@code thaw run}, with their values in the same word or in the next one
   * @throws ThawException when one says what is run, and {@code thaw bench} has none like it
   */
  public static List<String> of(List<String> options) {
    List<String> same = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      String name = option.split("=", 2)[0];
      if (name.equals("--env")) {
        throw new ThawException(
            "cold starts cannot be measured with the variables of @ThawApplication(environment),"
                + " or of --env among its options",
            "put them into the template or into a file thaw.yaml beside it");
      }
      if (FLAGS.contains(name)) {
        same.add(option);
      } else if (SAME.contains(name)) {
        same.add(option);
        if (option.equals(name) && i + 1 < options.size()) {
          i++;
          same.add(options.get(i));
        }
      }
    }
    return same;
  }
}
