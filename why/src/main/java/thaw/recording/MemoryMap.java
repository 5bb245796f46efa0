package thaw.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Knows what lies where in a process: {@code /proc/PID/maps} (proc_pid_maps(5)). */
final class MemoryMap {
  private static final String DELETED = " (deleted)";

  private final TreeMap<Long, Mapping> byStart = new TreeMap<>();

  private MemoryMap(List<Mapping> mappings) {
    mappings.forEach(mapping -> byStart.put(mapping.start(), mapping));
  }

  /**
   * @param end the first address behind it
   * @param permissions such as {@code r-xp}
   * @param offset of the first byte, in the file
   * @param path of a file; {@code [heap]}, {@code [vdso]} and the like; empty for anonymous memory
   */
  record Mapping(long start, long end, String permissions, long offset, String path) {
    boolean isFile() {
      return path.startsWith("/");
    }

    /** Returns the offset of the file's byte that is at an address of this mapping. */
    long fileOffset(long address) {
      return address - start + offset;
    }
  }

  /** Parses the text of the kernel's file. Lines of another form are passed over. */
  static MemoryMap parse(String maps) {
    List<Mapping> mappings = new ArrayList<>();
    maps.lines().forEach(line -> mapping(line).ifPresent(mappings::add));
    return new MemoryMap(mappings);
  }

  /** Returns the mappings in the order of addresses. */
  List<Mapping> mappings() {
    return List.copyOf(byStart.values());
  }

  Optional<Mapping> at(long address) {
    var entry = byStart.floorEntry(address);
    return entry == null || address >= entry.getValue().end()
        ? Optional.empty()
        : Optional.of(entry.getValue());
  }

  /** {@code 7f1d60000000-7f1d60021000 r-xp 00251000 fd:00 1234 /usr/lib/libjvm.so}. */
  private static Optional<Mapping> mapping(String line) {
    String[] words = line.split(" +", 6);
    int dash = words[0].indexOf('-');
    if (words.length < 5 || dash < 0) {
      return Optional.empty();
    }
    String path = words.length == 6 ? words[5] : "";
    if (path.endsWith(DELETED)) {
      path = path.substring(0, path.length() - DELETED.length());
    }
    try {
      return Optional.of(
          new Mapping(
              Long.parseUnsignedLong(words[0], 0, dash, 16),
              Long.parseUnsignedLong(words[0], dash + 1, words[0].length(), 16),
              words[1],
              Long.parseUnsignedLong(words[2], 16),
              path));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
