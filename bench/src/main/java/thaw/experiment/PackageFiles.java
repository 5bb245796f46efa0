package thaw.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files that a deployment package is made of, without layers.
 *
 * @param bytes of all files, as Lambda's limit of 250 MB counts them
 * @param libraries file names of jars, and Maven coordinates that were merged into the package
 */
public record PackageFiles(long bytes, List<String> libraries) {
  public PackageFiles {
    libraries = List.copyOf(libraries);
  }

  /**
   * @param root of the exploded package
   */
  public static PackageFiles of(Path root) {
    try (Stream<Path> walk = Files.walk(root)) {
      long bytes = 0;
      TreeSet<String> libraries = new TreeSet<>();
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".jar")) {
          libraries.add(name);
        } else if (name.equals("pom.properties")) {
          libraries.add(coordinates(file));
        }
      }
      return new PackageFiles(bytes, List.copyOf(libraries));
    } catch (IOException e) {
      throw new UncheckedIOException("could not add up the files of " + root, e);
    }
  }

  private static String coordinates(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IllegalArgumentException e) { // no properties
      return String.valueOf(file.getFileName());
    }
    return "%s:%s:%s"
        .formatted(
            properties.getProperty("groupId", "?"),
            properties.getProperty("artifactId", "?"),
            properties.getProperty("version", "?"));
  }
}
