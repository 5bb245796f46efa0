package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.Shell;
import thaw.sandbox.kernel.Tool;

/**
 * Room for the files that boxes write. Where the host permits it, that is a file system of its own
 * in a sparse file, so that a box cannot write more than it may; elsewhere a folder.
 *
 * <p>For the maintainer. The file is mounted by the box itself in its own mount namespace, so the
 * mount and its loop device end with the box's last process. A tmpfs would be limited as well, but
 * is charged to the box's memory. To make a file system takes some 30 ms; one of each size is made
 * and copied, which takes 3 ms (docs/decisions/0004-limit-of-tmp.md).
 */
final class Scratch {
  private static final int KIB_IN_MIB = 1024;

  /** An inode of 256 bytes for every 16 KiB. */
  private static final int KIB_OF_DATA_PER_KIB_OF_INODES = 64;

  /** The part that ext4 keeps back from everybody: 2 %, at most 4,096 blocks of 4 KiB. */
  private static final int RESERVED_DIVISOR = 48;

  private static final int MOST_RESERVED_KIB = 16 * KIB_IN_MIB;

  /** Superblocks, group descriptors, bitmaps. */
  private static final int METADATA_KIB = 2 * KIB_IN_MIB;

  private static final String MAKE =
      "export PATH=\"$PATH:/usr/sbin:/sbin\"; mkfs.ext4 -q -F -m 0 -b 4096 -I 256 -i 16384"
          + " -O ^has_journal,^resize_inode -E lazy_itable_init=1 ";

  private static final String LOOP = "loop,nosuid,nodev";

  /**
   * The command that tries whether room can be limited, on a memory file system that nobody else
   * sees and that ends with the command, whatever ends that.
   */
  private static final String PROBE =
      MountNamespaces.ROOT.prefix()
          + "sh -c "
          + Shell.quote(
              "mount -t tmpfs tmpfs /tmp && cd /tmp && mkdir mounted && truncate -s 4M disk && { "
                  + MAKE
                  + "disk; } && "
                  + mount("disk", "mounted"));

  private final Path directory;
  private final boolean limited;
  private final AtomicInteger made = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, Path> templates = new HashMap<>(); // guarded by lock

  /**
   * @param limited whether it has a size
   * @param directory of the instance
   */
  Scratch(boolean limited, Path directory) {
    this.limited = limited;
    this.directory = directory;
  }

  /** Whether this host, of which we are root, can limit; else why not. */
  static Tool probe() {
    Tool tried = Tool.run(List.of("sh", "-c", PROBE));
    return tried.succeeded() && !hasAllDevices()
        ? new Tool(1, "/dev is not a devtmpfs: there are no further loop devices")
        : tried;
  }

  /** Each box needs a loop device; only the kernel's own /dev gets new ones by itself. */
  private static boolean hasAllDevices() {
    try {
      return KernelFile.lines(Path.of("/proc/self/mounts")).stream()
          .map(line -> line.split(" "))
          .anyMatch(words -> words[1].equals("/dev") && words[2].equals("devtmpfs"));
    } catch (IOException e) {
      return false;
    }
  }

  /** The command that mounts a file, given in quotes where they are needed. */
  static String mount(String file, String folder) {
    return "mount -o " + LOOP + " " + file + " " + folder;
  }

  /** Room of so many MiB, writable by everybody, for a box to see at {@code target}. */
  Bind make(Path target, int mib) {
    String name = "tmp-" + made.incrementAndGet();
    Path room = directory.resolve(name);
    try {
      if (limited) {
        run("cp --sparse=always " + quote(template(mib)) + " " + quote(room));
        return Bind.disk(room, target);
      }
      Files.createDirectory(room);
      Files.setPosixFilePermissions(room, PosixFilePermissions.fromString("rwxrwxrwx"));
      return new Bind(room, target, true);
    } catch (IOException e) {
      throw new UncheckedIOException("could not make room for " + target + ": " + e, e);
    }
  }

  private Path template(int mib) throws IOException {
    lock.lock();
    try {
      Path known = templates.get(mib);
      if (known != null) {
        return known;
      }
      Path file = directory.resolve("disk-" + mib);
      Path folder = directory.resolve("disk-" + mib + ".mounted");
      String open =
          mount(quote(file), quote(folder))
              + (" && chmod 1777 " + quote(folder))
              + (" && rmdir " + quote(folder) + "/lost+found");
      run(
          "set -e; truncate -s %dK %s; mkdir -p %s; { %s%s; }; %ssh -c %s; rmdir %s"
              .formatted(
                  kib(mib),
                  quote(file),
                  quote(folder),
                  MAKE,
                  quote(file),
                  MountNamespaces.ROOT.prefix(),
                  Shell.quote(open),
                  quote(folder)));
      templates.put(mib, file);
      return file;
    } finally {
      lock.unlock();
    }
  }

  /** Size of the file in which so many MiB can be written. */
  private static long kib(int mib) {
    long data = (long) mib * KIB_IN_MIB;
    return data
        + data / KIB_OF_DATA_PER_KIB_OF_INODES
        + Math.min(data / RESERVED_DIVISOR, MOST_RESERVED_KIB)
        + METADATA_KIB;
  }

  private static void run(String script) throws IOException {
    Tool tool = Tool.run(List.of("sh", "-c", script));
    if (!tool.succeeded()) {
      throw new IOException(tool.output().replace('\n', ';'));
    }
  }

  private static String quote(Path path) {
    return Shell.quote(path.toString());
  }
}
