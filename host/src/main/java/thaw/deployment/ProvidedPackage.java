package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import thaw.function.CodeSource;
import thaw.function.DeploymentPackage;
import thaw.function.PackageLimit;
import thaw.problem.UserMistake;
import thaw.snapshot.ArchiveFormat;
import thaw.snapshot.ClassJar;

/**
 * The task root of a function that brings its JVM, for the runtime {@code provided.al2023}: the
 * function's files as they are, and beside them
 *
 * <pre>
 * bootstrap            looks at thaw/start and becomes the JVM
 * thaw/start           how the JVM is started, and what the archive was made of
 * thaw/jvm/            a runtime by jlink
 * thaw/client/         the runtime client
 * thaw/classes.jar     the function's own classes: archives have only those of jars
 * thaw/classes.aot     the archive
 * </pre>
 */
public final class ProvidedPackage {
  /** In the task root. */
  public static final String ARCHIVE = "thaw/" + ArchiveFormat.AOT_CACHE.fileName();

  private static final double MEGABYTE = 1e6;

  /** The task root on AWS. */
  public static final Path TASK = Path.of("/var/task");

  private static final String OPT = "/opt/";
  private static final String OPT_LIBRARIES = OPT + "java/lib";
  private static final String LIBRARIES = "lib";
  private static final String CLASSES = "thaw/classes.jar";
  private static final String CLIENT = "thaw/client/";
  private static final String JVM = "thaw/jvm/";

  private final Parts parts;
  private final Path root;

  /**
   * What goes into it.
   *
   * @param task where the package will be, {@link #TASK} on AWS
   * @param code the function's files, exploded
   * @param layers what is at {@code /opt}
   * @param client folder of the runtime client
   * @param clientJars their names in its {@code lib}, in the order of the class path
   * @param mainClass of the client
   * @param options of the JVM, but heap and processors, which depend on the environment
   * @param variables of the function
   * @param machine as {@code uname -m} has it
   */
  public record Parts(
      Path task,
      Path code,
      Optional<Path> layers,
      Path client,
      List<String> clientJars,
      String mainClass,
      List<String> options,
      Map<String, String> variables,
      String machine) {
    public Parts {
      clientJars = List.copyOf(clientJars);
      options = List.copyOf(options);
      variables = Map.copyOf(variables);
    }
  }

  /** What makes the JVM. */
  public interface Jvm {
    /**
     * @param classPath all jars
     * @param folder that is not there yet
     */
    void link(List<Path> classPath, Path folder) throws IOException;
  }

  private ProvidedPackage(Parts parts, Path root) {
    this.parts = parts;
    this.root = root;
  }

  /** Whether a function's code is a package of this kind: Java, whatever its runtime is called. */
  public static boolean isOne(CodeSource code) {
    if (!Files.isRegularFile(code.path())) {
      return Files.exists(code.path().resolve(StartList.NAME));
    }
    try (ZipFile zip = new ZipFile(code.path().toFile())) {
      return zip.getEntry(StartList.NAME) != null;
    } catch (IOException e) {
      return false; // whoever starts it says what is wrong
    }
  }

  /** Where the client is on AWS, for options that name a file of it. */
  public static Path clientOnAws() {
    return TASK.resolve(CLIENT);
  }

