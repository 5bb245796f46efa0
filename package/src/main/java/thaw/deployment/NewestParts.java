package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The newest patches that Thaw knows, from a file that {@code .ci/newest} writes: no network is
 * asked.
 *
 * @param read when the registries were asked
 */
public record NewestParts(LocalDate read, List<Part> parts) {
  private static final String FILE = "newest.txt";

  /** The part whose line of versions is the feature version. */
  static final String JDK = "jdk";

  static final String CLIENT = "client";
  static final String AMAZON_LINUX = "amazon-linux";

  /**
   * A patch.
   *
   * @param name of the part
   * @param since when it was there, at the latest
   */
  record Part(String name, String version, LocalDate since) {
    /** Returns the first number of the version, which no patch changes. */
    String line() {
      return version.replaceFirst("\\..*", "");
    }
  }

  public NewestParts {
    parts = List.copyOf(parts);
  }

  /** Returns what came with this program. */
  public static NewestParts shipped() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(NewestParts.class.getResourceAsStream(FILE), FILE)) {
      return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  static NewestParts of(String text) {
    LocalDate read = LocalDate.EPOCH;
    List<Part> parts = new ArrayList<>();
    for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
      String[] words = line.strip().split("\\s+");
      if (words.length == 2 && words[0].equals("read")) {
        read = LocalDate.parse(words[1]);
      } else if (words.length == 3) {
        parts.add(new Part(words[0], words[1], LocalDate.parse(words[2])));
      }
    }
    return new NewestParts(read, parts);
  }

  /** Returns the newest patch of a part, of the line of a version that has one. */
  Optional<Part> of(String name, String version) {
    return parts.stream()
        .filter(each -> each.name().equals(name))
        .filter(
            each -> !name.equals(JDK) || each.line().equals(new Part(name, version, read).line()))
        .max((one, other) -> Versions.BY_NUMBER.compare(one.version(), other.version()));
  }
}
