package thaw.attribution.owner;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The artifacts in one jar or folder, and which of them a class is of.
 *
 * <p>A jar of one artifact owns all of its classes, but for those moved into it from another
 * ("shaded"). A jar or folder of several (an uber jar) is split: by the table of known packages,
 * else by the group of each artifact that a package's name begins with, and of several by how many
 * words of the artifact's name are in the package's.
 */
final class Artifacts {
  private final CodeFiles files;
  private final Optional<Coordinates> own;
  private final Map<String, Optional<String>> byPackage = new HashMap<>();

  private Artifacts(CodeFiles files, Optional<Coordinates> own) {
    this.files = files;
    this.own = own;
  }

  static Artifacts ofJar(CodeFiles jar) {
    return new Artifacts(jar, ArtifactName.of(jar));
  }

  /**
   * Returns the artifacts of a folder with the function's own classes and what was merged with
   * them. A single artifact is the function itself.
   */
  static Artifacts ofFolder(CodeFiles folder) {
    boolean isMixed = folder.artifacts().size() > 1;
    List<Coordinates> artifacts = isMixed ? folder.artifacts() : List.of();
    return new Artifacts(
        new CodeFiles("", artifacts, folder.manifest(), folder.classes()), Optional.empty());
  }

  /** The artifact that the whole is named after. */
  Optional<String> name() {
    return own.map(Coordinates::text);
  }

  boolean contains(String className) {
    return files.classes().contains(className);
  }

  /** Returns whether several artifacts were merged, none of which gives the whole its name. */
  boolean isMixed() {
    return own.isEmpty() && files.artifacts().size() > 1;
  }

  /** Its name; empty of a class that no artifact claims. */
  Optional<String> ofClass(String className) {
    return byPackage.computeIfAbsent(ApplicationClasses.packageOf(className), _ -> find(className));
  }

  private Optional<String> find(String className) {
    Optional<Coordinates> moved =
        KnownPackages.table()
            .ofMovedClass(className)
            .map(KnownPackages.Row::artifact)
            .map(this::withVersion)
            .or(() -> movedPart(className));
    if (own.isPresent()) {
      Coordinates owner = own.get();
      return Optional.of(
          moved
              .filter(artifact -> !artifact.isSameArtifact(owner))
              .or(() -> part(className, owner))
              .map(artifact -> shaded(artifact, owner))
              .orElse(owner.text()));
    }
    Optional<Coordinates> owner = owner(className);
    if (moved.isEmpty()) {
      return owner.map(Coordinates::text);
    }
    return Optional.of(
        owner.isEmpty() ? moved.get().text() + " (shaded)" : shaded(moved.get(), owner.get()));
  }

  /** Returns the owner of a class in a mixture of artifacts, provided that it was not moved. */
  Optional<Coordinates> owner(String className) {
    return KnownPackages.table()
        .ofClass(className)
        .map(KnownPackages.Row::owner)
        .map(this::withVersion)
        .or(() -> byGroup(className));
  }

  private static String shaded(Coordinates artifact, Coordinates owner) {
    return artifact.isSameArtifact(owner)
        ? owner.text()
        : artifact.text() + " (shaded in " + owner.text() + ")";
  }

  private Coordinates withVersion(Coordinates artifact) {
    return files.artifacts().stream().filter(artifact::isSameArtifact).findFirst().orElse(artifact);
  }

  /** An artifact of this jar whose group is found inside the name of the class's package. */
  private Optional<Coordinates> movedPart(String className) {
    return files.artifacts().stream()
        .filter(artifact -> artifact.group().contains("."))
        .filter(artifact -> className.contains("." + artifact.group() + "."))
        .findFirst();
  }

  /** Another artifact in a jar, in packages of its own. */
  private Optional<Coordinates> part(String className, Coordinates owner) {
    if (files.artifacts().size() < 2 || className.startsWith(owner.group() + ".")) {
      return Optional.empty();
    }
    return owner(className)
        .filter(found -> files.artifacts().stream().anyMatch(found::isSameArtifact))
        .filter(found -> !found.isSameArtifact(owner));
  }

  private Optional<Coordinates> byGroup(String className) {
    String packageName = className.substring(0, Math.max(0, className.lastIndexOf('.')));
    List<Coordinates> candidates =
        files.artifacts().stream().filter(one -> isOf(packageName, one.group())).toList();
    return candidates.stream()
        .max(
            Comparator.comparingInt((Coordinates one) -> one.group().length())
                .thenComparingInt(one -> commonWords(packageName, one))
                .thenComparingInt(one -> -one.artifact().length()));
  }

  private static boolean isOf(String packageName, String group) {
    return !group.isEmpty() && (packageName.equals(group) || packageName.startsWith(group + "."));
  }

  private static int commonWords(String packageName, Coordinates artifact) {
    String rest = packageName.substring(artifact.group().length()).toLowerCase(Locale.ROOT);
    int common = 0;
    for (String word : artifact.artifact().toLowerCase(Locale.ROOT).split("[-._]")) {
      if (word.length() > 1 && rest.contains(word)) {
        common++;
      }
    }
    return common;
  }
}
