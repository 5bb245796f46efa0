package thaw.latency;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.cryptomator.jfuse.api.Stat;
import org.cryptomator.jfuse.api.TimeSpec;
import org.jspecify.annotations.Nullable;

/** Sizes, times and owners of files, between Java's form and that of the system. */
final class Attributes {
  private Attributes() {}

  /** Those of a link itself, where it is one. */
  static void fill(Stat stat, Path path) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS);
    stat.setMode((Integer) known(attributes, "mode"));
    stat.setUid((Integer) known(attributes, "uid"));
    stat.setGid((Integer) known(attributes, "gid"));
    stat.setNLink(((Integer) known(attributes, "nlink")).shortValue());
    stat.setSize((Long) known(attributes, "size"));
    stat.aTime().set(((FileTime) known(attributes, "lastAccessTime")).toInstant());
    stat.mTime().set(((FileTime) known(attributes, "lastModifiedTime")).toInstant());
    stat.cTime().set(((FileTime) known(attributes, "ctime")).toInstant());
  }

  private static Object known(Map<String, Object> attributes, String name) {
    Object value = attributes.get(name);
    if (value == null) {
      throw new IllegalStateException("not told by this system: " + name);
    }
    return value;
  }

  /** Returns the time to set; null for one that is to stay. */
  static @Nullable FileTime time(TimeSpec spec) {
    return spec.getOptional().map((Instant instant) -> FileTime.from(instant)).orElse(null);
  }

  static void resize(FileChannel channel, long size) throws IOException {
    if (size > channel.size()) {
      channel.write(ByteBuffer.allocate(1), size - 1);
    } else {
      channel.truncate(size);
    }
  }
}
