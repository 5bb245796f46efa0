package thaw.lambda;

import java.util.Map;
import java.util.Optional;

/**
 * A function as its API describes it.
 *
 * @param arn with the version or alias that was asked for
 * @param version {@code $LATEST}, or the number of a version; of an alias that of its version
 * @param runtime for example {@code java21}; empty of a container image
 * @param architecture {@code x86_64} or {@code arm64}
 * @param codeSha256 of the package, in Base64
 * @param state {@code Active}, {@code Inactive}, {@code Pending}, {@code Failed}; empty where the
 *     API does not say
 * @param update what became of its last change: {@code Successful}, {@code InProgress}, {@code
 *     Failed}; empty where the API does not say
 * @param reason why it failed, or is not ready
 * @param variables its environment variables; secrets may be among them
 * @param unreadable why AWS did not tell the variables, where it did not
 * @param snapStart whether its published versions start from a snapshot
 * @param restores whether this version starts from one
 * @param logFormat {@code Text} or {@code JSON}
 * @param revision changes with the function
 */
public record DeployedFunction(
    String arn,
    String name,
    String version,
    String runtime,
    String handler,
    int memoryMiB,
    int timeoutSeconds,
    String architecture,
    String codeSha256,
    String state,
    String update,
    String reason,
    Map<String, String> variables,
    Optional<String> unreadable,
    boolean snapStart,
    boolean restores,
    String logFormat,
    String revision) {
  static final String LATEST = "$LATEST";

  public DeployedFunction {
    variables = Map.copyOf(variables);
  }

  public boolean isLatest() {
    return version.equals(LATEST);
  }
}
