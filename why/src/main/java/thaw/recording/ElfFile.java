package thaw.recording;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of an ELF file (64 bits, little endian; gABI, and elf(5)) that leads from a place in it
 * to a function's name.
 *
 * @param loads how parts of the file lie in memory
 * @param symbols contents of {@code .symtab}, else of {@code .dynsym}: entries of {@link
 *     #SYMBOL_BYTES}
 * @param names the string table of the symbols
 * @param complete whether symbols are of {@code .symtab}, which has functions that are not exported
 */
record ElfFile(List<Load> loads, ByteBuffer symbols, byte[] names, boolean complete) {
  static final int SYMBOL_BYTES = 24;

  private static final int HEADER_BYTES = 64;
  private static final int MAGIC = 0x464c457f;
  private static final int CLASS_64 = 2;
  private static final int LITTLE_ENDIAN = 1;
  private static final int PROGRAM_BYTES = 56;
  private static final int SECTION_BYTES = 64;
  private static final int PT_LOAD = 1;
  private static final int SHT_SYMTAB = 2;
  private static final int SHT_DYNSYM = 11;

  /** Bytes {@code offset} and following of the file are at {@code address} and following. */
  record Load(long offset, long address, long bytes) {}

  static ElfFile read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) { // by a path of a function's memory map, which is its own
      throw new IOException("could not read symbols of " + file + ": no file");
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer header = bytes(channel, 0, HEADER_BYTES);
      if (header.getInt(0) != MAGIC
          || header.get(4) != CLASS_64
          || header.get(5) != LITTLE_ENDIAN) {
        throw new IOException("could not read symbols of " + file + ": no 64-bit ELF file");
      }
      List<Section> sections = sections(channel, header);
      Optional<Section> full = first(sections, SHT_SYMTAB);
      Optional<Section> used = full.or(() -> first(sections, SHT_DYNSYM));
      List<Load> loads = loads(channel, header);
      if (used.isEmpty() || used.get().link() >= sections.size()) {
        return new ElfFile(loads, ByteBuffer.allocate(0), new byte[0], false);
      }
      Section symbols = used.get();
      Section names = sections.get(symbols.link());
      return new ElfFile(
          loads,
          bytes(channel, symbols.offset(), symbols.bytes()),
          bytes(channel, names.offset(), names.bytes()).array(),
          full.isPresent());
    }
  }

  private record Section(int type, long offset, int bytes, int link) {}

  private static Optional<Section> first(List<Section> sections, int type) {
    return sections.stream().filter(section -> section.type() == type).findFirst();
  }

  private static List<Section> sections(FileChannel channel, ByteBuffer header) throws IOException {
    int count = Short.toUnsignedInt(header.getShort(60));
    ByteBuffer table = bytes(channel, header.getLong(40), count * SECTION_BYTES);
    List<Section> sections = new ArrayList<>();
    for (int at = 0; at < table.limit(); at += SECTION_BYTES) {
      sections.add(
          new Section(
              table.getInt(at + 4),
              table.getLong(at + 24),
              (int) Math.min(table.getLong(at + 32), Integer.MAX_VALUE),
              table.getInt(at + 40)));
    }
    return sections;
  }

  private static List<Load> loads(FileChannel channel, ByteBuffer header) throws IOException {
    int count = Short.toUnsignedInt(header.getShort(56));
    ByteBuffer table = bytes(channel, header.getLong(32), count * PROGRAM_BYTES);
    List<Load> loads = new ArrayList<>();
    for (int at = 0; at < table.limit(); at += PROGRAM_BYTES) {
      if (table.getInt(at) == PT_LOAD) {
        loads.add(new Load(table.getLong(at + 8), table.getLong(at + 16), table.getLong(at + 32)));
      }
    }
    return loads;
  }

  private static ByteBuffer bytes(FileChannel channel, long offset, int count) throws IOException {
    if (offset < 0 || count > channel.size() - offset) {
      throw new EOFException("file ends before byte " + count + " from " + offset);
    }
    ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException("file ends before byte " + (offset + count));
      }
    }
    return buffer.flip();
  }
}
