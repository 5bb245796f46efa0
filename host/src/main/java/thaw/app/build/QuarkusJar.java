package thaw.app.build;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipOutputStream;
import thaw.files.StoredEntry;

/**
 * The jar that a build of Quarkus makes. It has classes that are in no other result, such as those
 * that make the beans: with all libraries in it ({@code quarkus.package.jar.type=uber-jar}, before
 * version 1.13 {@code uberJar}), or with the names of those beside it, where the project has moved
 * the zip of both.
 */
final class QuarkusJar {
  private static final String SUFFIX = "-runner.jar";
  private static final String ORIGINAL = ".jar.original";

  private QuarkusJar() {}

  /**
   * @param output the folder that the tool writes to
   * @param own a folder of ours, for the zip of a jar and the libraries beside it
   */
  static Optional<Path> in(Path output, Path own) throws IOException {
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
    if (!Files.exists(output.resolve(BuildProject.QUARKUS_MARK)) && !isOld(jar)) {
      return Optional.empty(); // of an earlier build
    }
    List<Path> libraries = libraries(jar);
    if (libraries.isEmpty()) {
      return Optional.of(jar);
    }
    return libraries.stream().allMatch(Files::isRegularFile)
        ? Optional.of(zipped(jar, libraries, own))
        : Optional.empty();
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

  /** Those that it names beside it. */
  private static List<Path> libraries(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      String names =
          file.getManifest() == null
              ? ""
              : Objects.requireNonNullElse(
                  file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH), "");
      URI folder = jar.toAbsolutePath().toUri();
      return Stream.of(names.split(" +"))
          .filter(name -> name.endsWith(".jar"))
          .map(name -> Path.of(folder.resolve(name)))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new IOException("the manifest of " + jar + " has a path that is none", e);
    }
  }

  /** As Quarkus itself does it: what is in the jar at the root, the libraries in {@code lib}. */
  private static Path zipped(Path jar, List<Path> libraries, Path own) throws IOException {
    Files.createDirectories(own);
    Path zip = own.resolve("quarkus-" + Integer.toHexString(jar.hashCode()) + ".zip");
    Path written = zip.resolveSibling(zip.getFileName() + ".new");
    try (JarFile classes = new JarFile(jar.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(written))) {
      out.setMethod(ZipOutputStream.STORED);
      for (JarEntry entry : Collections.list(classes.entries())) {
        try (InputStream in = classes.getInputStream(entry)) {
          put(entry.getName(), in.readAllBytes(), out);
        }
      }
      for (Path library : libraries) {
        put("lib/" + library.getFileName(), Files.readAllBytes(library), out);
      }
    }
    return Files.move(written, zip, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void put(String name, byte[] bytes, ZipOutputStream out) throws IOException {
    out.putNextEntry(StoredEntry.of(name, bytes));
    out.write(bytes);
    out.closeEntry();
  }
}
