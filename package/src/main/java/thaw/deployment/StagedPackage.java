package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import thaw.files.ForeignTree;
import thaw.files.Trees;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.PackageLimit;
import thaw.problem.UserMistake;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapshot.archive.ClassJar;

/**
 * A function that brings its JVM, laid out as on AWS: in its task root the function's files, and
 * beside them
 *
 * <pre>
 * bootstrap            looks at thaw/start and becomes the JVM
 * thaw/start           how the JVM is started, and what the archive was made of
 * thaw/jvm/            a runtime by jlink; in an image /var/lang
 * thaw/client/         the runtime client; in an image /var/runtime
 * lib/0-classes.jar    the function's class files: archives have only those of jars
 * thaw/classes.aot     the archive
 * </pre>
 */
public final class StagedPackage {
  private static final double MEGABYTE = 1e6;

  /** The task root on AWS. */
  public static final Path TASK = Path.of("/var/task");

  private static final String OPT = "/opt/";
  private static final String OPT_LIBRARIES = OPT + "java/lib";
  private static final String LIBRARIES = "lib";
  private static final String LIBJVM = "lib/server/libjvm.so";
  private static final String CLASSES = DeploymentPackage.OWN_CLASSES;

  /**
   * Frameworks that find such a file read all classes of the folder or jar that it is in: JPA finds
   * entities so, and CDI beans.
   */
  private static final List<String> OF_SEARCHED_FOLDERS =
      List.of("META-INF/beans.xml", "META-INF/persistence.xml");

  private final Parts parts;
  private final Path root;

  /** The tree with the task root, whose own paths are relative. */
  private final ForeignTree task;

  private final ForeignTree system;

  private PackagedAgents agents = PackagedAgents.NONE;

  /** The folders of client and JVM, unless a base image has them. */
  private List<Path> ours = List.of();

  /** The files that are placed, but those of the JVM and the runtime client. */
  private final Set<Path> files = new TreeSet<>();

  /**
   * The parts that go into a package.
   *
   * @param layout where it goes
   * @param task where the task root will be, {@link #TASK} on AWS
   * @param code the function's files, exploded; absent for a runtime without a function
   * @param layers what is at {@code /opt}
   * @param clientJars of the runtime client, names in its {@code lib}, in the order of the class
   *     path
   * @param mainClass of the client
   * @param options of the JVM, but heap and processors, which depend on the environment
   * @param variables of the function
   * @param machine as {@code uname -m} has it
   */
  public record Parts(
      PackageLayout layout,
      Path task,
      Optional<Path> code,
      Optional<Path> layers,
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

    /** The same with the runtime client of a base image. */
    public Parts withClient(List<String> jars) {
      return new Parts(layout, task, code, layers, jars, mainClass, options, variables, machine);
    }
  }

  private StagedPackage(Parts parts, Path root, Path system) {
    this.parts = parts;
    this.root = root;
    this.task = ForeignTree.around(root, system);
    this.system = new ForeignTree(system);
  }

  /**
   * Returns whether a function's code is a package of this kind: Java, whatever its runtime is
   * called.
   */
  public static boolean isOne(CodeSource code) {
    if (!Files.isRegularFile(code.path())) {
      return Files.exists(code.path().resolve(PackageLayout.PROVIDED.list()));
    }
    try (ZipFile zip = new ZipFile(code.path().toFile())) {
      return zip.getEntry(PackageLayout.PROVIDED.list()) != null;
    } catch (IOException e) {
      return false; // whoever starts it says what is wrong
    }
  }

  /** Returns the path of the client on AWS, for options that name a file of it. */
  public static Path clientOnAws(PackageLayout layout) {
    return TASK.resolve(layout.client());
  }

  /**
   * Writes what layers have at {@code /opt}, with the modes and the time of a package's files.
   *
   * @param layers laid over each other
   * @param folder of the tree that is {@code /opt}
   * @return the files
   */
  public static List<Path> stageLayers(Path layers, ForeignTree tree, String folder)
      throws IOException {
    List<Path> files = copy(layers, tree, folder);
    settle(files, tree);
    return files;
  }

