package thaw.lab.throttling;

import java.util.List;
import java.util.Map;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
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

  Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure;

  /**
   * @param samples of this part
   */
  Conclusions conclude(Measurements samples);
}
