package thaw.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** An image as {@code docker save} writes it, which every tool reads. */
public final class DockerTar {
  private DockerTar() {}

  /**
   * @param scratch a folder of ours
   */
  public static void write(ImageFile image, Path scratch, Path target) throws IOException {
    Files.createDirectories(scratch);
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(target))) {
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      ArrayNode manifests = new ObjectMapper().createArrayNode();
      ObjectNode manifest = manifests.addObject();
      manifest.put("Config", "config.json");
      manifest.putArray("RepoTags");
      ArrayNode names = manifest.putArray("Layers");
      for (ImageFile.Layer layer : image.layers()) {
        Path plain = scratch.resolve("layer.tar");
        try (InputStream in = image.open(layer)) {
          Files.copy(in, plain, StandardCopyOption.REPLACE_EXISTING);
        }
        String name = layer.diffId().substring("sha256:".length()) + ".tar";
        if (!contains(names, name)) {
          put(tar, name, Files.size(plain));
          Files.copy(plain, tar);
          tar.closeArchiveEntry();
        }
        names.add(name);
        Files.delete(plain);
      }
      put(tar, "config.json", image.configuration());
      put(tar, "manifest.json", new ObjectMapper().writeValueAsBytes(manifests));
    }
  }

  private static boolean contains(ArrayNode names, String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static void put(TarArchiveOutputStream tar, String name, byte[] bytes)
      throws IOException {
    put(tar, name, bytes.length);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  private static void put(TarArchiveOutputStream tar, String name, long bytes) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(bytes);
    entry.setModTime(0L);
    tar.putArchiveEntry(entry);
  }
}
