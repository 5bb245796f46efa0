package thaw.lab.classloading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.files.Trees;
import thaw.lab.engine.Javac;

/**
 * The generated classes, compiled once, and kept in those layouts that archives are made of, whose
 * files must not change: one jar, 20 jars, a function's code; and the order in which they are
 * loaded.
 */
final class ClassStore {
  /** The number of jars that the classes are distributed to. */
  private static final int JARS = 20;

  /** The edition of the layout, to be raised when the layout changes. */
  private static final int EDITION = 2;

  /** The package that is a function's own code. */
  private static final String OWN = "example/service000/";

  private static final long ORDER = 1;

  private final Path folder;
  private final Map<String, byte[]> classes;

  private ClassStore(Path folder, Map<String, byte[]> classes) {
    this.folder = folder;
    this.classes = classes;
  }

  /**
   * Opens the store, which is made when it is not there.
   *
   * @param packages how many, with {@link ModelSources#IN_PACKAGE} classes each
   * @param scratch where it is made; on any file system
   */
  static ClassStore open(Path cache, int packages, Path scratch) throws IOException {
    Map<String, String> sources = ModelSources.of(packages);
    Path shelf = Files.createDirectories(cache.resolve("class-loading"));
    Path folder = shelf.resolve(digest(sources));
    if (!Files.exists(folder)) {
      Path made = Files.createTempDirectory(scratch, "classes-");
      write(compiled(sources, Files.createTempDirectory(scratch, "model-")), made);
      publish(made, shelf, folder);
    }
    return new ClassStore(folder, read(folder.resolve("all.jar")));
  }

  /** Compiles sources with all debug information, as builds do. */
  private static Map<String, byte[]> compiled(Map<String, String> sources, Path scratch)
      throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    sources.forEach((name, text) ->
        files.put(name.replace('.', '/') + ".java", text.getBytes(StandardCharsets.UTF_8)));
    Path folder =
        Javac.compile(
            writeFiles(scratch.resolve("sources"), files), scratch.resolve("classes"), "-g");
    Map<String, byte[]> classes = new TreeMap<>();
    try (var walk = Files.walk(folder)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        classes.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    Trees.delete(scratch);
    return classes;
  }

  /** Class files by their paths. */
  Map<String, byte[]> classes() {
    return classes;
  }

  Path jar() {
    return folder.resolve("all.jar");
  }

  /** The same in {@value #JARS} jars. */
  List<Path> jars() {
    List<Path> jars = new ArrayList<>();
    for (int i = 0; i < JARS; i++) {
      jars.add(folder.resolve(jarName(i)));
    }
    return jars;
  }

  /** The same as a function's code: a package in folders, all others in jars in {@code lib}. */
  Path task() {
    return folder.resolve("task");
  }

  /** The file that names them in the order in which they are loaded. */
  Path names() {
    return folder.resolve("names");
  }

  /** Class files by their paths, divided by packages. */
  static List<Map<String, byte[]>> divided(Map<String, byte[]> classes, int parts) {
    List<Map<String, byte[]>> divided = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      divided.add(new TreeMap<>());
    }
    Map<String, Integer> partOf = new LinkedHashMap<>();
    classes.forEach((path, content) -> {
      String folder = path.substring(0, path.lastIndexOf('/'));
      int part = partOf.computeIfAbsent(folder, _ -> partOf.size() % parts);
      divided.get(part).put(path, content);
    });
    return divided;
  }

  static Path writeFiles(Path root, Map<String, byte[]> classes) throws IOException {
    for (Map.Entry<String, byte[]> file : classes.entrySet()) {
      Path path = root.resolve(file.getKey());
      Files.createDirectories(path.resolveSibling("."));
      Files.write(path, file.getValue());
    }
    return root;
  }

  static void writeJar(Path jar, Map<String, byte[]> classes, boolean deflated) throws IOException {
    try (JarWriter writer = new JarWriter(jar)) {
      for (Map.Entry<String, byte[]> file : classes.entrySet()) {
        writer.add(file.getKey(), file.getValue(), deflated);
      }
    }
  }

  /** The order of real programs follows no jar. */
  private static void write(Map<String, byte[]> classes, Path folder) throws IOException {
    writeJar(folder.resolve("all.jar"), classes, true);
    writeParts(folder, classes);
    Map<String, byte[]> own = new TreeMap<>();
    Map<String, byte[]> others = new TreeMap<>();
    classes.forEach((path, file) -> (path.startsWith(OWN) ? own : others).put(path, file));
    writeFiles(folder.resolve("task"), own);
    writeParts(Files.createDirectory(folder.resolve("task/lib")), others);
    List<String> names = new ArrayList<>();
    for (String path : classes.keySet()) {
      names.add(path.substring(0, path.length() - ".class".length()).replace('/', '.'));
    }
    Collections.shuffle(names, new Random(ORDER));
    Files.write(folder.resolve("names"), names);
  }

  private static void writeParts(Path folder, Map<String, byte[]> classes) throws IOException {
    List<Map<String, byte[]>> parts = divided(classes, JARS);
    for (int i = 0; i < JARS; i++) {
      writeJar(folder.resolve(jarName(i)), parts.get(i), true);
    }
  }

  private static String jarName(int number) {
    return String.format(Locale.ROOT, "part%02d.jar", number);
  }

  /** Complete or absent, whoever else does the same. */
  private static void publish(Path made, Path shelf, Path folder) throws IOException {
    Path incoming = Files.createTempDirectory(shelf, "new-");
    try (var files = Files.walk(made)) {
      for (Path file : files.filter(file -> !file.equals(made)).toList()) {
        Files.copy(file, incoming.resolve(made.relativize(file)));
      }
    }
    try {
      Files.move(incoming, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Trees.delete(incoming);
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  private static Map<String, byte[]> read(Path jar) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    try (InputStream file = Files.newInputStream(jar);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().endsWith(".class")) {
          classes.put(entry.getName(), zip.readAllBytes());
        }
      }
    }
    return classes;
  }

  private static String digest(Map<String, String> sources) {
    MessageDigest digest = DigestUtils.getSha256Digest();
    sources.values().forEach(source -> digest.update(source.getBytes(StandardCharsets.UTF_8)));
    digest.update(new byte[] {JARS, EDITION});
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }
}
