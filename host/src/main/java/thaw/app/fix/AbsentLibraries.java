package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.files.WholeFile;
import thaw.function.packaging.CodeSource;
import thaw.remedy.edit.XmlElement;

/**
 * Finds the libraries of a build that the package leaves out, as AWS's archetypes for Spring leave
 * out the embedded Tomcat.
 */
final class AbsentLibraries {
  private AbsentLibraries() {}

  /**
   * Returns them as {@code group:artifact}; none of a package that is made of all libraries.
   *
   * @param libraries jars with their poms beside them, as in Maven's local repository; one without
   *     is passed over
   */
  static List<String> of(CodeSource deployed, List<Path> libraries) {
    if (!(deployed instanceof CodeSource.Archive(Path archive))) {
      return List.of();
    }
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      Set<String> names = zip.stream().map(ZipEntry::getName).collect(Collectors.toSet());
      return libraries.stream()
          .filter(Files::isRegularFile)
          .filter(library -> !names.contains("lib/" + library.getFileName()))
          .filter(library -> firstClass(library).filter(name -> !names.contains(name)).isPresent())
          .flatMap(library -> name(library).stream())
          .distinct()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + archive, e);
    }
  }

  /** Of a jar with all libraries the classes tell which ones it has. */
  private static Optional<String> firstClass(Path library) {
    try (ZipFile zip = new ZipFile(library.toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
          .filter(name -> !name.endsWith("-info.class"))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + library, e);
    }
  }

  /** Returns where the pom of a jar of the repository is. */
  static Path pom(Path library) {
    return library.resolveSibling(("" + library.getFileName()).replaceFirst("\\.jar$", ".pom"));
  }

  private static Optional<String> name(Path library) {
    Path pom = pom(library);
    if (!Files.isRegularFile(pom)) {
      return Optional.empty();
    }
    return XmlElement.of(WholeFile.text(pom))
        .flatMap(project -> {
          String own = project.value("groupId");
          String group =
              own.isEmpty()
                  ? project.at("parent").map(parent -> parent.value("groupId")).orElse("")
                  : own;
          String artifact = project.value("artifactId");
          return group.isEmpty() || artifact.isEmpty()
              ? Optional.empty()
              : Optional.of(group + ":" + artifact);
        });
  }
}
