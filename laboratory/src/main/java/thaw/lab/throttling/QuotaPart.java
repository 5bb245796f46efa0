package thaw.lab.throttling;

import java.util.List;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.sandbox.jdk.Jdk;

/** One of the experiments with CPU quotas; {@link Throttling} has the list of them. */
interface QuotaPart {
  /** The factor that tells cases of one part from those of another. */
  String PART = "part";

  /** Returns the value of {@link #PART} for this experiment. */
  String name();

  /**
   * @param jdks oldest first
   */
  List<Case> cases(boolean quick, List<Jdk> jdks);

  /** The quantities that the program tells. */
  List<Quantity> quantities(Case subject);

  /** Options of the JVM besides those that all have. */
  default List<String> options(Case subject) {
    return List.of("-XX:+UseSerialGC");
  }

  /** The program of the course and its arguments. */
  List<String> program(Case subject);

  /**
   * @param samples of this part
   */
  Conclusions conclude(Measurements samples);
}
