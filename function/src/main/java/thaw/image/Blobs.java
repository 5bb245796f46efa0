package thaw.image;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;
import thaw.files.ForeignTree;

/** The files that an image consists of, by their names: in a folder, or in a tar. */
sealed interface Blobs extends AutoCloseable {
  /** Manifests and configurations; what is larger is none. */
  int MOST_TEXT_BYTES = 16 << 20;

  boolean has(String name);

  /**
   * @throws NoSuchFileException when the image has no such file
   */
  InputStream open(String name) throws IOException;

  @Override
  void close() throws IOException;

  default byte[] read(String name) throws IOException {
    try (InputStream in = open(name)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] piece = in.readNBytes(MOST_TEXT_BYTES + 1);
      if (piece.length > MOST_TEXT_BYTES) {
        throw new IOException(name + " is larger than any manifest");
      }
      out.write(piece);
      return out.toByteArray();
    }
  }

  static Blobs of(Path image) throws IOException {
    return Files.isDirectory(image) ? new InFolder(image) : InTar.open(image);
  }

  /** An OCI image layout. */
  record InFolder(Path folder) implements Blobs {
    @Override
    public boolean has(String name) {
      return file(name).isPresent();
    }

    private Optional<Path> file(String name) {
      return new ForeignTree(folder).findFile(name);
    }

    @Override
    public InputStream open(String name) throws IOException {
      Path file = file(name).orElseThrow(() -> new NoSuchFileException(name));
      return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() {}
  }

  /** A tar that is read at any place. */
  record InTar(TarFile tar, Map<String, TarArchiveEntry> entries) implements Blobs {
    private static final int MOST_LINKS = 8;

    static InTar open(Path file) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        if (in.read() == 0x1f && in.read() == 0x8b) {
          throw new IOException("it is compressed: gunzip it first");
        }
      }
      TarFile tar = tar(file);
      Map<String, TarArchiveEntry> entries = new HashMap<>();
      tar.getEntries().forEach(entry -> entries.put(plain(entry.getName()), entry));
      return new InTar(tar, entries);
    }

    private static TarFile tar(Path file) throws IOException {
      try {
        return new TarFile(file);
      } catch (IOException | IllegalArgumentException e) {
        throw new IOException("it is not a tar", e);
      }
    }

    private static String plain(String name) {
      return name.startsWith("./") ? name.substring(2) : name;
    }

    @Override
    public boolean has(String name) {
      return entries.containsKey(name);
    }

    @Override
    public InputStream open(String name) throws IOException {
      TarArchiveEntry entry = entries.get(name);
      // docker save of old writes a layer that it has already written as a link to it.
      for (int i = 0; i < MOST_LINKS && entry != null && entry.isSymbolicLink(); i++) {
        entry =
            entries.get(
                Path.of("/" + entry.getName())
                    .resolveSibling(entry.getLinkName())
                    .normalize()
                    .toString()
                    .substring(1));
      }
      if (entry == null || !entry.isFile()) {
        throw new NoSuchFileException(name);
      }
      return tar.getInputStream(entry);
    }

    @Override
    public void close() throws IOException {
      tar.close();
    }
  }
}
