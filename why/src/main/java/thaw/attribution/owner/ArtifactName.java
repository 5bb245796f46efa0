package thaw.attribution.owner;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of the artifact in a jar: from its {@code pom.properties}, else its manifest, else its
 * file name.
 */
final class ArtifactName {
  private static final Pattern FILE = Pattern.compile("(.+?)-(\\d.*)");
  private static final String SUFFIX = ".jar";

  private ArtifactName() {}

  /** Returns the artifact of a jar; empty when it holds several and is named after none of them. */
  static Optional<Coordinates> of(CodeFiles jar) {
    List<Coordinates> artifacts = jar.artifacts();
    String base = jar.fileName().replaceFirst("\\.jar$", "");
    if (artifacts.size() == 1) {
      Coordinates only = artifacts.getFirst();
      return isNamed(base, only)
          ? Optional.of(only)
          : known(jar, FILE.matcher(base)).or(() -> Optional.of(only)); // it may be of a moved part
    }
    if (artifacts.size() > 1) {
      return artifacts.stream()
          .filter(artifact -> isNamed(base, artifact))
          .max(Comparator.comparingInt(artifact -> artifact.artifact().length()));
    }
    Matcher name = FILE.matcher(base);
    return known(jar, name)
        .or(() -> byGroup(jar, name))
        .or(() -> byManifest(jar.manifest(), name.matches() ? name.group(2) : ""))
        .or(() -> byFile(jar, name));
  }

  /** A well-known artifact that the file is named after. */
  private static Optional<Coordinates> known(CodeFiles jar, Matcher name) {
    String artifact = name.matches() ? name.group(1) : jar.fileName().replaceFirst("\\.jar$", "");
    String version = name.matches() ? name.group(2) : "";
    return KnownPackages.table()
        .ofArtifact(artifact, jar.packages())
        .map(KnownPackages.Row::owner)
        .map(owner -> new Coordinates(owner.group(), owner.artifact(), version));
  }

  /** Quarkus puts the group in front: {@code io.netty.netty-common-4.1.130.Final.jar}. */
  private static boolean isNamed(String base, Coordinates artifact) {
    String name = artifact.artifact();
    String plain =
        base.startsWith(artifact.group() + "." + name)
            ? base.substring(artifact.group().length() + 1)
            : base;
    String versioned = name + "-" + artifact.version();
    return plain.equals(name) || plain.equals(versioned) || plain.startsWith(versioned + "-");
  }

  private static Optional<Coordinates> byManifest(Attributes manifest, String version) {
    String bundle = value(manifest, "Bundle-SymbolicName").replaceFirst(";.*", "").strip();
    if (!bundle.isEmpty()) {
      return Optional.of(new Coordinates("", bundle, or(version, manifest, "Bundle-Version")));
    }
    String title = value(manifest, "Implementation-Title").strip();
    if (title.isEmpty() || title.contains(" ")) { // a title for people
      return Optional.empty();
    }
    String group = value(manifest, "Implementation-Vendor-Id").strip();
    return Optional.of(
        new Coordinates(group, title, or(version, manifest, "Implementation-Version")));
  }

  /** One whose manifest says no more than its file: of the group that has its packages. */
  private static Optional<Coordinates> byGroup(CodeFiles jar, Matcher name) {
    return name.matches() && value(jar.manifest(), "Bundle-SymbolicName").isEmpty()
        ? KnownPackages.table()
            .groupOf(jar.packages())
            .map(group -> new Coordinates(group, name.group(1), name.group(2)))
        : Optional.empty();
  }

  private static Optional<Coordinates> byFile(CodeFiles jar, Matcher name) {
    return Optional.of(
        name.matches()
            ? new Coordinates("", name.group(1), name.group(2))
            : new Coordinates("", jar.fileName(), ""));
  }

  private static String or(String version, Attributes manifest, String attribute) {
    return version.isEmpty() ? value(manifest, attribute).strip() : version;
  }

  private static String value(Attributes manifest, String attribute) {
    String value = manifest.getValue(attribute);
    return value == null ? "" : value;
  }

  /** The file name of the innermost jar in the source of a class; empty where there is none. */
  static Optional<String> jarIn(String source) {
    String path = source.replaceFirst("[!/]+$", "");
    return path.endsWith(SUFFIX)
        ? Optional.of(path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1))
        : Optional.empty();
  }
}
