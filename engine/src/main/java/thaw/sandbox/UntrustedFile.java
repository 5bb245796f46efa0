package thaw.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import thaw.sandbox.kernel.Syscalls;

/**
 * A file that an {@link UntrustedFolder} has found under a name, held by a descriptor: the same
 * file, whatever the function does with the name meanwhile. What is in it may change, and is the
 * function's.
 */
public final class UntrustedFile implements AutoCloseable {
  /** The bits of a mode that tell a file's type, from inode(7). */
  private static final int TYPE = 0170000;

  private static final int REGULAR = 0100000;
  private static final int SOCKET = 0140000;
  private static final int PIECE = 8 << 20;

  private final int descriptor;
  private final Path name;
  private final long mostBytes;

  /**
   * @param descriptor opened with {@code O_PATH}
   * @param name for messages
   */
  UntrustedFile(int descriptor, Path name, long mostBytes) {
    this.descriptor = descriptor;
    this.name = name;
    this.mostBytes = mostBytes;
  }

  /** Returns a path for this process, while this is open: whoever opens it opens that very file. */
  public Path path() {
    return Path.of("/proc/self/fd", Integer.toString(descriptor));
  }

  void requireFile(int owner) throws IOException {
    Map<String, Object> known = attributes();
    if ((number(known, "mode") & TYPE) != REGULAR) {
      throw new IOException("is not a file: " + name);
    }
    requireOwner(known, owner);
    if (number(known, "nlink") != 1) {
      throw new IOException("has another name: " + name); // it may be one that others can read
    }
    requireAtMost(number(known, "size"));
  }

  void requireSocket(int owner) throws IOException {
    Map<String, Object> known = attributes();
    if ((number(known, "mode") & TYPE) != SOCKET) {
      throw new IOException("is not a socket: " + name);
    }
    requireOwner(known, owner);
  }

  private Map<String, Object> attributes() throws IOException {
    return Files.readAttributes(path(), "unix:mode,nlink,uid,size");
  }

  private static long number(Map<String, Object> known, String attribute) {
    return ((Number) Objects.requireNonNull(known.get(attribute))).longValue();
  }

  private void requireOwner(Map<String, Object> known, int owner) throws IOException {
    if (number(known, "uid") != owner) {
      throw new IOException("is another user's: " + name);
    }
  }

  private void requireAtMost(long bytes) throws IOException {
    if (bytes > mostBytes) {
      throw new IOException("has more than " + mostBytes + " bytes: " + name);
    }
  }

  /** All of it. */
  public byte[] read() throws IOException {
    try (InputStream in = Files.newInputStream(path())) {
      byte[] bytes = in.readNBytes(Math.toIntExact(mostBytes + 1)); // it may have grown
      requireAtMost(bytes.length);
      return bytes;
    }
  }

  /**
   * Copies all of it.
   *
   * @param target made, for its owner only
   */
  public void copyTo(Path target) throws IOException {
    try (FileChannel in = FileChannel.open(path(), StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(
                target,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rw-------")))) {
      long copied = 0;
      long more;
      do {
        more = in.transferTo(copied, Math.min(PIECE, mostBytes + 1 - copied), out);
        copied += more;
        requireAtMost(copied);
      } while (more > 0);
    } catch (IOException e) {
      Files.deleteIfExists(target);
      throw e;
    }
  }

  @Override
  public void close() {
    Syscalls.close(descriptor);
  }
}
