package thaw.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** All that is in a file that is known to be there: one that cannot be read is nobody's mistake. */
public final class WholeFile {
  private WholeFile() {}

  /** The text of a file in UTF-8. */
  public static String text(Path file) {
    return text(file, StandardCharsets.UTF_8);
  }

  public static String text(Path file, Charset charset) {
    try {
      return Files.readString(file, charset);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  public static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }
}
