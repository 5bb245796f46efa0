package thaw.function.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Digests of files that have not changed since they were computed: as long as no file has another
 * name, size, time of change, mode or inode, their digest is the same. The kernel sets the time of
 * change (ctime) at each write, and nobody else can.
 *
 * <p>The file has a line for each origin, the one that was added last at the end:
 *
 * <pre>
 * KEY STAMP DIGEST BYTES     KEY is a digest of the origin, STAMP one of what stat tells
 * </pre>
 *
 * <p>Several programs may use it. Where two write at once, one line may be lost, and is computed
 * again.
 */
final class KnownDigests {
  static final int MOST = 256;

  /** Two changes within one tick of the kernel's clock have the same time. */
  private static final Duration TICK = Duration.ofSeconds(2);

  private static final List<String> FACTS =
      List.of("dev", "ino", "mode", "size", "lastModifiedTime", "ctime");

  private final Path file;
  private final InstantSource clock;

  KnownDigests(Path file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
  }

  /** A computation that takes long. */
  interface Computation {
    Sha256 digest() throws IOException;
  }

  /** A line. */
  private record Known(String key, String stamp, Sha256 digest) {
    private String line() {
      return key + " " + stamp + " " + digest.hex() + " " + digest.bytes();
    }

    static Optional<Known> of(String line) {
      String[] words = line.split(" ", -1);
      return words.length == 4 && words[2].matches("[0-9a-f]{64}") && words[3].matches("\\d{1,18}")
          ? Optional.of(
              new Known(words[0], words[1], new Sha256(words[2], Long.parseLong(words[3]))))
          : Optional.empty();
    }
  }

  /**
   * @param origin whatever names what the files are
   * @param files by name; a name that ends with {@code /} is a folder's
   */
  Sha256 of(String origin, Map<String, Path> files, Computation computation) throws IOException {
    String key = DigestUtils.sha256Hex(origin);
    Optional<String> before = stamp(files);
    Optional<Sha256> known =
        before.flatMap(stamp ->
            lines().stream()
                .filter(each -> each.key().equals(key) && each.stamp().equals(stamp))
                .map(Known::digest)
                .findFirst());
    if (known.isPresent()) {
      return known.get();
    }
    Sha256 digest = computation.digest();
    if (before.isPresent() && before.equals(stamp(files))) {
      keep(new Known(key, before.get(), digest));
    }
    return digest;
  }

  /** Nothing where one has changed just now, or this file system tells too little. */
  private Optional<String> stamp(Map<String, Path> files) throws IOException {
    Instant latest = clock.instant().minus(TICK);
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Path> each : files.entrySet()) {
      text.append(each.getKey());
      if (!each.getKey().endsWith("/")) {
        Map<String, Object> told;
        try {
          told = Files.readAttributes(each.getValue(), "unix:" + String.join(",", FACTS));
        } catch (UnsupportedOperationException e) {
          return Optional.empty();
        }
        FileTime changed = (FileTime) Objects.requireNonNull(told.get("ctime"));
        if (changed.toInstant().isAfter(latest)) {
          return Optional.empty();
        }
        FACTS.forEach(name -> text.append(' ').append(told.get(name)));
      }
      text.append('\n');
    }
    return Optional.of(DigestUtils.sha256Hex(text.toString()));
  }

  private List<Known> lines() {
    try {
      return Files.exists(file) && OwnFiles.doubt(file).isEmpty()
          ? Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
              .flatMap(line -> Known.of(line).stream())
              .toList()
          : List.of();
    } catch (IOException e) {
      return List.of(); // nothing is known then
    }
  }

  private void keep(Known young) {
    List<Known> all = new ArrayList<>(lines());
    all.removeIf(each -> each.key().equals(young.key()));
    all.add(young);
    List<String> kept =
        all.subList(Math.max(0, all.size() - MOST), all.size()).stream().map(Known::line).toList();
    try {
      Path folder = file.resolveSibling("");
      Files.createDirectories(folder);
      Path written = Files.createTempFile(folder, ".digests-", "");
      try {
        Files.write(written, kept, StandardCharsets.US_ASCII);
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      // It is computed again next time.
    }
  }
}
