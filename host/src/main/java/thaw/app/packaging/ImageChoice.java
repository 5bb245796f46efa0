package thaw.app.packaging;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import thaw.deployment.ImageWriter;
import thaw.problem.UserMistake;

/**
 * Chooses how {@code thaw package} makes container images.
 *
 * @param runtimeName of a customer-managed runtime
 */
public record ImageChoice(Ask ask, String runtimeName) {
  /**
   * Says what kind of image is wanted.
   *
   * @param base absent for one from nothing
   * @param snapStart whether the template turns it on, whatever was kept
   * @param registry where it is pushed to
   */
  public record Ask(
      Optional<Path> base, ImageWriter.Form form, boolean snapStart, Optional<String> registry) {}

  public static final String USUAL_RUNTIME_NAME = "thaw-java25";

  /** The image from nothing, as what {@code docker load} takes. */
  static final ImageChoice USUAL =
      new ImageChoice(
          new Ask(Optional.empty(), ImageWriter.Form.DOCKER_TAR, false, Optional.empty()),
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
