package thaw.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;

/**
 * The failures of one variant that are alike: same type, same message apart from the request's
 * identifier.
 *
 * @param message the first one's
 * @param log the first one's last lines
 */
record FailureGroup(
    String variant, int count, int samples, String type, String message, List<String> log) {
  private static final Pattern REQUEST_ID =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);

  private record Kind(String type, String message) {}

  /** Groups the failures of all variants, in their order. */
  static List<FailureGroup> of(List<VariantResult> variants) {
    return variants.stream().flatMap(variant -> of(variant).stream()).toList();
  }

  /** Groups the failures of one variant, in the order of the first occurrence. */
  static List<FailureGroup> of(VariantResult variant) {
    Map<Kind, List<Sample.Failure>> kinds = new LinkedHashMap<>();
    for (Sample sample : variant.samples()) {
      Sample.Failure failure = sample.failure();
      if (failure != null) {
        String alike = REQUEST_ID.matcher(failure.message()).replaceAll("<id>");
        kinds
            .computeIfAbsent(new Kind(failure.type(), alike), kind -> new ArrayList<>())
            .add(failure);
      }
    }
    return kinds.values().stream()
        .map(alike ->
            new FailureGroup(
                variant.name(),
                alike.size(),
                variant.samples().size(),
                alike.getFirst().type(),
                alike.getFirst().message(),
                alike.getFirst().log()))
        .toList();
  }
}
