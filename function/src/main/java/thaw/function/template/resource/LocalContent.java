package thaw.function.template.resource;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import thaw.function.template.TemplateResource;
import thaw.template.CdkAssets;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/** Finds the local path of a CodeUri, Code, ContentUri or Content. */
final class LocalContent {
  /** The metadata in which CDK, which puts the code beside the template, names it. */
  private static final String ASSET = "aws:asset:path";

  private static final String ASSET_PROPERTY = "aws:asset:property";

  private LocalContent() {}

  /** The same, for a resource that CDK may have made: its metadata name what lies in S3. */
  static Optional<Path> path(
      Path root, TemplateResource resource, ResourceProperties properties, String property) {
    Optional<Path> asset =
        resource.members().value("Metadata").orElse(null) instanceof TemplateValue.Members metadata
                && text(metadata, ASSET_PROPERTY).filter(property::equals).isPresent()
            ? text(metadata, ASSET).map(path -> root.resolve(path).normalize())
            : Optional.empty();
    return asset
        .or(() -> key(properties, property).flatMap(key -> CdkAssets.file(root, key)))
        .or(() -> path(root, properties, property));
  }

  /** Returns the key of the object in S3 that the property names. */
  private static Optional<String> key(ResourceProperties properties, String property) {
    return properties.members().value(property).orElse(null) instanceof TemplateValue.Members object
        ? text(object, "S3Key")
        : Optional.empty();
  }

  private static Optional<String> text(TemplateValue.Members members, String name) {
    return members.value(name).orElse(null) instanceof TemplateValue.Text text
        ? Optional.of(text.text())
        : Optional.empty();
  }

  /** The path; SAM takes an absent one for the template's folder. Empty when it lies in S3. */
  static Optional<Path> path(Path root, ResourceProperties properties, String property) {
    if (properties.members().value(property).orElse(null) instanceof TemplateValue.Members) {
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
          property + " is not a path: " + e.getReason(),
          "write a path without odd characters");
    }
  }
}
