package thaw.attribution.owner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.function.packaging.DeploymentPackage;

/** The jars and folders that a function's classes come from, read when they are first asked for. */
final class CodePlaces {
  /** The depth below a folder at which jars are looked for: {@code java/lib/x.jar} of a layer. */
  private static final int JAR_DEPTH = 3;

  private final List<CodeFolder> folders;
  private final Map<String, Place> byLocation = new HashMap<>();
  private final Map<Path, List<Place>> jarsOf = new HashMap<>();

  CodePlaces(List<CodeFolder> folders) {
    this.folders = List.copyOf(folders);
  }

  /**
   * @param isRoot whether it is the folder itself, rather than a jar in it
   */
  record Place(CodeFolder.Role role, boolean isRoot, Artifacts artifacts) {}

  /**
   * @param source as the log of class loads has it; empty where it leads to no folder of the
   *     function's
   */
  Optional<Place> at(String source) {
    int slash = source.indexOf(":/");
    return slash < 0 ? Optional.empty() : located(source.substring(slash + 1));
  }

  /** Returns the jar or folder that has a class, in the order in which class loaders look. */
  Optional<Place> having(String className) {
    for (CodeFolder.Role role :
        List.of(CodeFolder.Role.RUNTIME_CLIENT, CodeFolder.Role.TASK, CodeFolder.Role.LAYERS)) {
      for (CodeFolder folder : folders) {
        if (folder.role() == role) {
          Optional<Place> found = inside(folder, className);
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The function's own folder. */
  Optional<Place> task() {
    return folders.stream()
        .filter(folder -> folder.role() == CodeFolder.Role.TASK)
        .findFirst()
        .map(this::root);
  }

  /**
   * The name with the version of the jar of that artifact, where there is one. What frameworks
   * generate into the function's folder, in their own packages, counts with the framework.
   */
  String versioned(String name) {
    return folders.stream()
        .flatMap(folder -> jarsIn(folder).stream())
        .flatMap(jar -> jar.artifacts().name().stream())
        .filter(jar -> jar.startsWith(name + ":"))
        .findFirst()
        .orElse(name);
  }

  private Optional<Place> inside(CodeFolder folder, String className) {
    List<Place> places = new ArrayList<>();
    places.add(root(folder));
    places.addAll(jarsIn(folder));
    return places.stream().filter(place -> place.artifacts().contains(className)).findFirst();
  }

  private List<Place> jarsIn(CodeFolder folder) {
    List<Place> found = jarsOf.get(folder.onHost());
    if (found == null) {
      found = jars(folder);
      jarsOf.put(folder.onHost(), found);
    }
    return found;
  }

  private List<Place> jars(CodeFolder folder) {
    if (!Files.isDirectory(folder.onHost())) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(folder.onHost(), JAR_DEPTH)) {
      return tree.filter(file -> file.toString().endsWith(".jar"))
          .filter(Files::isRegularFile)
          .sorted()
          .map(file -> folder.inBox().resolve(folder.onHost().relativize(file).toString()))
          .map(jar -> located(jar.toString()))
          .flatMap(Optional::stream)
          .toList();
    } catch (IOException e) {
      return List.of(); // what is gone since is not found
    }
  }

  private Optional<Place> located(String path) {
    for (CodeFolder folder : folders) {
      String root = folder.inBox().toString();
      if (path.equals(root) || path.equals(root + "/")) {
        return Optional.of(root(folder));
      }
      if (path.startsWith(root + "/")) {
        String below = path.substring(root.length() + 1);
        return Optional.of(
            ArtifactName.jarIn(path)
                .filter(_ -> !below.equals(DeploymentPackage.OWN_CLASSES))
                .map(name -> byLocation.computeIfAbsent(path, _ -> jar(folder, below, name)))
                .orElseGet(() -> root(folder)));
      }
    }
    return Optional.empty();
  }

  private Place root(CodeFolder folder) {
    return byLocation.computeIfAbsent(
        folder.inBox().toString(),
        _ -> new Place(folder.role(), true, Artifacts.ofFolder(folder(folder.onHost()))));
  }

  private static CodeFiles folder(Path folder) {
    if (Files.isDirectory(folder)) {
      try {
        return CodeFiles.ofFolder(folder);
      } catch (IOException _) { // as if it were empty
      }
    }
    return CodeFiles.named("");
  }

  /** A jar inside a jar, or one that cannot be read, has only its name. */
  private static Place jar(CodeFolder folder, String below, String name) {
    CodeFiles files = CodeFiles.named(name);
    Path jar = folder.onHost().resolve(below);
    if (Files.isRegularFile(jar)) {
      try {
        files = CodeFiles.ofJar(jar);
      } catch (IOException _) { // named already
      }
    }
    return new Place(folder.role(), false, Artifacts.ofJar(files));
  }
}
