package thaw.latency;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The files that callers have open, by the numbers that the kernel knows them by. */
final class OpenFiles {
  /** One of them. */
  static final class OpenFile {
    private final FileChannel channel;
    private final boolean appends;
    private volatile boolean written;

    private OpenFile(FileChannel channel, boolean appends) {
      this.channel = channel;
      this.appends = appends;
    }

    FileChannel channel() {
      return channel;
    }

    /** Its offset is the end, whatever the kernel says. */
    boolean appends() {
      return appends;
    }

    void write() {
      written = true;
    }

    /** Returns whether it was written since somebody has asked that. */
    boolean takeWritten() {
      boolean was = written;
      written = false;
      return was;
    }
  }

  private final Map<Long, OpenFile> files = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  /**
   * @param permissions of a file that is made; what the caller's umask forbids is gone already
   */
  long open(Path path, Set<StandardOpenOption> flags, Set<PosixFilePermission> permissions)
      throws IOException {
    Set<StandardOpenOption> options = EnumSet.copyOf(flags);
    boolean appends = options.remove(StandardOpenOption.APPEND);
    if (appends || options.contains(StandardOpenOption.CREATE)) {
      options.add(StandardOpenOption.WRITE);
    }
    FileChannel channel =
        FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(permissions));
    long number = last.incrementAndGet();
    files.put(number, new OpenFile(channel, appends));
    return number;
  }

  @Nullable OpenFile get(long number) {
    return files.get(number);
  }

  void close(long number) throws IOException {
    OpenFile file = files.remove(number);
    if (file != null) {
      file.channel().close();
    }
  }
}
