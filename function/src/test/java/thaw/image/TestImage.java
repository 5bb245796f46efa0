package thaw.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import thaw.function.HostArchitecture;
import thaw.function.packaging.Sha256;

/** Makes images entry by entry, also such as no tool would. */
public final class TestImage {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<byte[]> layers = new ArrayList<>();
  private final ObjectNode config = JSON.createObjectNode();
  private String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";

  /** Fills a layer. */
  public interface Content {
    void addTo(LayerTar layer) throws IOException;
  }

  /** A layer while it is made. */
  public record LayerTar(TarArchiveOutputStream out) {
    public LayerTar file(String name, String text) throws IOException {
      return file(name, text.getBytes(StandardCharsets.UTF_8), 0644);
    }

    public LayerTar file(String name, byte[] bytes, int mode) throws IOException {
      TarArchiveEntry entry = new TarArchiveEntry(name, true);
      entry.setSize(bytes.length);
      entry.setMode(mode);
      entry.setModTime(946_684_800_000L);
      out.putArchiveEntry(entry);
      out.write(bytes);
      out.closeArchiveEntry();
      return this;
    }

    public LayerTar folder(String name, int mode) throws IOException {
      TarArchiveEntry entry = new TarArchiveEntry(name + "/", true);
      entry.setMode(mode);
      return put(entry);
    }

    public LayerTar link(String name, String target) throws IOException {
      TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
      entry.setLinkName(target);
      return put(entry);
    }

    public LayerTar hardLink(String name, String target) throws IOException {
      TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_LINK);
      entry.setLinkName(target);
      return put(entry);
    }

    public LayerTar device(String name) throws IOException {
      return put(new TarArchiveEntry(name, TarConstants.LF_CHR));
    }

    private LayerTar put(TarArchiveEntry entry) throws IOException {
      out.putArchiveEntry(entry);
      out.closeArchiveEntry();
      return this;
    }
  }

  /** An image that is there, for further layers. */
  public static TestImage of(Path path) throws IOException {
    TestImage image = new TestImage();
    try (ImageFile file = ImageFile.open(path, HostArchitecture.NAME)) {
      for (ImageFile.Layer layer : file.layers()) {
        try (InputStream in = file.open(layer)) {
          image.layers.add(in.readAllBytes());
        }
      }
      image.config.setAll((ObjectNode) JSON.readTree(file.configuration()).path("config"));
    }
    return image;
  }

  public TestImage layer(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      content.addTo(new LayerTar(tar));
    }
    layers.add(bytes.toByteArray());
    return this;
  }

  public TestImage architecture(String other) {
    architecture = other;
    return this;
  }

  public ObjectNode config() {
    return config;
  }

  private byte[] configuration() throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("architecture", architecture).put("os", "linux").set("config", config);
    ArrayNode diffs = root.putObject("rootfs").put("type", "layers").putArray("diff_ids");
    for (byte[] layer : layers) {
      diffs.add("sha256:" + hex(layer));
    }
    return JSON.writeValueAsBytes(root);
  }

  private static String hex(byte[] bytes) throws IOException {
    return Sha256.of(out -> out.write(bytes)).hex();
  }

  /** As an OCI layout, its layers compressed. */
  public Path layout(Path folder) throws IOException {
    Path blobs = Files.createDirectories(folder.resolve("blobs/sha256"));
    ObjectNode manifest = JSON.createObjectNode().put("schemaVersion", 2);
    manifest.putObject("config").put("digest", blob(blobs, configuration()));
    ArrayNode list = manifest.putArray("layers");
    for (byte[] layer : layers) {
      ByteArrayOutputStream zipped = new ByteArrayOutputStream();
      try (OutputStream out = new GZIPOutputStream(zipped)) {
        out.write(layer);
      }
      list.addObject().put("digest", blob(blobs, zipped.toByteArray()));
    }
    ObjectNode index = JSON.createObjectNode().put("schemaVersion", 2);
    index
        .putArray("manifests")
        .addObject()
        .put("digest", blob(blobs, JSON.writeValueAsBytes(manifest)));
    Files.write(folder.resolve("index.json"), JSON.writeValueAsBytes(index));
    Files.writeString(folder.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    return folder;
  }

  private static String blob(Path blobs, byte[] bytes) throws IOException {
    Files.write(blobs.resolve(hex(bytes)), bytes);
    return "sha256:" + hex(bytes);
  }

  /** As docker save writes it, its layers plain. */
  public Path dockerTar(Path file) throws IOException {
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(file))) {
      LayerTar out = new LayerTar(tar);
      ArrayNode manifests = JSON.createArrayNode();
      ObjectNode manifest = manifests.addObject().put("Config", "config.json");
      ArrayNode names = manifest.putArray("Layers");
      for (int i = 0; i < layers.size(); i++) {
        names.add(i + "/layer.tar");
        out.file(i + "/layer.tar", layers.get(i), 0644);
      }
      out.file("config.json", configuration(), 0644);
      out.file("manifest.json", JSON.writeValueAsBytes(manifests), 0644);
    }
    return file;
  }
}
