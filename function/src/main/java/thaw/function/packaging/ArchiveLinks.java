package thaw.function.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import thaw.problem.UserMistake;

/**
 * The symbolic links of an archive, made when all else is there. Those that leave the task root are
 * refused, and those on whose way another link is: where such a one leads is only known by walking
 * it. Refuses to know what is in files.
 */
final class ArchiveLinks {
  /** The kernel takes no longer path (PATH_MAX). */
  private static final int LONGEST_BYTES = 4_096;

  /** The most bytes of all links together, which are in memory. */
  private static final int MOST_BYTES = 8 << 20;

  private static final String REMEDY =
      "build the archive with the file itself, or a relative link within";

  /** The path of the archive in messages. */
  private final Path origin;

  private final StagedFolder staged;
  private final Path target;
  private final Map<String, String> links = new LinkedHashMap<>();
  private int bytes;

  /**
   * @param target the task root, absolute
   */
  ArchiveLinks(Path origin, StagedFolder staged, Path target) {
    this.origin = origin;
    this.staged = staged;
    this.target = target;
  }

  void add(String name, InputStream content) throws IOException {
    byte[] text = content.readNBytes(LONGEST_BYTES + 1);
    bytes += text.length;
    if (text.length > LONGEST_BYTES || bytes > MOST_BYTES) {
      throw new UserMistake(
          "%s: the symbolic link %s is longer than %d bytes, or all links than %d"
              .formatted(origin, name, LONGEST_BYTES, MOST_BYTES),
          REMEDY);
    }
    String path = Path.of(name).normalize().toString(); // as the ways of others are compared
    if (links.put(path, new String(text, StandardCharsets.UTF_8)) != null) {
      throw new FileAlreadyExistsException(name);
    }
  }

  void make() throws IOException {
    for (Map.Entry<String, String> link : links.entrySet()) {
      if (link.getValue().indexOf('\0') >= 0) {
        throw escaping(link);
      }
      Path path = target.resolve(link.getKey());
      Path pointsTo = path.resolveSibling(link.getValue()).normalize();
      if (link.getValue().startsWith("/") || !pointsTo.startsWith(target)) {
        throw escaping(link);
      }
      requireNoLinkInTheWay(link);
      staged.makeFoldersOf(link.getKey());
      Files.createSymbolicLink(path, Path.of(link.getValue()));
    }
    Path realTarget = target.toRealPath();
    for (Map.Entry<String, String> link : links.entrySet()) {
      try {
        if (!target.resolve(link.getKey()).toRealPath().startsWith(realTarget)) {
          throw escaping(link);
        }
      } catch (NoSuchFileException e) {
        // It dangles inside of the task root, as it does on Lambda.
      }
    }
  }

  /** Word by word, as the kernel walks: each word but the last must be no link. */
  private void requireNoLinkInTheWay(Map.Entry<String, String> link) {
    Path at = Path.of(link.getKey());
    Path folder = at.getParent();
    for (Path above = folder; above != null; above = above.getParent()) {
      requireNoLink(above, link);
    }
    Path words = Path.of(link.getValue());
    for (int i = 0; i < words.getNameCount() - 1; i++) {
      Path step = (folder == null ? Path.of("") : folder).resolve(words.getName(i)).normalize();
      if (step.startsWith("..")) {
        throw escaping(link);
      }
      requireNoLink(step, link);
      folder = step;
    }
  }

  private void requireNoLink(Path folder, Map.Entry<String, String> link) {
    if (links.containsKey(folder.toString())) {
      throw new UserMistake(
          "%s: the symbolic link %s goes through another one, which could leave the task root: %s"
              .formatted(origin, link.getKey(), link.getValue()),
          REMEDY);
    }
  }

  private UserMistake escaping(Map.Entry<String, String> link) {
    return new UserMistake(
        "%s: the symbolic link %s would leave the task root: %s"
            .formatted(origin, link.getKey(), link.getValue()),
        REMEDY);
  }
}
