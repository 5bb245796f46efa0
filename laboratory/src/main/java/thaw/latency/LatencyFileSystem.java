package thaw.latency;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.cryptomator.jfuse.api.DirFiller;
import org.cryptomator.jfuse.api.Errno;
import org.cryptomator.jfuse.api.FileInfo;
import org.cryptomator.jfuse.api.FileModes;
import org.cryptomator.jfuse.api.FuseOperations;
import org.cryptomator.jfuse.api.Stat;
import org.cryptomator.jfuse.api.Statvfs;
import org.cryptomator.jfuse.api.TimeSpec;
import org.jspecify.annotations.Nullable;

/**
 * The operations, each passed on to a folder after one round trip. What a network file system does
 * without its server does not wait here either: a close without writes, opening a folder.
 */
final class LatencyFileSystem implements FuseOperations {
  private static final int RENAME_NOREPLACE = 1;
  private static final int PERMISSIONS = 07777;
  private static final long BLOCK = 4096;
  private static final int LONGEST_NAME = 255;
  private static final Set<PosixFilePermission> NO_PERMISSIONS = Set.of();

  private final Path root;
  private final Latency latency;
  private final Errno errno;
  private final OpenFiles files = new OpenFiles();

  /**
   * @param root the folder
   */
  LatencyFileSystem(Path root, Latency latency, Errno errno) {
    this.root = root;
    this.latency = latency;
    this.errno = errno;
  }

  /** An operation whose result is 0 or more, or a negative error number. */
  private interface Operation {
    int run() throws IOException;
  }

  private static int answer(Operation operation) {
    try {
      return operation.run();
    } catch (IOException e) {
      return -Failures.number(e);
    } catch (RuntimeException e) { // whatever comes, the caller must get an answer
      return -Failures.EIO;
    }
  }

  /** An operation that has no result but its success. */
  private interface Action {
    void run() throws IOException;
  }

  private static Operation of(Action action) {
    return () -> {
      action.run();
      return 0;
    };
  }

  /** Waits first. */
  private int trip(Operation operation) {
    latency.trip();
    return answer(operation);
  }

  /** Waits first, and its answer has the attributes. */
  private int change(String path, Action action) {
    latency.trip();
    int result = answer(of(action));
    if (result == 0) {
      latency.answersWithAttributes(path);
    }
    return result;
  }

  private Path path(String name) {
    return root.resolve(name.substring(1));
  }

  @Override
  public Errno errno() {
    return errno;
  }

  @Override
  public Set<FuseOperations.Operation> supportedOperations() {
    return EnumSet.of(
        FuseOperations.Operation.CHMOD,
        FuseOperations.Operation.CHOWN,
        FuseOperations.Operation.CREATE,
        FuseOperations.Operation.FLUSH,
        FuseOperations.Operation.FSYNC,
        FuseOperations.Operation.GET_ATTR,
        FuseOperations.Operation.MKDIR,
        FuseOperations.Operation.OPEN,
        FuseOperations.Operation.READ,
        FuseOperations.Operation.READLINK,
        FuseOperations.Operation.READ_DIR,
        FuseOperations.Operation.RELEASE,
        FuseOperations.Operation.RENAME,
        FuseOperations.Operation.RMDIR,
        FuseOperations.Operation.STATFS,
        FuseOperations.Operation.SYMLINK,
        FuseOperations.Operation.TRUNCATE,
        FuseOperations.Operation.UNLINK,
        FuseOperations.Operation.UTIMENS,
        FuseOperations.Operation.WRITE);
  }

  @Override
  public int getattr(String path, Stat stat, @Nullable FileInfo file) {
    latency.tripForAttributes(path);
    return answer(of(() -> Attributes.fill(stat, path(path))));
  }

