package thaw.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;
import thaw.function.HostArchitecture;
import thaw.function.NativeCode;

/**
 * Whether execve(2) would refuse an extension's file, and in which words of AWS. Asked before the
 * launch, because the C library hands a file that is no program to a shell instead of failing.
 */
final class LaunchCheck {
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
        return isProgram(content.readNBytes(NativeCode.HEAD_BYTES))
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
    return NativeCode.architecture(head).filter(HostArchitecture.NAME::equals).isPresent();
  }
}
