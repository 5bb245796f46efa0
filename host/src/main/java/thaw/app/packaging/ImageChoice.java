package thaw.app.packaging;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.deployment.ImageWriter;
import thaw.problem.UserMistake;

/** How {@code thaw package} makes container images. */
public class ImageChoice {
  private @Nullable Path base;

  private String format = "docker-tar";

  private boolean snapStart;

  private @Nullable String registry;

  private String runtimeName = "thaw-java25";

  /**
   * @throws UserMistake for one that Lambda would refuse
   */
  public String runtimeName() {
    if (!runtimeName.matches("[a-z0-9]([a-z0-9_.-]{0,126})?[a-z0-9]")) {
      throw new UserMistake(
          "--runtime-name must be 2..128 lower-case letters, digits, dots, - or _: " + runtimeName,
          "use for example thaw-java25");
    }
    return runtimeName;
  }

  public ImageStage.Ask ask() {
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

  /** Chooses what {@code --base} is for. */
  public void chooseBase(@Nullable Path base) {
    this.base = base;
  }

  /** Chooses what {@code --format} is for. */
  public void chooseFormat(String format) {
    this.format = format;
  }

  /** Chooses what {@code --snap-start} is for. */
  public void chooseSnapStart(boolean snapStart) {
    this.snapStart = snapStart;
  }

  /** Chooses what {@code --registry} is for. */
  public void chooseRegistry(@Nullable String registry) {
    this.registry = registry;
  }

  /** Chooses what {@code --runtime-name} is for. */
  public void chooseRuntimeName(String runtimeName) {
    this.runtimeName = runtimeName;
  }
}
