package thaw.lab.classloading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.lab.engine.Jvm;
import thaw.lab.engine.Workbench;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.jdk.Jdk;

/** Lays the same classes out in files in all ways that are compared, each once in a run. */
final class ClassLayouts {
  private static final String PROGRAM = "thaw.course.classloading.LoadClasses";
  private static final String BOOT = "org.springframework.boot.loader.launch.JarLauncher";

  /** The options that Lambda's managed runtimes give to their JVMs. */
  private static final List<String> LIKE_LAMBDA =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Entries of a jar that is not used, and their sizes; a compressed class has about as much. */
  private static final int UNUSED_ENTRIES = 100;

  private static final int UNUSED_BYTES = 1_500;
  private static final int CLASS_BYTES = 5_000;
  private static final int RESOURCE_BYTES = 100_000;
  private static final int MEGABYTE = 1_000_000;

  private final Workbench workbench;
  private final ClassStore store;
  private final Path folder;
  private final Map<ClassSource.Layout, Place> places = new HashMap<>();

  /** A class path, and what is started. */
  private record Place(List<Path> classPath, List<String> program) {}

  ClassLayouts(Workbench workbench, ClassStore store) throws IOException {
    this.workbench = workbench;
    this.store = store;
    this.folder = Files.createTempDirectory(workbench.folder(), "class-loading-");
  }

  /**
   * The JVM that loads from there. Makes the files and the archive when they are not there yet.
   *
   * @throws SampleFailure when there is no such archive
   */
  Jvm jvm(ClassSource source, Jdk jdk) throws IOException, InterruptedException, SampleFailure {
    Place place = places.get(source.layout());
    if (place == null) {
      place = made(source.layout());
      places.put(source.layout(), place);
    }
    Jvm jvm =
        Jvm.on(jdk, place.classPath(), place.program().toArray(String[]::new)).with(LIKE_LAMBDA);
    if (!source.verified()) {
      jvm = jvm.with("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");
    }
    return workbench.archives().with(source.archive(), jvm, jvm);
  }

  private Place made(ClassSource.Layout layout) throws IOException {
    return switch (layout) {
      case ClassSource.Layout.Folder _ ->
          of(List.of(ClassStore.writeFiles(folder.resolve("folder"), store.classes())));
      case ClassSource.Layout.Jars jars -> of(jars(jars));
      case ClassSource.Layout.Task _ ->
          new Place(
              List.of(workbench.courseJar()),
              List.of(PROGRAM, store.names().toString(), store.task().toString()));
      case ClassSource.Layout.Nested nested ->
          new Place(List.of(nested(nested)), List.of(BOOT, store.names().toString()));
      case ClassSource.Layout.Unused unused -> of(unused(unused));
      case ClassSource.Layout.Padded padded -> of(List.of(padded(padded)));
      case ClassSource.Layout.OneIn some ->
          new Place(
              List.of(workbench.courseJar(), store.jar()),
              List.of(PROGRAM, some(some.part()).toString()));
    };
  }

  private Place of(List<Path> classPath) {
    List<Path> all = new ArrayList<>();
    all.add(workbench.courseJar());
    all.addAll(classPath);
    return new Place(all, List.of(PROGRAM, store.names().toString()));
  }

  /** Those of which archives are made must stay where they are from one run to the next. */
  private List<Path> jars(ClassSource.Layout.Jars jars) throws IOException {
    if (jars.deflated() && jars.count() == 1) {
      return List.of(store.jar());
    }
    if (jars.deflated() && jars.count() == store.jars().size()) {
      return store.jars();
    }
    return divided(
        store.classes(),
        jars.count(),
        jars.deflated(),
        jars.count() + (jars.deflated() ? "-jars" : "-stored"));
  }

  private List<Path> divided(Map<String, byte[]> classes, int count, boolean deflated, String name)
      throws IOException {
    Path root = Files.createDirectories(folder.resolve(name));
    List<Path> jars = new ArrayList<>();
    for (Map<String, byte[]> part : ClassStore.divided(classes, count)) {
      Path jar = root.resolve(numbered("part", jars.size()));
      ClassStore.writeJar(jar, part, deflated);
      jars.add(jar);
    }
    return jars;
  }

