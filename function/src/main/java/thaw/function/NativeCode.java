package thaw.function;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tells for which machine a file of native code is, by its first bytes.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/elf.5.html">elf(5)</a>
 */
public final class NativeCode {
  /** The number of bytes at a file's beginning that tell it. */
  public static final int HEAD_BYTES = 20;

  private static final int CLASS = 4;
  private static final int CLASS_64 = 2;
  private static final int MACHINE = 18;
  private static final int EM_X86_64 = 62;
  private static final int EM_AARCH64 = 183;

  private NativeCode() {}

  /**
   * Returns Lambda's name of the architecture, {@code x86_64} or {@code arm64}, or {@code another
   * machine}. It is empty where the file has no native code.
   *
   * @param head the first bytes
   */
  public static Optional<String> architecture(byte[] head) {
    if (head.length < HEAD_BYTES
        || head[0] != 0x7f
        || head[1] != 'E'
        || head[2] != 'L'
        || head[3] != 'F') {
      return Optional.empty();
    }
    int machine = head[MACHINE] & 0xff | (head[MACHINE + 1] & 0xff) << 8;
    boolean wide = head[CLASS] == CLASS_64;
    return Optional.of(
        wide && machine == EM_X86_64
            ? "x86_64"
            : wide && machine == EM_AARCH64 ? "arm64" : "another machine");
  }

  public static Optional<String> architecture(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      return architecture(content.readNBytes(HEAD_BYTES));
    }
  }
}
