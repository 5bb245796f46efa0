package thaw.image;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that an image has of itself.
 *
 * @param architecture as Lambda names it: {@code x86_64} or {@code arm64}, or what else it is
 * @param workingDirectory empty where it names none
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/config.md">OCI image
 *     configuration</a>
 */
public record ImageSettings(
    String architecture,
    String os,
    List<String> entryPoint,
    List<String> command,
    String workingDirectory,
    Map<String, String> environment,
    Map<String, String> labels) {
  /** Lets Lambda take snapshots of what does not ask for it by the Runtime API. */
  public static final String SNAP_START_LABEL = "com.amazonaws.lambda.feature.snapstart";

  public ImageSettings {
    entryPoint = List.copyOf(entryPoint);
    command = List.copyOf(command);
    environment = Map.copyOf(new LinkedHashMap<>(environment));
    labels = Map.copyOf(labels);
  }

  /**
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/snapstart-runtime-hooks-custom.html">
   *     SnapStart of container images</a>
   */
  public boolean allowsSnapStart() {
    return "Allow".equals(labels.get(SNAP_START_LABEL));
  }
}
