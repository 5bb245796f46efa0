package thaw.remedy.priming;

import java.util.List;

/**
 * A generated priming as a snapshot was taken with it.
 *
 * @param jvmOptions what its JVM was started with beside the function's own options, and what the
 *     function as it is has not: they have a part in the difference between both
 */
public record UsedPriming(GeneratedPriming priming, List<String> jvmOptions) {
  public UsedPriming {
    jvmOptions = List.copyOf(jvmOptions);
  }
}
