package thaw.function;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the local path of a CodeUri, Code, ContentUri or Content. */
final class LocalContent {
  private LocalContent() {}

  /** The path; SAM takes an absent one for the template's folder. Empty when it lies in S3. */
  static Optional<Path> path(Path root, Properties properties, String property) {
    if (properties.members().value(property).orElse(null) instanceof Value.Members) {
      return Optional.empty();
    }
    String uri = properties.text(property).orElse(".");
    if (uri.startsWith("s3://") || uri.startsWith("https://")) {
      return Optional.empty();
    }
    try {
      return Optional.of(root.resolve(uri).normalize());
    } catch (InvalidPathException e) {
      throw properties.mistake(
          property,
          property + " is no path: " + e.getReason(),
          "write a path without odd characters");
    }
  }
}
