package thaw.app.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The jar that a build of Quarkus makes with all libraries in it ({@code
 * quarkus.package.jar.type=uber-jar}, before version 1.13 {@code uberJar}). It has classes that are
 * in no other result, such as those that make the beans.
 */
final class QuarkusJar {
  private static final String SUFFIX = "-runner.jar";
  private static final String ORIGINAL = ".jar.original";

  private QuarkusJar() {}

  /**
   * @param output the folder that the tool writes to
   */
  static Optional<Path> in(Path output) throws IOException {
    if (!Files.isDirectory(output)) {
      return Optional.empty();
    }
    List<Path> jars;
    try (Stream<Path> files = Files.list(output)) {
      jars = files.filter(file -> file.toString().endsWith(SUFFIX)).toList();
    }
    if (jars.size() != 1) {
      return Optional.empty();
    }
    Path jar = jars.getFirst();
    boolean isOfLastBuild = Files.exists(output.resolve(BuildProject.QUARKUS_MARK)) || isOld(jar);
    return isOfLastBuild && hasLibraries(jar) ? Optional.of(jar) : Optional.empty();
  }

  /** Before version 1.13 there was no mark, but the module's own jar was put aside. */
  private static boolean isOld(Path jar) throws IOException {
    String name = jar.getFileName().toString();
    String module = name.substring(0, name.length() - SUFFIX.length());
    Path original = jar.resolveSibling(module + ORIGINAL);
    Path again = jar.resolveSibling(module + ".jar");
    return Files.exists(original)
        && Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(original)) >= 0
        && !Files.exists(again);
  }

  /** One without them names those beside it. */
  private static boolean hasLibraries(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getManifest() == null
          || Optional.ofNullable(
                  file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
              .orElse("")
              .isBlank();
    }
  }
}
