package thaw.app.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The state of files as a text, a line for each:
 *
 * <pre>
 *   SHA-256  size in bytes  time of last change  path from the root
 * </pre>
 *
 * <p>A file that is written again with the same content, as by a generator of sources, is the same.
 */
final class SourceStamp {
  private static final int FIELDS = 4;

  private SourceStamp() {}

  static String of(Path root, SortedSet<Path> files) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files) {
      lines.add(digest(file) + " " + known(root, file));
    }
    return String.join("\n", lines);
  }

  /**
   * Returns whether the files are what they were when the text was made. Reads only what looks
   * changed.
   */
  static boolean isOf(String text, Path root, SortedSet<Path> files) throws IOException {
    Map<String, String> before = new HashMap<>();
    for (String line : text.split("\n", -1)) {
      String[] fields = line.split(" ", FIELDS);
      if (fields.length == FIELDS) {
        before.put(fields[FIELDS - 1], line);
      }
    }
    if (before.size() != files.size()) {
      return false;
    }
    for (Path file : files) {
      String line = before.get(root.relativize(file).toString());
      if (line == null || !(line.endsWith(" " + known(root, file)) || hasContent(file, line))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasContent(Path file, String line) throws IOException {
    return line.startsWith(digest(file) + " ");
  }

  private static String known(Path root, Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.size()
        + " "
        + attributes.lastModifiedTime().toInstant()
        + " "
        + root.relativize(file);
  }

  private static String digest(Path file) throws IOException {
    return DigestUtils.sha256Hex(Files.readAllBytes(file));
  }
}
