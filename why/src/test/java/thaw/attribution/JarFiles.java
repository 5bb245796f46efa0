package thaw.attribution;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Jars and folders for tests: of classes only their names matter. */
public final class JarFiles {
  private JarFiles() {}

  /**
   * @param entries names of classes ({@code a.B}), artifacts ({@code group:artifact:version}), or
   *     lines of a manifest ({@code Bundle-SymbolicName: x})
   */
  public static Path jar(Path file, String... entries) throws IOException {
    Files.createDirectories(file.getParent());
    StringBuilder manifest = new StringBuilder("Manifest-Version: 1.0\n");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String entry : entries) {
        if (entry.contains(": ")) {
          manifest.append(entry).append('\n');
        } else {
          zip.putNextEntry(new ZipEntry(path(entry)));
          zip.write(contents(entry).getBytes(StandardCharsets.UTF_8));
        }
      }
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      zip.write(manifest.toString().getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  public static Path folder(Path folder, String... entries) throws IOException {
    for (String entry : entries) {
      Path file = folder.resolve(path(entry));
      Files.createDirectories(file.getParent());
      Files.writeString(file, contents(entry));
    }
    return folder;
  }

  private static String path(String entry) {
    String[] words = entry.split(":");
    return words.length == 3
        ? "META-INF/maven/" + words[0] + "/" + words[1] + "/pom.properties"
        : entry.replace('.', '/') + ".class";
  }

  private static String contents(String entry) {
    String[] words = entry.split(":");
    return words.length == 3
        ? "#Generated\ngroupId=%s\nartifactId=%s\nversion=%s\n".formatted((Object[]) words)
        : "";
  }
}
