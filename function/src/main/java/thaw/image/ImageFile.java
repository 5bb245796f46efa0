package thaw.image;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import thaw.function.HostArchitecture;
import thaw.function.packaging.Sha256;
import thaw.problem.UserMistake;

/**
 * A container image on disk, in any of the forms that tools write: an OCI image layout (a folder),
 * the same as a tar, or what {@code docker save} writes. Of an image for more than one architecture
 * it is the one that is asked for, this machine's unless another one is.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/image-layout.md">OCI image
 *     layout</a>
 */
public final class ImageFile implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String INDEX = "index.json";
  private static final String DOCKER = "manifest.json";
  private static final String REMEDY =
      "give an OCI layout (a folder), an OCI tar or a tar of docker save";
  private static final int GZIP = 0x8b1f;

  private final Path path;
  private final Blobs blobs;
  private final String architecture;
  private final String digest;
  private final Sha256 id;
  private final ImageSettings settings;
  private final List<Layer> layers;
  private final byte[] configuration;

  /**
   * @param blob its file in the image
   * @param diffId {@code sha256:} and the digest of the tar, uncompressed
   */
  record Layer(String blob, String diffId) {}

  /** The parts of a manifest that count. */
  private record Manifest(String digest, String config, List<String> layers) {}

  private ImageFile(Path path, Blobs blobs, String architecture) throws IOException {
    this.path = path;
    this.blobs = blobs;
    this.architecture = architecture;
    Manifest manifest = blobs.has(INDEX) ? ofLayout() : ofDocker();
    byte[] config = blobs.read(manifest.config());
    this.configuration = config;
    this.id = Sha256.of(out -> out.write(config));
    this.digest = manifest.digest().isEmpty() ? "sha256:" + id.hex() : manifest.digest();
    JsonNode root = JSON.readTree(config);
    this.settings = settings(root);
    this.layers = new ArrayList<>();
    JsonNode diffs = root.path("rootfs").path("diff_ids");
    if (diffs.size() != manifest.layers().size()) {
      throw new IOException(
          "it names %d layers and has %d".formatted(diffs.size(), manifest.layers().size()));
    }
    for (int i = 0; i < diffs.size(); i++) {
      layers.add(new Layer(manifest.layers().get(i), diffs.get(i).asText()));
    }
  }

  /**
   * The same for another machine.
   *
   * @param architecture as Lambda names it
   */
  public static ImageFile open(Path path, String architecture) {
    if (!Files.exists(path)) {
      throw new UserMistake("the container image does not exist: " + path, REMEDY);
    }
    try {
      Blobs blobs = Blobs.of(path);
      try {
        return new ImageFile(path, blobs, architecture);
      } catch (IOException | RuntimeException e) {
        blobs.close();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw new UserMistake(
          path + " is not a container image: it has no " + e.getMessage(), REMEDY);
    } catch (JacksonException e) {
      throw new UserMistake(
          path + " is not a container image: a manifest of it is not JSON", REMEDY);
    } catch (IOException e) {
      throw new UserMistake(path + " is not a container image: " + e.getMessage(), REMEDY);
    }
  }

  private Manifest ofLayout() throws IOException {
    LocalImage.Reading reading = new LocalImage.Reading(path, blobs);
    List<LocalImage.Platform> platforms = reading.image().platforms();
    LocalImage.Platform own =
        platforms.stream()
            .filter(each -> each.architecture().equals(architecture))
            .findFirst()
            .orElse(platforms.getFirst()); // who unpacks it says what is wrong
    JsonNode manifest = JSON.readTree(reading.blob(own.digest()));
    List<String> layers = new ArrayList<>();
    for (JsonNode layer : manifest.path("layers")) {
      layers.add(LocalImage.Reading.file(layer.path("digest").asText()));
    }
    String config = manifest.path("config").path("digest").asText();
    reading.blob(config); // is what its digest says
    return new Manifest(own.digest(), LocalImage.Reading.file(config), layers);
  }

  private Manifest ofDocker() throws IOException {
    JsonNode manifests = JSON.readTree(blobs.read(DOCKER));
    if (manifests.size() != 1) {
      throw new IOException("it has %d images in place of one".formatted(manifests.size()));
    }
    JsonNode manifest = manifests.get(0);
    List<String> layers = new ArrayList<>();
    manifest.path("Layers").forEach(layer -> layers.add(layer.asText()));
    return new Manifest("", manifest.path("Config").asText(), layers);
  }

  private static ImageSettings settings(JsonNode root) {
    JsonNode config = root.path("config");
    Map<String, String> environment = new LinkedHashMap<>();
    for (String line : texts(config.path("Env"))) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        environment.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    Map<String, String> labels = new LinkedHashMap<>();
    config
        .path("Labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return new ImageSettings(
        lambdaName(root.path("architecture").asText("")),
        root.path("os").asText("linux"),
        texts(config.path("Entrypoint")),
        texts(config.path("Cmd")),
        config.path("WorkingDir").asText(""),
        environment,
        labels);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static String lambdaName(String architecture) {
    return architecture.equals("amd64") ? "x86_64" : architecture;
  }

  /**
   * @throws UserMistake when it is for another machine than was asked for
   */
  void requireArchitecture() {
    if (!settings.architecture().equals(architecture) || !settings.os().equals("linux")) {
      boolean here = architecture.equals(HostArchitecture.NAME);
      throw new UserMistake(
          "%s is for %s on %s, and %s"
              .formatted(
                  path,
                  settings.architecture(),
                  settings.os(),
                  (here ? "this is " : "it has to be for ") + architecture + " on linux"),
          here
              ? "build it for this machine's architecture, or run it on a machine of that one"
              : "give the image for that architecture: docker pull --platform linux/"
                  + (architecture.equals("x86_64") ? "amd64" : architecture));
    }
  }

  ImageSettings settings() {
    return settings;
  }

  /** {@code sha256:} of its manifest; of what docker save writes, of its configuration. */
  String digest() {
    return digest;
  }

  /** The digest of its configuration, which names all layers. */
  Sha256 id() {
    return id;
  }

  byte[] configuration() {
    return configuration;
  }

  Path path() {
    return path;
  }

  List<Layer> layers() {
    return layers;
  }

  /** A layer's tar, uncompressed. */
  InputStream open(Layer layer) throws IOException {
    BufferedInputStream in = new BufferedInputStream(blobs.open(layer.blob()), 1 << 16);
    in.mark(4);
    int first = in.read() | in.read() << 8;
    in.reset();
    if (first == GZIP) {
      return new GZIPInputStream(in, 1 << 16);
    }
    if (first == 0xb528) {
      in.close();
      throw new UserMistake(
          path + " has layers that are compressed by zstd", "build it with gzip layers");
    }
    return in;
  }

  @Override
  public void close() throws IOException {
    blobs.close();
  }
}
