package thaw.function;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The small files of an image, which say what it is, wherever they are. */
sealed interface ImageFiles extends Closeable {
  /** Descriptions of images have some kilobytes. */
  int LARGEST_BYTES = 4 * 1024 * 1024;

  boolean has(String name);

  byte[] read(String name) throws IOException;

  static ImageFiles open(Path image) throws IOException {
    return Files.isDirectory(image) ? new Folder(image) : Tar.open(image);
  }

  record Folder(Path folder) implements ImageFiles {
    @Override
    public boolean has(String name) {
      return Files.isRegularFile(folder.resolve(name));
    }

    @Override
    public byte[] read(String name) throws IOException {
      Path file = folder.resolve(name).normalize();
      if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
        throw new IOException("it has no file " + name);
      }
      requireSmall(name, Files.size(file));
      return Files.readAllBytes(file);
    }

    @Override
    public void close() {}
  }

  private static void requireSmall(String name, long bytes) throws IOException {
    if (bytes > LARGEST_BYTES) {
      throw new IOException("its file " + name + " has " + bytes + " bytes, which is too many");
    }
  }

  /**
   * A tar, read in place.
   *
   * <pre>
   * offset  0  name, 100 bytes
   *       124  size, 12 bytes in octal digits; or binary, when its first bit is set
   *       156  type: '0' or 0 a file, 'L' the next entry's long name, 'x' its attributes
   *       257  "ustar"
   *       345  what stands before the name, 155 bytes
   * </pre>
   *
   * @see <a href="https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html">pax</a>
   */
  record Tar(FileChannel channel, Map<String, Extent> files) implements ImageFiles {
    private static final int BLOCK = 512;
    private static final int GZIP = 0x1f8b;

    record Extent(long offset, long bytes) {}

    static Tar open(Path image) throws IOException {
      FileChannel channel = FileChannel.open(image);
      try {
        return new Tar(channel, index(channel));
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }

    private static Map<String, Extent> index(FileChannel channel) throws IOException {
      Map<String, Extent> files = new HashMap<>();
      String longName = "";
      for (long at = 0; at + BLOCK <= channel.size(); ) {
        byte[] header = bytes(channel, at, BLOCK);
        if (header[0] == 0) {
          break; // the end
        }
        if (at == 0 && (((header[0] & 0xff) << 8) | (header[1] & 0xff)) == GZIP) {
          throw new IOException("it is compressed: gunzip it first");
        }
        if (!text(header, 257, 5).equals("ustar")) {
          throw new IOException("it is no tar");
        }
        long size = size(header);
        char type = (char) header[156];
        long data = at + BLOCK;
        if (type == 'L' || type == 'x') {
          requireSmall("header", size);
          String content = new String(bytes(channel, data, (int) size), StandardCharsets.UTF_8);
          longName = type == 'L' ? content.replace("\0", "") : pathOf(content, longName);
        } else {
          if (type == '0' || type == 0) {
            files.put(
                relative(longName.isEmpty() ? name(header) : longName), new Extent(data, size));
          }
          longName = "";
        }
        at = data + (size + BLOCK - 1) / BLOCK * BLOCK;
      }
      return Map.copyOf(files);
    }

    /** Records of a pax header: {@code LENGTH KEY=VALUE\n}. */
    private static String pathOf(String records, String otherwise) {
      for (String line : records.split("\n")) {
        int key = line.indexOf(" path=");
        if (key >= 0) {
          return line.substring(key + " path=".length());
        }
      }
      return otherwise;
    }

    private static String name(byte[] header) {
      String before = text(header, 345, 155);
      String name = text(header, 0, 100);
      return before.isEmpty() ? name : before + "/" + name;
    }

    private static String relative(String name) {
      return name.startsWith("./") ? name.substring(2) : name;
    }

    private static String text(byte[] header, int from, int length) {
      int end = from;
      while (end < from + length && header[end] != 0) {
        end++;
      }
      return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    private static long size(byte[] header) throws IOException {
      if ((header[124] & 0x80) != 0) {
        return ByteBuffer.wrap(header, 128, Long.BYTES).getLong();
      }
      String digits = text(header, 124, 12).strip();
      if (!digits.matches("[0-7]+")) {
        throw new IOException("it is no tar: a size is '" + digits + "'");
      }
      return Long.parseLong(digits, 8);
    }

    private static byte[] bytes(FileChannel channel, long from, int length) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, from + bytes.position()) < 0) {
          throw new EOFException("it ends too early");
        }
      }
      return bytes.array();
    }

    @Override
    public boolean has(String name) {
      return files.containsKey(name);
    }

    @Override
    public byte[] read(String name) throws IOException {
      Extent extent = files.get(name);
      if (extent == null) {
        throw new IOException("it has no file " + name);
      }
      requireSmall(name, extent.bytes());
      return bytes(channel, extent.offset(), (int) extent.bytes());
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
