package thaw.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * Whether execve(2) would refuse an extension's file, and in which words of AWS. Asked before the
 * launch, because the C library hands a file that is no program to a shell instead of failing.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/elf.5.html">elf(5)</a>
 */
final class LaunchCheck {
  private static final int ELF_CLASS = 4;
  private static final int ELF_CLASS_64 = 2;
  private static final int ELF_MACHINE = 18;
  private static final int EM_X86_64 = 62;
  private static final int EM_AARCH64 = 183;
  private static final int HEAD_BYTES = 20;

  private LaunchCheck() {}

  /**
   * @param asOther whether it is run by a user who neither owns it nor is in its group
   */
  static Optional<String> problem(Path file, boolean asOther) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      boolean executable =
          asOther
              ? permissions.contains(PosixFilePermission.OTHERS_EXECUTE)
              : Files.isExecutable(file);
      if (!executable) {
        return Optional.of("permission denied");
      }
      try (InputStream content = Files.newInputStream(file)) {
        return isProgram(content.readNBytes(HEAD_BYTES))
            ? Optional.empty()
            : Optional.of("exec format error");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the extension " + file + ": " + e, e);
    }
  }

  private static boolean isProgram(byte[] head) {
    if (head.length >= 2 && head[0] == '#' && head[1] == '!') {
      return true;
    }
    int machine = System.getProperty("os.arch").equals("aarch64") ? EM_AARCH64 : EM_X86_64;
    return head.length == HEAD_BYTES
        && head[0] == 0x7f
        && head[1] == 'E'
        && head[2] == 'L'
        && head[3] == 'F'
        && head[ELF_CLASS] == ELF_CLASS_64
        && (head[ELF_MACHINE] & 0xff) == machine;
  }
}
