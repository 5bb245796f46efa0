package thaw.sandbox.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;

/** Reads and writes the small text files of /proc and cgroup hierarchies, naming what failed. */
public final class KernelFile {
  private KernelFile() {}

  public static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
  }

  public static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
  }

  /** Writes in one call without creating the file: kernel files take a value per write. */
  public static void write(Path file, String value) {
    try {
      Files.write(file, value.getBytes(StandardCharsets.ISO_8859_1), StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not write \"" + value + "\" to " + file + ": " + reason(e), e);
    }
  }

  /** The kernel's words for a failure, without the file's name. */
  public static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file";
      case FileSystemException known when known.getReason() != null -> known.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Returns whether the write was accepted. */
  public static boolean tryWrite(Path file, String value) {
    try {
      write(file, value);
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** The number behind {@code key} in a file of "key value" lines, empty when there is none. */
  public static OptionalLong keyed(Path file, String key) {
    try {
      for (String line : lines(file)) {
        if (line.startsWith(key)
            && line.length() > key.length()
            && isGap(line.charAt(key.length()))) {
          String rest = line.substring(key.length() + 1).strip();
          int end = rest.indexOf(' ');
          return OptionalLong.of(Long.parseLong(end < 0 ? rest : rest.substring(0, end)));
        }
      }
      return OptionalLong.empty();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static boolean isGap(char c) {
    return c == ' ' || c == ':' || c == '\t';
  }

  /** The number that is all of the file, empty when it cannot be read. */
  public static OptionalLong number(Path file) {
    try {
      return OptionalLong.of(Long.parseLong(read(file)));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
