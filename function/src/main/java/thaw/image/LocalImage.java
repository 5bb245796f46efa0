package thaw.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import thaw.function.packaging.Sha256;
import thaw.problem.UserMistake;

/**
 * A container image on this machine: an OCI layout as a folder or a tar, or what {@code docker
 * save} has written. Refuses to know how it is unpacked and run.
 *
 * @param path absolute
 * @param digest of what the image is named by: its index, its manifest, or Docker's configuration
 * @param platforms that it has an image for, at least one
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/image-layout.md">OCI image
 *     layout</a>
 */
public record LocalImage(Path path, String digest, List<Platform> platforms) {
  /** The remedy for a user who gives what is no local image. */
  static final String REMEDY =
      "give the absolute path, or the file: URI, of an OCI layout (a folder or a .tar) or of what"
          + " docker save has written";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DEEPEST_INDEX = 4;

  /**
   * One image of it.
   *
   * @param architecture as Lambda names it: {@code x86_64}, {@code arm64}; else as it is written
   * @param digest of its manifest; of its configuration where there is no manifest
   */
  public record Platform(String architecture, String os, String digest) {}

  public LocalImage {
    platforms = List.copyOf(platforms);
  }

  /**
   * @param uri an absolute path or a {@code file:} URI
   * @throws UserMistake when it is no image that could be run here
   */
  public static LocalImage at(String uri) {
    return read(path(uri));
  }

  private static Path path(String uri) {
    try {
      Path path = uri.startsWith("file:") ? Path.of(URI.create(uri)) : Path.of(uri);
      if (path.isAbsolute()) {
        return path.normalize();
      }
    } catch (IllegalArgumentException e) { // InvalidPathException is one too
      throw new UserMistake(uri + " is not the place of an image", REMEDY);
    }
    throw new UserMistake("an image cannot be pulled from a registry here: " + uri, REMEDY);
  }

  /**
   * @param path of a folder or a tar
   * @throws UserMistake when it is no image that could be run here
   */
  static LocalImage read(Path path) {
    Path image = path.toAbsolutePath().normalize();
    if (!Files.exists(image)) {
      throw new UserMistake("the image does not exist: " + image, REMEDY);
    }
    try (Blobs files = Blobs.of(image)) {
      return new Reading(image, files).image().checked();
    } catch (NoSuchFileException e) {
      throw new UserMistake(
          "could not read the image " + image + ": it has no file " + e.getMessage(), REMEDY);
    } catch (IOException | InvalidPathException e) {
      throw new UserMistake("could not read the image " + image + ": " + e.getMessage(), REMEDY);
    }
  }

  private LocalImage checked() {
    Set<String> seen = new HashSet<>();
    for (Platform platform : platforms) {
      boolean known =
          platform.os().equals("linux")
              && List.of("x86_64", "arm64").contains(platform.architecture());
      if (!known) {
        throw new UserMistake(
            "the image %s is for %s on %s, and Lambda runs x86_64 and arm64 on linux"
                .formatted(path, platform.os(), platform.architecture()),
            "build it with --platform linux/amd64 or linux/arm64");
      }
      if (!seen.add(platform.architecture())) {
        throw new UserMistake(
            path + " has several images for " + platform.architecture(),
            "save one image alone, such as by docker save NAME:TAG");
      }
    }
    return this;
  }

  /** The files of one image, each looked up by the digest of its contents. */
  record Reading(Path path, Blobs files) {
    LocalImage image() throws IOException {
      if (files.has("index.json")) {
        return ofLayout();
      }
      if (files.has("manifest.json")) {
        return ofDocker();
      }
      throw new UserMistake(
          path + " is not a container image: it has neither an index.json nor a manifest.json",
          REMEDY);
    }

    private LocalImage ofLayout() throws IOException {
      List<Platform> platforms = new ArrayList<>();
      JsonNode manifests = json(files.read("index.json")).path("manifests");
      for (JsonNode descriptor : manifests) {
        collect(descriptor, platforms, DEEPEST_INDEX);
      }
      if (platforms.isEmpty()) {
        throw new UserMistake(path + " has no image in its index.json", REMEDY);
      }
      String digest =
          manifests.size() == 1
              ? manifests.path(0).path("digest").asText()
              : "sha256:" + hex(files.read("index.json"));
      return new LocalImage(path, digest, platforms);
    }

    private void collect(JsonNode descriptor, List<Platform> platforms, int depth)
        throws IOException {
      String digest = descriptor.path("digest").asText();
      if (isNoImage(descriptor)) {
        return;
      }
      JsonNode document = json(blob(digest));
      if (document.has("manifests")) {
        if (depth == 0) {
          throw new IOException("its indexes are nested too deeply");
        }
        for (JsonNode below : document.path("manifests")) {
          collect(below, platforms, depth - 1);
        }
        return;
      }
      // One image with two names is listed twice.
      if (platforms.stream().noneMatch(known -> known.digest().equals(digest))) {
        byte[] config = blob(document.path("config").path("digest").asText());
        platforms.add(platform(json(config), digest));
      }
    }

    /** Tells whether the descriptor is of buildx's record on how an image was made. */
    private static boolean isNoImage(JsonNode descriptor) {
      return descriptor.path("annotations").has("vnd.docker.reference.type")
          || descriptor.path("platform").path("os").asText().equals("unknown");
    }

    private LocalImage ofDocker() throws IOException {
      JsonNode manifest = json(files.read("manifest.json"));
      if (manifest.size() != 1) {
        throw new UserMistake(
            path + " has " + manifest.size() + " images", "save one: docker save NAME:TAG");
      }
      byte[] config = files.read(manifest.path(0).path("Config").asText());
      Platform platform = platform(json(config), "sha256:" + hex(config));
      return new LocalImage(path, platform.digest(), List.of(platform));
    }

    private static Platform platform(JsonNode config, String digest) {
      String architecture = config.path("architecture").asText();
      return new Platform(
          architecture.equals("amd64") ? "x86_64" : architecture,
          config.path("os").asText(),
          digest);
    }

    static String file(String digest) throws IOException {
      if (!digest.matches("sha256:[0-9a-f]{64}")) {
        throw new IOException("not a digest of SHA-256: '" + digest + "'");
      }
      return "blobs/" + digest.replace(':', '/');
    }

    byte[] blob(String digest) throws IOException {
      byte[] blob = files.read(file(digest));
      String hex = digest.substring(digest.indexOf(':') + 1);
      if (!hex(blob).equals(hex)) {
        throw new IOException("the contents of " + digest + " are others than their digest says");
      }
      return blob;
    }

    private static String hex(byte[] contents) throws IOException {
      return Sha256.of(out -> out.write(contents)).hex();
    }

    private static JsonNode json(byte[] text) throws IOException {
      JsonNode node = JSON.readTree(text);
      if (node == null) {
        throw new IOException("a description of it is empty");
      }
      return node;
    }
  }
}
