package thaw.deployment;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.files.ForeignTree;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Tool;
import thaw.snapshot.archive.ArchiveFormat;

/**
 * The root file system of a worker's image while it is made: Thaw, a JVM for it and for functions,
 * CRIU, and the application; of a system the C library and the few programs that Thaw's scripts
 * call.
 */
public final class WorkerImage {
  private static final Path PROGRAM = Path.of("/thaw");
  private static final Path JVM = PROGRAM.resolve("jre");
  private static final Path CRIU = PROGRAM.resolve("criu");
  private static final Path SERVICES = PROGRAM.resolve("services");
  private static final Path APPLICATION = Path.of("/app");

  /** The folder for archives of classes, which only a run of the image's own JVM can make. */
  private static final String TRAINED = "trained";

  /** The beginning of the line in which a program that rehearses says why it could not. */
  public static final String FAILED = "the rehearsal failed: ";

  private static final String OWN_ARCHIVE = "thaw.aot";
  private static final String CLIENT_ARCHIVES = "archives";

  /** The folder for content that can be made again; it is a volume where the root is read-only. */
  private static final String CACHE = "/var/cache";

  /** The folders of the built program that are needed to serve functions. */
  private static final List<String> PARTS =
      List.of("lib", "runtime-client", "thaw-runtime", "sqlite", "training-function");

  /** The programs that Thaw's scripts call, for limits, mounts and the removal of what is left. */
  private static final List<String> PROGRAMS =
      List.of(
          "cat",
          "chmod",
          "cp",
          "cut",
          "grep",
          "mkdir",
          "mount",
          "readlink",
          "rm",
          "rmdir",
          "sed",
          "setpriv",
          "setsid",
          "sh",
          "sleep",
          "truncate",
          "umount",
          "unshare");

  private static final Duration DUMP_PATIENCE = Duration.ofMinutes(2);

  private final Path root;
  private final Set<String> modules = new TreeSet<>();
  private boolean hasCriu;
  private Optional<String> services = Optional.empty();

  /**
   * @param root an empty folder
   */
  public WorkerImage(Path root) {
    this.root = root;
  }

  /** Thaw itself, but what asks AWS and clusters, and what measures. */
  public void putProgram(Path program) throws IOException {
    for (String part : PARTS) {
      if (Files.isDirectory(program.resolve(part))) {
        put(program.resolve(part), PROGRAM.resolve(part));
      }
    }
  }

  /** All modules of Java SE, as nobody knows what functions need, and those of Thaw's jars. */
  public void putJvm(LinkedJvms jvms, Jdk jdk) throws IOException {
    modules.addAll(JvmModules.allModules(jdk));
    modules.addAll(JvmModules.modules(jdk, List.copyOf(jars())));
    Path folder = at(JVM);
    jvms.put(JvmImage.here(jdk, modules), folder);
    settle(folder); // before: the archive knows the time of the modules
    dumpClasses(jdk, folder);
  }

  /** Makes the archive of the JDK's own classes, which every JDK has and jlink does not make. */
  private static void dumpClasses(Jdk jdk, Path jvm) {
    Path list = jdk.home().resolve("lib/classlist");
    if (Files.notExists(list)) {
      return; // starts take longer
    }
    Tool dump =
        Tool.run(
            List.of(
                jvm.resolve("bin/java").toString(),
                "-Xshare:dump",
                "-Xlog:all=off",
                "-XX:SharedClassListFile=" + list),
            DUMP_PATIENCE);
    if (!dump.succeeded()) {
      throw new UserMistake(
          "the JVM of the image makes no class archive: " + dump.firstLine(),
          "use another JDK of that version: --jdk DIR");
    }
  }

  /** The C library that the JVM needs, a few files of {@code /etc}, and programs. */
  public void putSystem() throws IOException {
    SystemFiles.copy(at(JVM), root);
    SystemFiles.copyPrograms(PROGRAMS, root);
  }

  /**
   * @param installation a root folder of its own, as {@code thaw setup} makes it
   */
  public void putCriu(Path installation) throws IOException {
    for (Path copy : new ForeignTree(installation).copyTo(new ForeignTree(root), CRIU.toString())) {
      StagedPackage.settle(copy, Files.isExecutable(copy));
    }
    hasCriu = true;
  }

