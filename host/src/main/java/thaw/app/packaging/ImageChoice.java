package thaw.app.packaging;

import java.util.Locale;
import java.util.Optional;
import thaw.deployment.ImageWriter;
import thaw.problem.UserMistake;

/**
 * Chooses how {@code thaw package} makes container images.
 *
 * @param runtimeName of a customer-managed runtime
 */
public record ImageChoice(ImageStage.Ask ask, String runtimeName) {
  public static final String USUAL_RUNTIME_NAME = "thaw-java25";

  /** The image from nothing, as what {@code docker load} takes. */
  public static final ImageChoice USUAL =
      new ImageChoice(
          new ImageStage.Ask(
              Optional.empty(), ImageWriter.Form.DOCKER_TAR, false, Optional.empty()),
          USUAL_RUNTIME_NAME);

  public ImageChoice {
    if (!runtimeName.matches("[a-z0-9]([a-z0-9_.-]{0,126})?[a-z0-9]")) {
      throw new UserMistake(
          "--runtime-name must be 2..128 lower-case letters, digits, dots, - or _: " + runtimeName,
          "use for example thaw-java25");
    }
  }

  /**
   * @param name {@code docker-tar}, {@code oci-tar} or {@code oci-layout}
   */
  public static ImageWriter.Form form(String name) {
    try {
      return ImageWriter.Form.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new UserMistake(
          "--format must be docker-tar, oci-tar or oci-layout: " + name, "use one of them");
    }
  }
}
