package thaw.app.bench;

import java.util.List;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.tuning.LambdaPrices;
import thaw.tuning.TuneMix;

/**
 * Functions to be measured over memory sizes.
 *
 * @param bench the cold starts; without memory sizes the usual ones are measured
 * @param mix what is weighed against what
 * @param prices for which costs are computed
 */
public record TuneRequest(BenchRequest bench, TuneMix mix, LambdaPrices prices) {
  /** Memory sizes in MB that stand for a half, one, and less than a tenth of a vCPU. */
  static final List<Integer> USUAL_SIZES = List.of(128, 256, 512, 1024, 1769);

  /** Cold starts at each size when the user names no number. */
  public static final int USUAL_RUNS = 7;

  /** The number of further invocations of each environment when the user names none. */
  public static final int USUAL_WARM = 20;

  public TuneRequest {
    if (bench.warm() < 1) {
      throw new UserMistake(
          "--warm must be at least 1: " + bench.warm(), "use for example --warm 20");
    }
    Axes axes = bench.axes();
    if (axes.memory().isEmpty()) {
      List<MemorySize> sizes = USUAL_SIZES.stream().map(MemorySize::new).toList();
      bench = bench.withAxes(new Axes(sizes, axes.jdks(), axes.starts(), axes.clients()));
    }
  }
}