  /** Makes a jar with nested jars in the layout of Spring Boot's Maven plugin. */
  private Path nested(ClassSource.Layout.Nested nested) throws IOException {
    Path jar = folder.resolve(nested.deflated() ? "boot.jar" : "boot-stored.jar");
    String attributes =
        "Main-Class: "
            + BOOT
            + "\r\nStart-Class: "
            + PROGRAM
            + "\r\nSpring-Boot-Classes: BOOT-INF/classes/\r\nSpring-Boot-Lib: BOOT-INF/lib/\r\n";
    List<Path> inner =
        nested.deflated() && nested.jars() == store.jars().size()
            ? store.jars()
            : divided(store.classes(), nested.jars(), nested.deflated(), "inner-stored");
    try (JarWriter writer = new JarWriter(jar, attributes)) {
      for (Path loader : workbench.libraries("boot-loader")) {
        copy(loader, writer);
      }
      writer.stored("BOOT-INF/lib/", new byte[0]);
      writer.stored("BOOT-INF/lib/program.jar", Files.readAllBytes(workbench.courseJar()));
      for (Path part : inner) {
        writer.stored("BOOT-INF/lib/" + part.getFileName(), Files.readAllBytes(part));
      }
    }
    return jar;
  }

  private static void copy(Path library, JarWriter writer) throws IOException {
    try (ZipFile zip = new ZipFile(library.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        boolean ofProgram =
            entry.getName().startsWith("org/") || entry.getName().startsWith("META-INF/services/");
        if (ofProgram && !entry.isDirectory()) {
          try (InputStream content = zip.getInputStream(entry)) {
            writer.add(entry.getName(), content.readAllBytes(), true);
          }
        }
      }
    }
  }

  private List<Path> unused(ClassSource.Layout.Unused unused) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (int i = 0; i < unused.jars(); i++) {
      jars.add(unusedJar(i));
    }
    jars.add(unused.before() ? jars.size() : 0, store.jar());
    return jars;
  }

  private Path unusedJar(int number) throws IOException {
    Path jar = folder.resolve(numbered("unused", number));
    if (!Files.exists(jar)) {
      try (JarWriter writer = new JarWriter(jar)) {
        byte[] content = noise(UNUSED_BYTES);
        for (int i = 0; i < UNUSED_ENTRIES; i++) {
          writer.stored("example/unused" + number + "/Unused" + i + ".class", content);
        }
      }
    }
    return jar;
  }

  /** Makes a jar that is larger by content which is never read and does not compress. */
  private Path padded(ClassSource.Layout.Padded padded) throws IOException {
    Path jar =
        folder.resolve(padded.megabytes() + (padded.classes() ? "-classes" : "-data") + ".jar");
    byte[] content = noise(padded.classes() ? CLASS_BYTES : RESOURCE_BYTES);
    try (JarWriter writer = new JarWriter(jar)) {
      for (Map.Entry<String, byte[]> file : store.classes().entrySet()) {
        writer.add(file.getKey(), file.getValue(), true);
      }
      for (int i = 0; i < padded.megabytes() * (MEGABYTE / content.length); i++) {
        writer.stored(
            padded.classes()
                ? "example/unused" + i / UNUSED_ENTRIES + "/Unused" + i + ".class"
                : "resources/data" + i + ".bin",
            content);
      }
    }
    return jar;
  }

  private Path some(int part) throws IOException {
    List<String> names = Files.readAllLines(store.names());
    List<String> some = new ArrayList<>();
    for (int i = 0; i < names.size(); i += part) {
      some.add(names.get(i));
    }
    return Files.write(folder.resolve("one-in-" + part), some);
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(1).nextBytes(noise);
    return noise;
  }

  private static String numbered(String name, int number) {
    return String.format(Locale.ROOT, "%s%03d.jar", name, number);
  }
}
