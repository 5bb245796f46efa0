package thaw.function;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes zips byte by byte, also such as no decent tool would write. Entries are stored. */
public final class Zip {
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final short DOS_DATE_2020_01_01 = (40 << 9) | (1 << 5) | 1;

  /** By their number: what is compressed once serves several tests. */
  private static final Map<Integer, byte[]> ZEROS = new ConcurrentHashMap<>();

  private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private int count;

  public Zip file(String name, String content) {
    return entry(name, 0, 0, content);
  }

  public Zip folder(String name) {
    return entry(name, 0, 0, "");
  }

  /** An entry that Unix made, of a mode with its type bits: 0100755 a file, 0120777 a link. */
  public Zip unix(String name, int mode, String content) {
    return entry(name, mode, 0, content);
  }

  public Zip encrypted(String name, String content) {
    return entry(name, 0, 1, content);
  }

  /** A file of zeros, compressed, of which the directory says that it has so many bytes. */
  public Zip lying(String name, int mode, int bytes, int declared) {
    byte[] zeros = ZEROS.computeIfAbsent(bytes, Zip::compressedZeros);
    return entry(name, mode, 0, 8, zeros, 0, declared);
  }

  private static byte[] compressedZeros(int bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    byte[] piece = new byte[1 << 16];
    byte[] zeros = new byte[1 << 20];
    for (int left = bytes; left > 0; left -= zeros.length) {
      deflater.setInput(zeros, 0, Math.min(left, zeros.length));
      while (!deflater.needsInput()) {
        compressed.write(piece, 0, deflater.deflate(piece));
      }
    }
    deflater.finish();
    while (!deflater.finished()) {
      compressed.write(piece, 0, deflater.deflate(piece));
    }
    deflater.end();
    return compressed.toByteArray();
  }

  public Path write(Path file) throws IOException {
    ByteBuffer end = little(22).putInt(END_SIGNATURE).putInt(0);
    end.putShort((short) count).putShort((short) count);
    end.putInt(directory.size()).putInt(entries.size()).putShort((short) 0);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(entries.toByteArray());
    whole.writeBytes(directory.toByteArray());
    whole.writeBytes(end.array());
    return Files.write(file, whole.toByteArray());
  }

  private Zip entry(String name, int mode, int flags, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return entry(name, mode, flags, 0, bytes, crc(bytes), bytes.length);
  }

  private Zip entry(
      String name, int mode, int flags, int method, byte[] bytes, int crc, int unzipped) {
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer common = little(26).putShort((short) 20).putShort((short) flags);
    common.putShort((short) method).putShort((short) 0).putShort(DOS_DATE_2020_01_01);
    common.putInt(crc).putInt(bytes.length).putInt(unzipped);
    common.putShort((short) nameBytes.length).putShort((short) 0);
    ByteBuffer tail = little(14).putShort((short) 0).putShort((short) 0).putShort((short) 0);
    tail.putInt(mode << 16).putInt(entries.size());

    directory.writeBytes(little(4).putInt(ENTRY_SIGNATURE).array());
    directory.writeBytes(new byte[] {20, (byte) (mode == 0 ? 0 : 3)});
    directory.writeBytes(common.array());
    directory.writeBytes(tail.array());
    directory.writeBytes(nameBytes);

    entries.writeBytes(little(4).putInt(LOCAL_SIGNATURE).array());
    entries.writeBytes(common.array());
    entries.writeBytes(nameBytes);
    entries.writeBytes(bytes);
    count++;
    return this;
  }

  private static int crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
