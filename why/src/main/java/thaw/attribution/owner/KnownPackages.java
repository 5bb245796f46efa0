package thaw.attribution.owner;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Packages whose owner everybody knows: {@code packages.txt}. Asked where a jar or folder does not
 * tell itself what is in it.
 */
final class KnownPackages {
  private static final KnownPackages TABLE = read();

  /** A package as organisations have it, unlike {@code reactor.netty} inside another's name. */
  private static final Pattern ROOTED = Pattern.compile("(ch|com|io|net|org|tools)\\..*");

  private final Map<String, Row> rows = new HashMap<>();

  /**
   * @param artifact whose classes they were first
   * @param host the artifact that has them in this package ("shaded"), where that is another one
   */
  record Row(String packageName, Coordinates artifact, Optional<Coordinates> host) {
    Coordinates owner() {
      return host.orElse(artifact);
    }
  }

  static KnownPackages table() {
    return TABLE;
  }

  /** The row with the longest prefix of the package that the class is in. */
  Optional<Row> ofClass(String className) {
    int end = className.lastIndexOf('.');
    while (end > 0) {
      String prefix = className.substring(0, end);
      Row row = rows.get(prefix);
      if (row != null) {
        return Optional.of(row);
      }
      int dot = prefix.lastIndexOf('.');
      Row starred = dot < 0 ? null : rows.get(prefix.substring(0, dot) + ".*");
      if (starred != null) {
        return Optional.of(filled(starred, prefix.substring(dot + 1)));
      }
      end = dot;
    }
    return Optional.empty();
  }

  /**
   * Returns the origin of a class that was moved into somebody else's package: the row whose
   * package is found inside the class's own, {@code com.fasterxml.jackson.core} inside {@code
   * com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.core.json}.
   */
  Optional<Row> ofMovedClass(String className) {
    Optional<Row> whole = ofClass(className);
    if (whole.isPresent() && whole.get().host().isPresent()) {
      return whole;
    }
    for (int dot = className.indexOf('.'); dot > 0; dot = className.indexOf('.', dot + 1)) {
      Optional<Row> inner =
          ofClass(className.substring(dot + 1))
              .filter(row -> ROOTED.matcher(row.packageName()).matches());
      if (inner.isPresent()) {
        return inner;
      }
    }
    return Optional.empty();
  }

  /**
   * The row of an artifact that a jar's file name tells, with or without its group in front, if the
   * jar has that row's package.
   */
  Optional<Row> ofArtifact(String name, Iterable<String> packages) {
    for (String packageName : packages) {
      Optional<Row> row = ofClass(packageName + ".").filter(found -> isNamed(found.owner(), name));
      if (row.isPresent()) {
        return row;
      }
    }
    return Optional.empty();
  }

  /** The group whose artifacts have all of the packages: its further artifacts are in them, too. */
  Optional<String> groupOf(Iterable<String> packages) {
    String group = null;
    for (String packageName : packages) {
      String found = ofClass(packageName + ".").map(row -> row.owner().group()).orElse("");
      if (found.isEmpty() || group != null && !group.equals(found)) {
        return Optional.empty();
      }
      group = found;
    }
    return Optional.ofNullable(group);
  }

  private static boolean isNamed(Coordinates artifact, String name) {
    return name.equals(artifact.artifact())
        || name.equals(artifact.group() + "." + artifact.artifact());
  }

  private static Row filled(Row row, String part) {
    Coordinates artifact = row.artifact();
    return new Row(
        row.packageName().replace("*", part),
        new Coordinates(
            artifact.group(), artifact.artifact().replace("*", part), artifact.version()),
        row.host());
  }

  private static KnownPackages read() {
    KnownPackages table = new KnownPackages();
    try (InputStream in = KnownPackages.class.getResourceAsStream("packages.txt")) {
      new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(table::add);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the table of known packages: " + e, e);
    }
    return table;
  }

  private void add(String line) {
    String[] words = line.split(" ");
    Optional<Coordinates> host =
        words.length > 2 ? Optional.of(artifact(words[2])) : Optional.empty();
    Row row = new Row(words[0], artifact(words[1]), host);
    if (rows.put(words[0], row) != null) {
      throw new IllegalStateException("must be in packages.txt once: " + words[0]);
    }
  }

  private static Coordinates artifact(String text) {
    String[] words = text.split(":");
    return new Coordinates(words[0], words[1], "");
  }
}
