package thaw.attribution.owner;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.function.packaging.DeploymentPackage;

/**
 * The content of a jar, or of a folder of classes, and what it says of itself.
 *
 * @param fileName of the jar; empty for a folder
 * @param artifacts of which it has a {@code pom.properties}
 * @param manifest its main attributes
 * @param classes binary names
 */
record CodeFiles(
    String fileName, List<Coordinates> artifacts, Attributes manifest, Set<String> classes) {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String MAVEN = "META-INF/maven/";
  private static final String POM = "/pom.properties";
  private static final String CLASS = ".class";

  static CodeFiles ofJar(Path jar) throws IOException {
    List<Coordinates> artifacts = new ArrayList<>();
    Set<String> classes = new HashSet<>();
    Attributes manifest = new Attributes();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        String name = entry.getName();
        if (name.startsWith(MAVEN) && name.endsWith(POM)) {
          try (InputStream in = zip.getInputStream(entry)) {
            artifacts.add(artifact(name, in));
          }
        } else if (name.equals(MANIFEST)) {
          try (InputStream in = zip.getInputStream(entry)) {
            manifest = new Manifest(in).getMainAttributes();
          }
        } else {
          addClass(name, classes);
        }
      }
    }
    return new CodeFiles(jar.getFileName().toString(), artifacts, manifest, classes);
  }

  static CodeFiles ofFolder(Path folder) throws IOException {
    List<Coordinates> artifacts = new ArrayList<>();
    Set<String> classes = new HashSet<>();
    List<Path> files;
    try (Stream<Path> tree = Files.walk(folder)) {
      files = tree.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String name = folder.relativize(file).toString();
      if (name.startsWith(MAVEN) && name.endsWith(POM)) {
        try (InputStream in = Files.newInputStream(file)) {
          artifacts.add(artifact(name, in));
        }
      } else if (name.equals(DeploymentPackage.OWN_CLASSES)) {
        classes.addAll(ofJar(file).classes());
      } else {
        addClass(name, classes);
      }
    }
    return new CodeFiles("", artifacts, new Attributes(), classes);
  }

  /** Returns a jar that cannot be read and of which only the name is known. */
  static CodeFiles named(String fileName) {
    return new CodeFiles(fileName, List.of(), new Attributes(), Set.of());
  }

  Set<String> packages() {
    Set<String> packages = new TreeSet<>();
    for (String name : classes) {
      packages.add(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
    }
    return packages;
  }

  /** The folders' names are what the file says, too, and are there when the file is damaged. */
  private static Coordinates artifact(String path, InputStream in) throws IOException {
    String[] names = path.substring(MAVEN.length()).split("/");
    Properties properties = new Properties();
    try {
      properties.load(in);
    } catch (IllegalArgumentException _) {
      properties.clear(); // a malformed escape
    }
    return new Coordinates(
        properties.getProperty("groupId", names[0]).strip(),
        properties.getProperty("artifactId", names.length > 2 ? names[1] : names[0]).strip(),
        properties.getProperty("version", "").strip());
  }

  private static void addClass(String path, Set<String> classes) {
    boolean isModule = path.equals("module-info.class");
    if (path.endsWith(CLASS) && !path.startsWith("META-INF/") && !isModule) {
      classes.add(path.substring(0, path.length() - CLASS.length()).replace('/', '.'));
    }
  }
}
