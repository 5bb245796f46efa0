package thaw.function.packaging;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.zip.ZipException;

/**
 * The Unix modes of a zip's entries, which {@code java.util.zip} does not give. Knows the archive's
 * directory only; whether the entries can be read is {@code ZipFile}'s to say.
 *
 * <pre>
 * ... entries ... | central directory | [zip64 end 56+ | locator 20] | end 22 + comment
 *
 * end:      0 "PK\5\6"  10 u16 entries  12 u32 directory bytes  16 u32 offset  20 u16 comment bytes
 * locator:  0 "PK\6\7"   8 u64 offset of the zip64 end
 * zip64:    0 "PK\6\6"  32 u64 entries  40 u64 directory bytes
 * entry:    0 "PK\1\2"   5 u8 made by (3 = Unix)  8 u16 flags (bit 0 = encrypted)
 *          28 u16 name bytes  30 u16 extra bytes  32 u16 comment bytes  38 u32 attributes
 *          (mode in the upper half)  46 name
 * </pre>
 *
 * @see <a href="https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT">APPNOTE.TXT 4.3</a>
 */
final class CentralDirectory {
  /**
   * The attributes of one entry in the directory; the mode is absent unless Unix made the entry.
   */
  record Attributes(OptionalInt unixMode, boolean encrypted) {
    private static final int TYPE_MASK = 0170000;
    private static final int SYMBOLIC_LINK = 0120000;
    private static final int ANY_EXECUTE = 0111;

    boolean isSymbolicLink() {
      return unixMode.isPresent() && (unixMode.getAsInt() & TYPE_MASK) == SYMBOLIC_LINK;
    }

    boolean isExecutable() {
      return unixMode.isPresent() && (unixMode.getAsInt() & ANY_EXECUTE) != 0;
    }
  }

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int LOCATOR_SIGNATURE = 0x07064b50;
  private static final int LOCATOR_BYTES = 20;
  private static final int ZIP64_END_BYTES = 56;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int ENTRY_BYTES = 46;
  private static final int LONGEST_COMMENT = 0xFFFF;
  private static final int MADE_BY_UNIX = 3;

  private CentralDirectory() {}

  static Map<String, Attributes> read(Path archive) throws IOException {
    try (FileChannel channel = FileChannel.open(archive)) {
      return entries(directory(channel));
    }
  }

  private static ByteBuffer directory(FileChannel channel) throws IOException {
    long size = channel.size();
    int tailBytes = (int) Math.min(size, END_BYTES + LONGEST_COMMENT);
    ByteBuffer tail = bytes(channel, size - tailBytes, tailBytes);
    for (int i = tailBytes - END_BYTES; i >= 0; i--) {
      if (tail.getInt(i) == END_SIGNATURE && i + END_BYTES + u16(tail, i + 20) <= tailBytes) {
        long end = size - tailBytes + i;
        long length = Integer.toUnsignedLong(tail.getInt(i + 12));
        ByteBuffer zip64 = zip64End(channel, end);
        return zip64.hasRemaining()
            ? bytes(channel, zip64.getLong(0) - zip64.getLong(8), zip64.getLong(8))
            : bytes(channel, end - length, length);
      }
    }
    throw new ZipException("its end is missing, so it is cut off or not a zip at all");
  }

  /** Offset of the zip64 end and length of the directory; empty in all but huge archives. */
  private static ByteBuffer zip64End(FileChannel channel, long end) throws IOException {
    if (end < LOCATOR_BYTES) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer locator = bytes(channel, end - LOCATOR_BYTES, LOCATOR_BYTES);
    if (locator.getInt(0) != LOCATOR_SIGNATURE) {
      return ByteBuffer.allocate(0);
    }
    long offset = locator.getLong(8);
    long length = bytes(channel, offset, ZIP64_END_BYTES).getLong(40);
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(offset).putLong(length).flip();
  }

  private static Map<String, Attributes> entries(ByteBuffer directory) throws ZipException {
    Map<String, Attributes> entries = new LinkedHashMap<>();
    int at = 0;
    while (at + ENTRY_BYTES <= directory.limit() && directory.getInt(at) == ENTRY_SIGNATURE) {
      int nameBytes = u16(directory, at + 28);
      int next = at + ENTRY_BYTES + nameBytes + u16(directory, at + 30) + u16(directory, at + 32);
      if (next > directory.limit()) {
        throw new ZipException("its directory is cut off");
      }
      byte[] name = new byte[nameBytes];
      directory.get(at + ENTRY_BYTES, name);
      entries.put(new String(name, StandardCharsets.UTF_8), attributes(directory, at));
      at = next;
    }
    return entries;
  }

  private static Attributes attributes(ByteBuffer directory, int at) {
    boolean unix = directory.get(at + 5) == MADE_BY_UNIX;
    int mode = u16(directory, at + 40);
    boolean encrypted = (u16(directory, at + 8) & 1) != 0;
    return new Attributes(
        unix && mode != 0 ? OptionalInt.of(mode) : OptionalInt.empty(), encrypted);
  }

  private static int u16(ByteBuffer buffer, int at) {
    return Short.toUnsignedInt(buffer.getShort(at));
  }

  private static ByteBuffer bytes(FileChannel channel, long offset, long length)
      throws IOException {
    if (offset < 0
        || length < 0
        || length > Integer.MAX_VALUE
        || offset + length > channel.size()) {
      throw new ZipException("its directory lies outside of the file");
    }
    ByteBuffer buffer = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException("the file became shorter while it was read");
      }
    }
    return buffer.flip();
  }
}