  /**
   * Pods have no Maven to fetch it.
   *
   * @param program of a local service: a folder of jars
   * @param variable by which Thaw learns where such folders are
   */
  public void putService(Path program, String variable) throws IOException {
    put(program, SERVICES.resolve(program.getFileName()));
    services = Optional.of(variable);
  }

  /**
   * @param source a file or a folder
   * @param relative to the application's folder; may be empty
   */
  public void putOfApplication(Path source, Path relative) throws IOException {
    put(source, APPLICATION.resolve(relative).normalize());
  }

  /**
   * Returns the folder in which a worker's program has the class archives of runtime clients that
   * came with it.
   *
   * @param program may be no worker's: then there are none
   */
  public static Path archives(Path program) {
    return archivesAmong(program.resolve(TRAINED));
  }

  /** The same in a folder that {@link #putTrained} takes. */
  public static Path archivesAmong(Path trained) {
    return trained.resolve(CLIENT_ARCHIVES);
  }

  /** The JVM that is in the image already, as workers see it. */
  public Optional<Jdk> jdk() {
    return Jdks.readFor(at(JVM), JVM);
  }

  /** Thaw and its system, which what was trained depends on, by their paths in the image. */
  public Map<String, Path> trainers() throws IOException {
    Map<String, Path> trainers = files();
    trainers
        .keySet()
        .removeIf(name ->
            List.of(APPLICATION, CRIU, SERVICES).stream().anyMatch(Path.of(name)::startsWith));
    return trainers;
  }

  /**
   * Lets the image's own program rehearse being a worker, in the image's own root and as a pod
   * without rights has it: so classes are loaded from where they will be.
   *
   * @param rehearsal class with a main method; before it fails it says why, see {@link #FAILED}
   * @param folder gets what {@link #putTrained} takes
   * @return why that was not possible, in one line
   */
  public Optional<String> rehearse(String rehearsal, Path folder) throws IOException {
    settle(root);
    List<String> command = new ArrayList<>(jvm());
    command.addAll(ArchiveFormat.AOT_CACHE.write(PROGRAM.resolve(OWN_ARCHIVE)));
    command.addAll(List.of("-cp", classPath(), rehearsal, "worker"));
    Path made = at(PROGRAM.resolve(OWN_ARCHIVE));
    Set<String> before = files().keySet();
    try {
      Optional<String> problem = new WorkerRehearsal(root).run(environment(), command, folder);
      if (problem.isEmpty() && Files.exists(made)) {
        Files.move(made, folder.resolve(OWN_ARCHIVE));
        return Optional.empty();
      }
      return problem.or(() -> Optional.of("its JVM has written none"));
    } finally {
      deleteAllBut(before);
    }
  }

  /** A JVM that was ended leaves what it trained with, one that crashed a report of that. */
  private void deleteAllBut(Set<String> before) throws IOException {
    for (Map.Entry<String, Path> file : files().entrySet()) {
      if (!before.contains(file.getKey())) {
        Files.deleteIfExists(file.getValue());
      }
    }
  }

  /**
   * Puts into the image what a rehearsal has made.
   *
   * @param folder may have more in it
   */
  public void putTrained(Path folder) throws IOException {
    for (String each : List.of(OWN_ARCHIVE, CLIENT_ARCHIVES)) {
      Path made = folder.resolve(each);
      if (Files.exists(made)) {
        put(
            made,
            PROGRAM.resolve(TRAINED).resolve(each),
            file -> !String.valueOf(file.getFileName()).startsWith("."));
      }
    }
  }

  private Path at(Path path) {
    return root.resolve(path.toString().substring(1));
  }

  /** Copies what links lead to, as images get no links. */
  private void put(Path source, Path target) throws IOException {
    put(source, target, _ -> true);
  }

