package thaw.remedy.priming;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** Returns the names of those for which more than loading of classes could be done. */
  public static Set<String> calling(Map<String, UsedPriming> named) {
    return named.entrySet().stream()
        .filter(each -> !each.getValue().priming().calls().isEmpty())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
