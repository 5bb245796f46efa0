package thaw.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what CDK would upload, by the name that the object would have. The file of assets beside a
 * template says where it lies, also when the template's metadata do not.
 *
 * @see <a href="https://docs.aws.amazon.com/cdk/v2/guide/assets.html">Assets</a>
 */
public final class CdkAssets {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String MANIFEST = ".assets.json";
  private static final String STAGED = "asset.";

  private CdkAssets() {}

  /**
   * @param folder of the template
   * @param key of the object, or an address that ends with it, such as {@code
   *     https://s3.us-east-1.amazonaws.com/bucket/1f0c.json}
   */
  public static Optional<Path> file(Path folder, String key) {
    String name = key.substring(key.lastIndexOf('/') + 1);
    String digest = name.replaceFirst("\\.[A-Za-z0-9]+$", "");
    if (!digest.matches("[0-9a-f]{16,128}")) {
      return Optional.empty();
    }
    Path above = folder.resolve(".."); // where an assembly inside of another one has its assets
    return Stream.of(folder, above)
        .flatMap(in -> Stream.of(in.resolve(STAGED + name), in.resolve(STAGED + digest)))
        .filter(Files::exists)
        .findFirst()
        .or(() -> listed(folder, digest))
        .map(Path::normalize);
  }

  private static Optional<Path> listed(Path folder, String digest) {
    return manifests(folder).stream()
        .flatMap(manifest -> source(manifest, digest).stream())
        .filter(Files::exists)
        .findFirst();
  }

  private static List<Path> manifests(Path folder) {
    Path here = folder.toString().isEmpty() ? Path.of(".") : folder;
    if (!Files.isDirectory(here)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(here)) {
      return files.filter(file -> file.toString().endsWith(MANIFEST)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + here, e);
    }
  }

  /** Returns where the asset lies that a file of assets has under a digest. */
  private static Optional<Path> source(Path manifest, String digest) {
    String path = read(manifest).path("files").path(digest).path("source").path("path").asText("");
    try {
      return path.isEmpty() ? Optional.empty() : Optional.of(manifest.resolveSibling(path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns all that a file of assets says that CDK has synthesised as templates. */
  public static List<Path> templates(Path manifest) {
    return read(manifest)
        .path("files")
        .valueStream()
        .map(file -> file.path("source").path("path").asText(""))
        .filter(path -> path.endsWith(".template.json"))
        .map(manifest::resolveSibling)
        .filter(Files::isRegularFile)
        .toList();
  }

  private static JsonNode read(Path manifest) {
    try {
      return Files.isRegularFile(manifest)
          ? JSON.readTree(Files.readAllBytes(manifest))
          : JSON.createObjectNode();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + manifest, e);
    }
  }
}