  private void put(Path source, Path target, Predicate<Path> which) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(source, FileVisitOption.FOLLOW_LINKS)) {
      files = tree.filter(Files::isRegularFile).filter(which).sorted().toList();
    }
    for (Path file : files) {
      Path copy = at(target).resolve(source.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.write(copy, Files.readAllBytes(file));
      StagedPackage.settle(copy, Files.isExecutable(file));
    }
  }

  private static void settle(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        StagedPackage.settle(file, Files.isExecutable(file));
      }
    }
  }

  /** Modules of the JVM. */
  public Set<String> modules() {
    return modules;
  }

  /** Returns the files by their paths in the image. */
  public Map<String, Path> files() throws IOException {
    Map<String, Path> files = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(root)) {
      tree.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .forEach(file -> files.put("/" + root.relativize(file), file));
    }
    return files;
  }

  private List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(at(PROGRAM.resolve("lib")))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /**
   * @param architecture as Lambda names it
   * @param scratch a folder of ours
   * @param target a file, or for an OCI layout a folder
   * @return the reference of what was pushed
   */
  public Optional<String> write(
      ImageWriter.Form form,
      Optional<String> registry,
      String architecture,
      Path scratch,
      Path target)
      throws IOException, InterruptedException {
    settle(root);
    for (String folder : List.of(CACHE, "/var/lib/thaw")) {
      Files.createDirectories(at(Path.of(folder)));
    }
    return new ImageWriter(root)
        .layer("system", path -> !path.startsWith(PROGRAM) && !path.startsWith(APPLICATION))
        .layer("jvm", path -> path.startsWith(JVM))
        .layer("criu", path -> path.startsWith(CRIU))
        .layer(
            "thaw",
            path ->
                path.startsWith(PROGRAM)
                    && List.of(JVM, CRIU, PROGRAM.resolve(TRAINED)).stream()
                        .noneMatch(path::startsWith))
        .layer(TRAINED, path -> path.startsWith(PROGRAM.resolve(TRAINED)))
        .layer("application", path -> path.startsWith(APPLICATION))
        .write(start(architecture), Optional.empty(), form, registry, scratch, target);
  }

  /**
   * Another command of Thaw's in such an image than the worker that it starts by itself.
   *
   * @param words the command's name, and behind the application's folder its options
   */
  public static List<String> command(String... words) {
    return program(List.of(), PROGRAM + "/lib/*", words);
  }

  private static List<String> program(List<String> options, String classPath, String... words) {
    List<String> program = new ArrayList<>(jvm());
    program.addAll(options);
    program.addAll(List.of("-cp", classPath, "thaw.cli.Main", words[0], APPLICATION.toString()));
    program.addAll(List.of(words).subList(1, words.length));
    return program;
  }

  /** An archive fits only these options. */
  private static List<String> jvm() {
    return List.of(
        JVM + "/bin/java",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx512m",
        "-Dthaw.program=" + PROGRAM,
        "-Duser.home=" + CACHE);
  }

  private String classPath() throws IOException {
    return jars().stream()
        .map(jar -> PROGRAM + "/lib/" + jar.getFileName())
        .collect(Collectors.joining(":"));
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("HOME", CACHE);
    environment.put("JAVA_HOME", JVM.toString());
    environment.put("LANG", "C.UTF-8");
    environment.put("PATH", "/usr/bin");
    environment.put("XDG_CACHE_HOME", CACHE);
    environment.put("THAW_CACHE", CACHE + "/thaw"); // a volume of a pod can be written by all
    return environment;
  }

  /**
   * Returns the command that starts Thaw as the launcher would, without what that finds out about a
   * machine.
   */
  private ImageWriter.Start start(String architecture) throws IOException {
    Path archive = PROGRAM.resolve(TRAINED).resolve(OWN_ARCHIVE);
    List<String> options =
        Files.exists(at(archive))
            ? List.of("-XX:AOTCache=" + archive, "-Xlog:aot*=off", "-Xlog:cds*=off")
            : List.of();
    List<String> entryPoint = program(options, classPath(), "run", "--worker");
    Map<String, String> environment = environment();
    services.ifPresent(variable -> environment.put(variable, SERVICES.toString()));
    if (hasCriu) {
      environment.put("THAW_CRIU", CRIU.toString());
    }
    return new ImageWriter.Start(
        entryPoint,
        List.of("--host", "0.0.0.0", "--port", "3001", "--data", "/var/lib/thaw/events"),
        environment,
        Map.of(),
        Optional.empty(),
        architecture);
  }
}
