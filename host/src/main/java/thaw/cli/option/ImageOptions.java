package thaw.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.packaging.ImageChoice;

/** How {@code thaw package} makes container images. */
public final class ImageOptions extends ImageChoice {
  @Option(
      names = "--base",
      paramLabel = "IMAGE",
      description =
          "Base image with a JDK 25 in /var/lang and the runtime client in /var/runtime/lib, as"
              + " AWS's: an OCI layout, an OCI tar or a tar of docker save. Default: none, an image"
              + " with a JVM and the C library alone.")
  @Override
  public void chooseBase(@Nullable Path base) {
    super.chooseBase(base);
  }

  @Option(
      names = "--format",
      paramLabel = "docker-tar|oci-tar|oci-layout",
      description =
          "Form of the image. Default: docker-tar, which sam deploy and docker load take.")
  @Override
  public void chooseFormat(String format) {
    super.chooseFormat(format);
  }

  @Option(
      names = "--snap-start",
      description = "Turn SnapStart on in the template of an image, whatever was kept.")
  @Override
  public void chooseSnapStart(boolean snapStart) {
    super.chooseSnapStart(snapStart);
  }

  @Option(
      names = "--registry",
      paramLabel = "REPOSITORY[:TAG]",
      description =
          "Push the image there, too, and have the template name it. Credentials are those of Docker's"
              + " configuration and of credential helpers, such as docker-credential-ecr-login.")
  @Override
  public void chooseRegistry(@Nullable String registry) {
    super.chooseRegistry(registry);
  }

  @Option(
      names = "--runtime-name",
      paramLabel = "NAME",
      description = "Of the customer-managed runtime. Default: thaw-java25.")
  @Override
  public void chooseRuntimeName(String runtimeName) {
    super.chooseRuntimeName(runtimeName);
  }
}
