package thaw.function.packaging;

import java.util.List;
import java.util.Optional;

/**
 * The settings in which a function differs from its container image.
 *
 * @param entryPoint in place of the image's ENTRYPOINT
 * @param command in place of its CMD
 * @param workingDirectory in place of its WORKDIR
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/api/API_ImageConfig.html">ImageConfig</a>
 */
public record ImageConfig(
    Optional<List<String>> entryPoint,
    Optional<List<String>> command,
    Optional<String> workingDirectory) {
  public static final ImageConfig NONE =
      new ImageConfig(Optional.empty(), Optional.empty(), Optional.empty());
}
