package thaw.deployment;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The libraries that a program or library (ELF, 64 bits, little endian) asks of a system, as the
 * dynamic loader reads them, for machines whose {@code ldd} cannot be run here.
 *
 * @param loader that starts it, of programs
 * @param names of the libraries that it is linked with
 * @param versions of symbols in them, such as {@code GLIBC_2.34}
 * @see <a href="https://man7.org/linux/man-pages/man5/elf.5.html">elf(5)</a>
 */
record NeededLibraries(Optional<Path> loader, List<String> names, List<String> versions) {
  private static final int PROGRAM_HEADERS = 32;
  private static final int PROGRAM_HEADER_COUNT = 56;
  private static final int PROGRAM_HEADER_BYTES = 56;
  private static final int PT_LOAD = 1;
  private static final int PT_DYNAMIC = 2;
  private static final int PT_INTERP = 3;
  private static final int DYNAMIC_ENTRY_BYTES = 16;
  private static final long DT_NEEDED = 1;
  private static final long DT_STRTAB = 5;
  private static final long DT_VERNEED = 0x6ffffffe;
  private static final long DT_VERNEEDNUM = 0x6fffffff;
  private static final int HEADER_BYTES = 64;

  /** A part of the file, and where it is in memory. */
  private record Segment(int type, int offset, long address, int bytes) {}

  /**
   * @throws IOException also when it is no such file
   */
  static NeededLibraries of(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer bytes =
          channel
              .map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
              .order(ByteOrder.LITTLE_ENDIAN);
      if (bytes.limit() < HEADER_BYTES || bytes.getInt(0) != 0x464c457f) {
        throw new IOException(file + " is not an ELF file");
      }
      return new Reading(bytes, segments(bytes)).needed();
    } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
      throw new IOException(file + " is a damaged ELF file", e);
    }
  }

  private static List<Segment> segments(ByteBuffer bytes) {
    List<Segment> segments = new ArrayList<>();
    int at = (int) bytes.getLong(PROGRAM_HEADERS);
    int count = Short.toUnsignedInt(bytes.getShort(PROGRAM_HEADER_COUNT));
    for (int i = 0; i < count; i++, at += PROGRAM_HEADER_BYTES) {
      segments.add(
          new Segment(
              bytes.getInt(at),
              (int) bytes.getLong(at + 8),
              bytes.getLong(at + 16),
              (int) bytes.getLong(at + 32)));
    }
    return segments;
  }

  private record Reading(ByteBuffer bytes, List<Segment> segments) {
    NeededLibraries needed() {
      Optional<Path> loader =
          segments.stream()
              .filter(each -> each.type() == PT_INTERP)
              .findFirst()
              .map(each -> Path.of(text(each.offset())));
      int texts = (int) first(DT_STRTAB).map(this::offset).orElse(0).longValue();
      List<String> names = values(DT_NEEDED).stream().map(at -> text((int) (texts + at))).toList();
      return new NeededLibraries(loader, names, versions(texts));
    }

    /** A list of libraries, each with a list of versions: in {@code .gnu.version_r}. */
    private List<String> versions(int texts) {
      List<String> versions = new ArrayList<>();
      Optional<Long> start = first(DT_VERNEED);
      long libraries = first(DT_VERNEEDNUM).orElse(0L);
      int library = start.isEmpty() ? 0 : offset(start.get());
      for (long i = 0; i < libraries; i++) {
        int count = Short.toUnsignedInt(bytes.getShort(library + 2));
        int version = library + bytes.getInt(library + 8);
        for (int j = 0; j < count; j++) {
          versions.add(text(texts + bytes.getInt(version + 8)));
          version += bytes.getInt(version + 12);
        }
        library += bytes.getInt(library + 12);
      }
      return versions;
    }

    private Optional<Long> first(long tag) {
      return values(tag).stream().findFirst();
    }

    private List<Long> values(long tag) {
      List<Long> values = new ArrayList<>();
      for (Segment dynamic : segments) {
        int end = dynamic.type() == PT_DYNAMIC ? dynamic.offset() + dynamic.bytes() : 0;
        for (int at = dynamic.offset(); at < end; at += DYNAMIC_ENTRY_BYTES) {
          if (bytes.getLong(at) == tag) {
            values.add(bytes.getLong(at + 8));
          }
        }
      }
      return values;
    }

    private int offset(long address) {
      return segments.stream()
          .filter(each -> each.type() == PT_LOAD)
          .filter(each -> address >= each.address() && address < each.address() + each.bytes())
          .findFirst()
          .map(each -> (int) (each.offset() + address - each.address()))
          .orElseThrow(IndexOutOfBoundsException::new);
    }

    private String text(int at) {
      int end = at;
      while (bytes.get(end) != 0) {
        end++;
      }
      byte[] text = new byte[end - at];
      bytes.get(at, text);
      return new String(text, StandardCharsets.ISO_8859_1);
    }
  }
}
