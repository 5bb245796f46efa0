package thaw.platform.record;

import java.nio.file.Path;
import java.util.List;
import thaw.image.LocalImage;
import thaw.problem.UserMistake;

/** Finds the images that runtime versions are made of. Refuses to know who asks. */
public interface RuntimeImages {
  /**
   * The facts about an image that a version keeps.
   *
   * @param uri the image as it was named, by its digest
   * @param path where it lies
   */
  record Image(String uri, String path, String digest, List<LocalImage.Platform> platforms) {
    public List<String> architectures() {
      return platforms.stream().map(LocalImage.Platform::architecture).sorted().toList();
    }
  }

  /**
   * @param imageUri as {@code CreateRuntimeVersion} has it
   * @throws Refused when it is none, or lies where it is not to be had
   */
  Image check(String imageUri);

  /** Images are files of this machine: there is no registry here. */
  static RuntimeImages onDisk() {
    return imageUri -> {
      try {
        LocalImage image = LocalImage.at(imageUri);
        Path path = image.path();
        return new Image(
            "file://" + path + "@" + image.digest(),
            path.toString(),
            image.digest(),
            image.platforms());
      } catch (UserMistake e) {
        throw Refused.invalid(
            "Value %s at 'imageUri' cannot be used: %s. Remedy: %s"
                .formatted(imageUri, e.getMessage(), e.remedy()));
      }
    };
  }
}