  /**
   * The function's files.
   *
   * @param root the task root, which has nothing in it but what a base image has there
   * @param system the root file system that it is in; for a zip any other folder
   * @throws UserMistake when a base image, or the function itself, has something else there
   */
  public static StagedPackage stage(Parts parts, Path root, Path system) throws IOException {
    StagedPackage made = new StagedPackage(parts, root, system);
    if (parts.code().isPresent()) {
      Path code = parts.code().get();
      for (String own : List.of("bootstrap", "thaw", CLASSES)) {
        if (new ForeignTree(code).find(own).isPresent()) {
          throw new UserMistake(
              "the function has a file " + own + ", which a package of Thaw's brings itself",
              "rename or remove it");
        }
      }
      if (made.task.find(parts.layout().list()).isPresent()) {
        throw new UserMistake(
            "the base image has a packaged function in " + parts.task(),
            "use what it was made on as the base");
      }
      List<Path> classes = ClassJar.writeInPlace(code, parts.task(), made.placed(CLASSES));
      made.files.addAll(copyAllBut(classes, code, made.task));
      made.agents = PackagedAgents.of(parts.variables(), parts.task(), made::place);
    }
    return made;
  }

  /** Adds the runtime client; {@link #jvm} is to get a JVM before it is complete. */
  public StagedPackage withClient(Path client) throws IOException {
    copy(client, treeOf(parts.layout().client()), parts.layout().client());
    Files.createDirectories(jvm().getParent());
    ours = List.of(jvm(), client());
    return this;
  }

  /** Adds what starts it, which makes it complete but for the archive. */
  public StagedPackage complete() throws IOException {
    for (Path folder : ours) {
      normalise(folder);
    }
    if (parts.layout().bootstrap().isPresent()) {
      bootstrap(placed(parts.layout().bootstrap().get()));
    }
    list().write(placed(parts.layout().list()));
    if (parts.code().isPresent()) {
      settle(files, task);
    }
    return this;
  }

  /** Returns the place for a file of ours, without what a base image has there. */
  private Path placed(String name) throws IOException {
    Path file = (name.startsWith("/") ? system : task).placed(name);
    Trees.delete(file);
    files.add(file);
    return file;
  }

  /**
   * Leaves out the classes that are in a jar, unless a base image has others in their places, or a
   * framework looks for them in the folder.
   */
  private static List<Path> copyAllBut(List<Path> classes, Path code, ForeignTree task)
      throws IOException {
    ForeignTree tree = new ForeignTree(code);
    if (OF_SEARCHED_FOLDERS.stream().anyMatch(name -> tree.findFile(name).isPresent())) {
      return copy(code, task, "");
    }
    Set<Path> inJar = new HashSet<>();
    classes.forEach(file -> inJar.add(code.relativize(file)));
    return copy(
        code, task, "", file -> !inJar.contains(file) || task.find(file.toString()).isPresent());
  }

  private static List<Path> copy(Path from, ForeignTree to, String folder) throws IOException {
    return copy(from, to, folder, _ -> true);
  }

  /** Copies a folder, following links within it. */
  private static List<Path> copy(Path from, ForeignTree to, String folder, Predicate<Path> chosen)
      throws IOException {
    try {
      return new ForeignTree(from).copyTo(to, folder, chosen);
    } catch (FileSystemLoopException e) {
      throw DeploymentZip.endless(e);
    }
  }

  /**
   * Gives files, and the folders that are made for them, modes as Lambda shows them and one time.
   */
  private static void settle(Collection<Path> files, ForeignTree tree) throws IOException {
    Set<Path> folders = new TreeSet<>();
    for (Path file : files) {
      settle(file, Files.isExecutable(file));
      for (Path above = file.getParent();
          above != null && above.startsWith(tree.root()) && folders.add(above);
          above = above.getParent()) {
        settle(above, true);
      }
    }
  }

