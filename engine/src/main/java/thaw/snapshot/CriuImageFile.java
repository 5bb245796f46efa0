package thaw.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of a CRIU dump: two magic numbers of 32 bits, then messages, each behind its length (32
 * bits); all little endian.
 *
 * @param kind the second magic number
 * @see <a href="https://criu.org/Images">the images</a>
 */
record CriuImageFile(int kind, List<WireMessage> messages) {
  /** The second magic numbers, from CRIU's {@code magic.h}. */
  static final int MM = 0x57492820;

  static final int PAGEMAP = 0x56084025;
  static final int FILES = 0x56303138;
  static final int FDINFO = 0x56213732;
  static final int FS = 0x51403912;

  private static final int COMMON = 0x54564319;
  private static final int HEAD = 2 * Integer.BYTES;

  CriuImageFile {
    messages = List.copyOf(messages);
  }

  static CriuImageFile read(Path file, int kind) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.remaining() < HEAD) {
      throw new BadImage(file, "it ends after " + bytes.remaining() + " bytes");
    }
    int common = bytes.getInt();
    int found = bytes.getInt();
    if (common != COMMON || found != kind) {
      throw new BadImage(file, "magic numbers %08x %08x".formatted(common, found));
    }
    List<WireMessage> messages = new ArrayList<>();
    while (bytes.hasRemaining()) {
      int start = bytes.position();
      if (bytes.remaining() < Integer.BYTES) {
        throw new BadImage(file, "it ends inside the length at byte " + start);
      }
      int length = bytes.getInt();
      if (length < 0 || length > bytes.remaining()) {
        throw new BadImage(
            file,
            "it ends inside the message of "
                + Integer.toUnsignedString(length)
                + " bytes at byte "
                + start);
      }
      byte[] message = new byte[length];
      bytes.get(message);
      try {
        messages.add(WireMessage.parse(message));
      } catch (WireMessage.Malformed e) {
        throw new BadImage(file, "message at byte " + start + ": " + e.getMessage());
      }
    }
    return new CriuImageFile(kind, messages);
  }

  void write(Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(word(COMMON));
    out.writeBytes(word(kind));
    for (WireMessage message : messages) {
      byte[] bytes = message.bytes();
      out.writeBytes(word(bytes.length));
      out.writeBytes(bytes);
    }
    Files.write(file, out.toByteArray());
  }

  private static byte[] word(int value) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }
}
