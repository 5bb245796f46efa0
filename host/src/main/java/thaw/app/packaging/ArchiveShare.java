package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import thaw.recording.ClassLoad;

/**
 * Where the classes of a start come from.
 *
 * @param classes all that were loaded
 * @param archived those from the archive
 * @param jars how many came from each jar instead, by its path on AWS
 */
record ArchiveShare(int classes, int archived, Map<Path, Integer> jars) {
  private static final String FILE = "file:";

  ArchiveShare {
    jars = Map.copyOf(jars);
  }

  static ArchiveShare of(List<ClassLoad> loads) {
    Map<Path, Integer> jars = new TreeMap<>();
    int archived = 0;
    for (ClassLoad load : loads) {
      if (load.isArchived()) {
        archived++;
      } else if (load.source().startsWith(FILE) && load.source().endsWith(".jar")) {
        jars.merge(Path.of(load.source().substring(FILE.length())), 1, Integer::sum);
      }
    }
    return new ArchiveShare(loads.size(), archived, jars);
  }

  /** Returns whether a jar has a signature; none does that is not there. */
  static boolean isSigned(Path jar) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .anyMatch(entry -> entry.getName().matches("META-INF/[^/]+\\.(RSA|DSA|EC)"));
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the share for people: {@code with 99 % of the 2,091 classes of a start}. */
  String words() {
    return "with %d %% of the %,d classes of its first start"
        .formatted(100L * archived / Math.max(1, classes), classes);
  }
}
