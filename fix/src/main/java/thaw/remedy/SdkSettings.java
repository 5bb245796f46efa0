package thaw.remedy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.attribution.Explanation;

/** Settings of AWS SDKs by which a start loses what it does for people who read logs. */
public final class SdkSettings {
  private static final String ANNOUNCEMENT =
      "com.amazonaws.util.VersionInfoUtils.printDeprecationAnnouncement";
  private static final String PROPERTY = "aws.java.v1.disableDeprecationAnnouncement";
  private static final String VARIABLE = "AWS_JAVA_V1_DISABLE_DEPRECATION_ANNOUNCEMENT";

  /** Its classes are loaded by others as well, a logging framework's above all. */
  private static final double LEAST = 0.3;

  private SdkSettings() {}

  /**
   * @param options {@code JAVA_TOOL_OPTIONS} of the function and of the draft
   * @param variables names of the function's own environment variables
   */
  public static List<Remedy> of(Explanation explanation, String options, Set<String> variables) {
    double millis =
        explanation.methods().stream()
            .filter(method -> method.method().equals(ANNOUNCEMENT))
            .mapToDouble(Explanation.MethodTime::inclusiveMillis)
            .sum();
    if (millis == 0 || options.contains(PROPERTY) || variables.contains(VARIABLE)) {
      return List.of();
    }
    String option = "-D" + PROPERTY + "=true";
    return List.of(
        Family.QUIET_SDK_V1.remedy(
            Optional.empty(),
            "AWS SDK v1 does not log at each start that its support has ended: " + option,
            Prediction.between(LEAST * millis, millis),
            new Change.JvmOptions(List.of(option))));
  }
}
