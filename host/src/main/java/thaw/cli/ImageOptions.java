package thaw.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.packaging.ImageChoice;

/** Options that tell how {@code thaw package} makes container images. */
final class ImageOptions {
  @Option(
      names = "--base",
      paramLabel = "IMAGE",
      description =
          "Base image with a JDK 25 in /var/lang and the runtime client in /var/runtime/lib, as"
              + " AWS's: an OCI layout, an OCI tar or a tar of docker save. Default: none; the image"
              + " then has only a JVM and the C library.")
  private @Nullable Path base;

  @Option(
      names = "--format",
      paramLabel = "docker-tar|oci-tar|oci-layout",
      description =
          "Form of the image. Default: docker-tar, which sam deploy and docker load take.")
  private String format = "docker-tar";

  @Option(
      names = "--snap-start",
      description = "Turns SnapStart on in an image's template, even if thaw fix did not keep it.")
  private boolean snapStart;

  @Option(
      names = "--registry",
      paramLabel = "REPOSITORY[:TAG]",
      description =
          "Also pushes the image there; the template then names it. Credentials are those of Docker's"
              + " configuration and of credential helpers, such as docker-credential-ecr-login.")
  private @Nullable String registry;

  @Option(
      names = "--runtime-name",
      paramLabel = "NAME",
      description = "Name of the customer-managed runtime. Default: thaw-java25.")
  private String runtimeName = ImageChoice.USUAL_RUNTIME_NAME;

  ImageChoice choice() {
    return new ImageChoice(
        new ImageChoice.Ask(
            Optional.ofNullable(base),
            ImageChoice.form(format),
            snapStart,
            Optional.ofNullable(registry)),
        runtimeName);
  }
}