  private void bootstrap(Path target) throws IOException {
    String platform = "linux-" + parts.machine();
    String resource = "/thaw/deployment/bootstrap/" + platform + "/bootstrap";
    try (InputStream program =
        Objects.requireNonNull(
            StagedPackage.class.getResourceAsStream(resource), () -> "no " + resource)) {
      Files.copy(program, target);
    }
    settle(target, true);
  }

  /** Does the same to all that is in a folder of ours. */
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

  static void settle(Path file, boolean executable) throws IOException {
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    Files.setLastModifiedTime(file, DeploymentZip.TIME);
  }

  /** The class path: names on AWS, and where the files are now. */
  public Map<String, Path> classPath() {
    Map<String, Path> jars = new LinkedHashMap<>();
    clientJars().forEach(name -> jars.put(name, place(name)));
    functionJars().forEach(name -> jars.put(name, place(name)));
    return jars;
  }

  private List<String> clientJars() {
    return parts.clientJars().stream()
        .map(name -> parts.layout().client() + "lib/" + name)
        .toList();
  }

  private List<String> functionJars() {
    if (parts.code().isEmpty()) {
      return List.of();
    }
    Set<String> jars = new LinkedHashSet<>(List.of(CLASSES));
    for (String folder : List.of(LIBRARIES, OPT_LIBRARIES)) {
      jarsIn(folder).forEach(name -> jars.add(folder + "/" + name));
    }
    return List.copyOf(jars);
  }

  private List<String> jarsIn(String folder) {
    return DeploymentPackage.jarsIn(treeOf(folder), inTree(folder));
  }

  /**
   * Returns the present place of a file or folder by its path in the package. Without layers, a
   * path below {@code /opt} leads to no file.
   */
  private Path place(String name) {
    return treeOf(name).at(inTree(name));
  }

  private ForeignTree treeOf(String name) {
    if (!name.startsWith("/")) {
      return task;
    }
    return isInLayers(name) ? new ForeignTree(parts.layers().get()) : system;
  }

  private String inTree(String name) {
    return isInLayers(name) ? name.substring(Math.min(OPT.length(), name.length())) : name;
  }

  private boolean isInLayers(String name) {
    return (name + "/").startsWith(OPT) && parts.layers().isPresent();
  }

  /** Returns the start list of the JVM, without an archive. */
  private StartList list() {
    StartList list = new StartList(this::place);
    list.add("root", parts.task().toString()).add("machine", parts.machine());
    for (String name : StartList.VARIABLES) {
      list.add("variable", name + " " + parts.variables().getOrDefault(name, ""));
    }
    list.add("java", parts.layout().jvm() + "bin/java");
    parts.options().forEach(option -> list.add("option", option));
    if (hasAgents()) {
      PackagedAgents.OPTIONS.forEach(option -> list.add("option", option));
      list.add("form", "cds");
    }
    clientJars().forEach(jar -> list.add("client", jar));
    functionJars().forEach(jar -> list.add("function", jar));
    return list.add("main", parts.mainClass());
  }

  /** Returns the start list, with what an archive of it is made of. */
  private StartList factsList() throws IOException {
    String jvm = parts.layout().jvm();
    StartList list =
        list().file("file", jvm + "release").head(jvm + LIBJVM).head(jvm + "lib/modules");
    if (parts.code().isPresent()) {
      for (String folder : List.of(LIBRARIES, OPT_LIBRARIES)) {
        list.jars(folder, jarsIn(folder).size());
      }
    }
    Set<String> jars = new LinkedHashSet<>(classPath().keySet());
    jars.addAll(agents.jars());
    for (String jar : jars) {
      list.jar(jar);
    }
    if (agents.wrapper().isPresent()) {
      list.file("file", agents.wrapper().get());
    }
    return list;
  }

  /** Adds the archive that a run of it has written. */
  public void archive(Path trained) throws IOException {
    String name = parts.layout().archive();
    Files.copy(trained, placed(name));
    settle(place(name), false);
    factsList().file("archive", name).write(place(parts.layout().list()));
    settle(place(parts.layout().list()), false);
  }

