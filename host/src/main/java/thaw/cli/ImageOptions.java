package thaw.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.deployment.ImageWriter;
import thaw.problem.UserMistake;

/** How {@code thaw package} makes container images. */
final class ImageOptions {
  @Option(
      names = "--base",
      paramLabel = "IMAGE",
      description =
          "Base image with a JDK 25 in /var/lang and the runtime client in /var/runtime/lib, as"
              + " AWS's: an OCI layout, an OCI tar or a tar of docker save. Default: none, an image"
              + " with a JVM and the C library alone.")
  private @Nullable Path base;

  @Option(
      names = "--format",
      paramLabel = "docker-tar|oci-tar|oci-layout",
      description =
          "Form of the image. Default: docker-tar, which sam deploy and docker load take.")
  private String format = "docker-tar";

  @Option(
      names = "--snap-start",
      description = "Turn SnapStart on in the template of an image, whatever was kept.")
  private boolean snapStart;

  @Option(
      names = "--registry",
      paramLabel = "REPOSITORY[:TAG]",
      description =
          "Push the image there, too, and have the template name it. Credentials are those of Docker's"
              + " configuration and of credential helpers, such as docker-credential-ecr-login.")
  private @Nullable String registry;

  @Option(
      names = "--runtime-name",
      paramLabel = "NAME",
      description = "Of the customer-managed runtime. Default: thaw-java25.")
  private String runtimeName = "thaw-java25";

  /**
   * @throws UserMistake for one that Lambda would refuse
   */
  String runtimeName() {
    if (!runtimeName.matches("[a-z0-9]([a-z0-9_.-]{0,126})?[a-z0-9]")) {
      throw new UserMistake(
          "--runtime-name must be 2..128 lower-case letters, digits, dots, - or _: " + runtimeName,
          "use for example thaw-java25");
    }
    return runtimeName;
  }

  ImageStage.Ask ask() {
    return new ImageStage.Ask(
        Optional.ofNullable(base), form(), snapStart, Optional.ofNullable(registry));
  }

  private ImageWriter.Form form() {
    try {
      return ImageWriter.Form.valueOf(format.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new UserMistake(
          "--format must be docker-tar, oci-tar or oci-layout: " + format, "use one of them");
    }
  }
}