  /**
   * All but the archive.
   *
   * @param root an empty folder
   */
  public static ProvidedPackage stage(Parts parts, Jvm jvm, Path root) throws IOException {
    for (String own : List.of("bootstrap", "thaw")) {
      if (Files.exists(parts.code().resolve(own))) {
        throw new UserMistake(
            "the function has a file " + own + ", which a package of Thaw's brings itself",
            "rename or remove it");
      }
    }
    ProvidedPackage made = new ProvidedPackage(parts, root);
    copy(parts.code(), root);
    copy(parts.client(), root.resolve(CLIENT));
    ClassJar.write(parts.code(), Optional.of(parts.task()), root.resolve(CLASSES));
    jvm.link(List.copyOf(made.classPath().values()), root.resolve(JVM));
    made.bootstrap();
    normalise(root);
    made.list().write();
    return made;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private void bootstrap() throws IOException {
    String platform = "linux-" + parts.machine();
    String resource = "/thaw/deployment/bootstrap/" + platform + "/bootstrap";
    Path target = root.resolve("bootstrap");
    try (InputStream program =
        Objects.requireNonNull(
            ProvidedPackage.class.getResourceAsStream(resource), () -> "no " + resource)) {
      Files.copy(program, target);
    }
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Modes as Lambda shows them, one time. */
  private static void normalise(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              settle(file, Files.isExecutable(file));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
              throws IOException {
            settle(folder, true);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void settle(Path file, boolean executable) throws IOException {
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    Files.setLastModifiedTime(file, DeploymentZip.TIME);
  }

  /** The class path: names on AWS, and where the files are now. */
  private Map<String, Path> classPath() {
    Map<String, Path> jars = new LinkedHashMap<>();
    clientJars().forEach(name -> jars.put(name, place(name)));
    functionJars().forEach(name -> jars.put(name, place(name)));
    return jars;
  }

  private List<String> clientJars() {
    return parts.clientJars().stream().map(name -> CLIENT + "lib/" + name).toList();
  }

  private List<String> functionJars() {
    List<String> jars = new ArrayList<>(List.of(CLASSES));
    for (String folder : List.of(LIBRARIES, OPT_LIBRARIES)) {
      DeploymentPackage.jarsIn(place(folder)).forEach(name -> jars.add(folder + "/" + name));
    }
    return jars;
  }

  /** Where a file or folder is now; of layers that there are none of, nowhere. */
  private Path place(String name) {
    return name.startsWith(OPT)
        ? parts
            .layers()
            .orElse(root.resolve("thaw/no-layers"))
            .resolve(name.substring(OPT.length()))
        : root.resolve(name);
  }

  /** How the JVM is started: without an archive. */
  private StartList list() {
    StartList list = new StartList(this::place);
    list.add("root", parts.task().toString()).add("machine", parts.machine());
    for (String name : StartList.VARIABLES) {
      list.add("variable", name + " " + parts.variables().getOrDefault(name, ""));
    }
    list.add("java", JVM + "bin/java");
    parts.options().forEach(option -> list.add("option", option));
    clientJars().forEach(jar -> list.add("client", jar));
    functionJars().forEach(jar -> list.add("function", jar));
    return list.add("main", parts.mainClass());
  }

  /** And what an archive of it is made of. */
  private StartList factsList() throws IOException {
    StartList list =
        list()
            .file("file", JVM + "release")
            .head(JVM + "lib/server/libjvm.so")
            .head(JVM + "lib/modules")
            .jars(LIBRARIES)
            .jars(OPT_LIBRARIES);
    for (String jar : classPath().keySet()) {
      list.jar(jar);
    }
    return list;
  }

  /** With the archive that a run of it has written. */
  public void archive(Path trained) throws IOException {
    Files.copy(trained, root.resolve(ARCHIVE), StandardCopyOption.REPLACE_EXISTING);
    settle(root.resolve(ARCHIVE), false);
    factsList().file("archive", ARCHIVE).write();
    settle(root.resolve(StartList.NAME), false);
  }

  /** What an archive of it depends on, but the events. */
  public String facts() throws IOException {
    return factsList().file("file", JVM + "lib/modules").text();
  }

  /** The class path in its order, then the archive, by their names on AWS. */
  public Map<String, Path> manifestFiles() {
    Map<String, Path> files = classPath();
    for (String name : List.of(ARCHIVE, StartList.NAME, "bootstrap")) {
      files.put(name, place(name));
    }
    return files;
  }

  /** What the zip unpacks to. */
  public long bytes() throws IOException {
    return bytes(root);
  }

  public Path root() {
    return root;
  }

  /**
   * @throws UserMistake when Lambda would refuse it
   */
  public void requireWithinLimit() throws IOException {
    long all = bytes(root) + (parts.layers().isPresent() ? bytes(parts.layers().get()) : 0);
    if (all > PackageLimit.UNZIPPED_BYTES) {
      throw new UserMistake(
          "the package has %.0f MB unpacked, Lambda takes 262: the JVM %.0f, the archive %.0f, the"
                  .formatted(
                      all / MEGABYTE,
                      bytes(root.resolve(JVM)) / MEGABYTE,
                      Files.exists(root.resolve(ARCHIVE))
                          ? Files.size(root.resolve(ARCHIVE)) / MEGABYTE
                          : 0)
              + " function itself %.0f".formatted(bytes(parts.code()) / MEGABYTE),
          "leave out dependencies that the function does not use");
    }
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      long bytes = 0;
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }
}