  @Override
  public int readdir(String path, DirFiller filler, long offset, FileInfo file, int flags) {
    return trip(
        of(() -> {
          boolean plus = (flags & FUSE_READDIR_PLUS) != 0; // with attributes, as NFS does it
          int filling = plus ? DirFiller.FUSE_FILL_DIR_PLUS : 0;
          filler.fill(".", _ -> {}, 0, 0);
          filler.fill("..", _ -> {}, 0, 0);
          try (DirectoryStream<Path> children = Files.newDirectoryStream(path(path))) {
            for (Path child : children) {
              filler.fill(
                  child.getFileName().toString(), stat -> fillKnown(stat, child), 0, filling);
            }
          } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
          }
        }));
  }

  /**
   * Fills in attributes if the file is still there. A file that is gone meanwhile keeps none, and
   * the kernel gets the error when it asks for it.
   */
  private static void fillKnown(Stat stat, Path child) {
    answer(of(() -> Attributes.fill(stat, child)));
  }

  @Override
  public int readlink(String path, ByteBuffer buffer, long length) {
    return trip(
        of(() -> {
          byte[] target =
              Files.readSymbolicLink(path(path)).toString().getBytes(StandardCharsets.UTF_8);
          int most = (int) Math.min(target.length, length - 1);
          buffer.put(target, 0, most).put((byte) 0);
        }));
  }

  @Override
  public int mkdir(String path, int mode) {
    return change(path, () -> Files.createDirectory(path(path), asAttribute(mode)));
  }

  private static java.nio.file.attribute.FileAttribute<Set<PosixFilePermission>> asAttribute(
      int mode) {
    return PosixFilePermissions.asFileAttribute(FileModes.toPermissions(mode));
  }

  @Override
  public int unlink(String path) {
    return trip(of(() -> Files.delete(path(path))));
  }

  @Override
  public int rmdir(String path) {
    return unlink(path);
  }

  @Override
  public int symlink(String target, String path) {
    return change(path, () -> Files.createSymbolicLink(path(path), Path.of(target)));
  }

  @Override
  public int link(String existing, String path) {
    return change(path, () -> Files.createLink(path(path), path(existing)));
  }

  @Override
  public int rename(String from, String to, int flags) {
    return trip(() -> {
      Path target = path(to);
      if ((flags & ~RENAME_NOREPLACE) != 0) {
        return -Failures.EINVAL;
      }
      if (flags == RENAME_NOREPLACE && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        return -Failures.EEXIST;
      }
      Files.move(path(from), target, StandardCopyOption.ATOMIC_MOVE);
      return 0;
    });
  }

  @Override
  public int chmod(String path, int mode, @Nullable FileInfo file) {
    return change(path, () -> Files.setAttribute(path(path), "unix:mode", mode & PERMISSIONS));
  }

  @Override
  public int chown(String path, int uid, int gid, @Nullable FileInfo file) {
    return change(
        path,
        () -> {
          if (uid != -1) {
            Files.setAttribute(path(path), "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
          }
          if (gid != -1) {
            Files.setAttribute(path(path), "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
          }
        });
  }

  @Override
  public int truncate(String path, long size, @Nullable FileInfo file) {
    return change(
        path,
        () -> {
          OpenFiles.OpenFile open = file == null ? null : files.get(file.getFh());
          if (open != null) {
            Attributes.resize(open.channel(), size);
          } else {
            try (FileChannel channel = FileChannel.open(path(path), StandardOpenOption.WRITE)) {
              Attributes.resize(channel, size);
            }
          }
        });
  }

  @Override
  public int utimens(String path, TimeSpec accessed, TimeSpec modified, @Nullable FileInfo file) {
    return change(
        path,
        () ->
            Files.getFileAttributeView(
                    path(path), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(Attributes.time(modified), Attributes.time(accessed), null));
  }

  @Override
  public int create(String path, int mode, FileInfo file) {
    return change(
        path,
        () -> {
          Set<StandardOpenOption> flags = EnumSet.copyOf(file.getOpenFlags());
          flags.add(StandardOpenOption.CREATE);
          file.setFh(files.open(path(path), flags, FileModes.toPermissions(mode)));
        });
  }

  @Override
  public int open(String path, FileInfo file) {
    return trip(of(() -> file.setFh(files.open(path(path), file.getOpenFlags(), NO_PERMISSIONS))));
  }

  @Override
  public int read(String path, ByteBuffer buffer, long count, long offset, FileInfo file) {
    OpenFiles.OpenFile open = files.get(file.getFh());
    if (open == null) {
      return -Failures.EBADF;
    }
    return trip(() -> {
      int all = 0;
      while (buffer.hasRemaining()) {
        int read = open.channel().read(buffer, offset + all);
        if (read < 0) {
          break;
        }
        all += read;
      }
      return all;
    });
  }

  @Override
  public int write(String path, ByteBuffer buffer, long count, long offset, FileInfo file) {
    OpenFiles.OpenFile open = files.get(file.getFh());
    if (open == null) {
      return -Failures.EBADF;
    }
    open.write();
    return trip(() -> {
      long start = open.appends() ? open.channel().size() : offset;
      int all = 0;
      while (buffer.hasRemaining()) {
        all += open.channel().write(buffer, start + all);
      }
      return all;
    });
  }

  /**
   * Takes a round trip at each close after writes: a network file system sends then what was
   * written.
   */
  @Override
  public int flush(String path, FileInfo file) {
    OpenFiles.OpenFile open = files.get(file.getFh());
    if (open != null && open.takeWritten()) {
      latency.trip();
    }
    return 0;
  }

  @Override
  public int fsync(String path, int dataOnly, FileInfo file) {
    OpenFiles.OpenFile open = files.get(file.getFh());
    if (open == null) {
      return -Failures.EBADF;
    }
    return trip(of(() -> open.channel().force(dataOnly == 0)));
  }

  /** Nobody waits for it. */
  @Override
  public int release(String path, FileInfo file) {
    return answer(of(() -> files.close(file.getFh())));
  }

  @Override
  public int statfs(String path, Statvfs statistics) {
    return trip(
        of(() -> {
          FileStore store = Files.getFileStore(path(path));
          statistics.setBsize(BLOCK);
          statistics.setFrsize(BLOCK);
          statistics.setBlocks(store.getTotalSpace() / BLOCK);
          statistics.setBfree(store.getUnallocatedSpace() / BLOCK);
          statistics.setBavail(store.getUsableSpace() / BLOCK);
          statistics.setNameMax(LONGEST_NAME);
        }));
  }
}