  /** Returns whether its JVM starts with agents, whose archive is no AOT cache. */
  public boolean hasAgents() {
    return !agents.jars().isEmpty();
  }

  /** Returns the form of its archive. */
  public ArchiveFormat archiveFormat() {
    return hasAgents() ? ArchiveFormat.DYNAMIC_CDS : ArchiveFormat.AOT_CACHE;
  }

  /** The folder of its JVM, where it is now. */
  public Path jvm() {
    return place(parts.layout().jvm());
  }

  /** The folder of its runtime client, where it is now. */
  public Path client() {
    return place(parts.layout().client());
  }

  /** The start list, where it is now. */
  Path listFile() {
    return place(parts.layout().list());
  }

  /** Returns the files that it has placed, but those of the JVM and the runtime client. */
  public Set<Path> files() {
    return files;
  }

  /** Returns the facts that an archive of it depends on, without the events. */
  public String facts() throws IOException {
    return factsList().file("file", parts.layout().jvm() + "lib/modules").text();
  }

  /** The class path in its order, then the archive, by their names on AWS. */
  public Map<String, Path> manifestFiles() {
    Map<String, Path> files = classPath();
    PackageLayout layout = parts.layout();
    files.put(layout.archive(), place(layout.archive()));
    files.put(layout.list(), place(layout.list()));
    layout.bootstrap().ifPresent(name -> files.put(name, place(name)));
    return files;
  }

  public Path root() {
    return root;
  }

  /** Its class archive, where it is now. */
  Path archiveFile() {
    return place(parts.layout().archive());
  }

  /**
   * The unpacked bytes of a package.
   *
   * @param jvm 0 where it is in an image
   * @param client likewise, with what starts both
   * @param function its own files, with those of its layers
   */
  public record Size(long jvm, long client, long archive, long function) {
    public long all() {
      return jvm + client + archive + function;
    }

    /** Returns its parts, those that it has. */
    public String words() {
      return Stream.of(
              part("the JVM", jvm),
              part("the runtime client", client),
              part("the archive", archive),
              part("the function", function))
          .filter(each -> !each.isEmpty())
          .collect(Collectors.joining(", "));
    }

    private static String part(String name, long bytes) {
      return bytes == 0 ? "" : "%s %.1f MB".formatted(name, bytes / MEGABYTE);
    }
  }

  /** Returns what it consists of, but for what an image has of its own. */
  public Size size() throws IOException {
    long jvm = 0;
    long client = 0;
    for (Path folder : ours) {
      jvm += folder.equals(jvm()) ? bytes(folder) : 0;
      client += folder.equals(client()) ? bytes(folder) : 0;
    }
    long start = Files.size(listFile());
    if (parts.layout().bootstrap().isPresent()) {
      start += Files.size(place(parts.layout().bootstrap().get()));
    }
    long archive = Files.exists(archiveFile()) ? Files.size(archiveFile()) : 0;
    long inTask = bytes(root) - archive - start;
    inTask -= jvm().startsWith(root) ? jvm + client : 0;
    long layers = parts.layers().isPresent() ? bytes(parts.layers().get()) : 0;
    return new Size(jvm, client + start, archive, inTask + layers);
  }

  /**
   * @throws UserMistake when Lambda would refuse it
   */
  public void requireWithinLimit() throws IOException {
    Size size = size();
    if (size.all() > PackageLimit.UNZIPPED_BYTES) {
      throw new UserMistake(
          "the package has %.0f MB unpacked, Lambda takes 262: %s"
              .formatted(size.all() / MEGABYTE, size.words()),
          "make a container image, which may be larger (--to image), keep the jars compressed where"
              + " thaw fix has stored them (stored-jars), or leave out dependencies that the function"
              + " does not use");
    }
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Counts the bytes of a file, or of all files in a folder. */
  public static long bytes(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      long bytes = 0;
      for (Path file : tree.filter(StagedPackage::isFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }
}
