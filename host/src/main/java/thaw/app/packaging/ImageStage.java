package thaw.app.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import thaw.deployment.ImageWriter;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedParts;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.ForeignTree;
import thaw.files.Trees;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.DeploymentPackage;
import thaw.image.DockerTar;
import thaw.image.ImageFile;
import thaw.image.ImageSettings;
import thaw.image.ImageStore;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxUser;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.archive.ArchiveFormat;

/**
 * The root file system of a container image while it is made: from nothing, or on a base image with
 * a JDK and a runtime client where AWS's have them.
 */
final class ImageStage {
  private static final String LANG = "/var/lang";
  private static final String RUNTIME = "/var/runtime";
  private static final String OPT = "/opt";
  private static final List<String> HIDDEN = List.of("/tmp", "/proc", "/dev", "/sys");
  private static final String CLIENT_LIBRARIES = RUNTIME + "/lib";

  private final PackageOrder order;
  private final Path root;

  /** What a base image has there is not ours. */
  private final ForeignTree tree;

  private final Optional<Jdk> baseJdk;
  private Set<String> modules = Set.of();
  private final Map<String, Path> systemFiles = new LinkedHashMap<>();

  /** The files of the layers and of the function, where they are now. */
  private final Set<Path> layerFiles = new TreeSet<>();

  private Set<Path> functionFiles = Set.of();

  private ImageStage(PackageOrder order, Path root, Optional<Jdk> baseJdk) {
    this.order = order;
    this.root = root;
    this.tree = new ForeignTree(root);
    this.baseJdk = baseJdk;
  }

  static ImageStage own(PackageOrder order) throws IOException {
    order.plan().javaWithCache();
    return new ImageStage(
        order, Files.createDirectory(order.scratch().resolve("root")), Optional.empty());
  }

  /**
   * @throws UserMistake when it has no JDK with AOT caches where AWS's has it
   */
  static ImageStage onBase(ImageStore.Unpacked base, PackageOrder order) throws IOException {
    ForeignTree tree = new ForeignTree(base.root());
    Optional<Jdk> jdk = Jdks.readIn(tree, Path.of(LANG));
    if (jdk.isEmpty()
        || tree.below(Path.of(CLIENT_LIBRARIES)).isEmpty()
        || !ArchiveFormat.AOT_CACHE.isKnownTo(jdk.get())) {
      throw new UserMistake(
          "the base image has no JDK 25 in %s with a runtime client in %s/lib: %s"
              .formatted(LANG, RUNTIME, jdk.map(Jdk::label).orElse("no JDK")),
          "use AWS's public.ecr.aws/lambda/java:25, or leave --base out");
    }
    Path root = Files.createDirectory(order.scratch().resolve("root"));
    Trees.copy(base.root(), root);
    return new ImageStage(order, root, jdk);
  }

  Path root() {
    return root;
  }

  /** Returns the modules of the JVM that is linked; none are named for a base image's JDK. */
  Set<String> modules() {
    return modules;
  }

  /** Returns the system's files by their paths in the image. */
  Map<String, Path> systemFiles() {
    return systemFiles;
  }

  List<String> options() {
    List<String> all = new ArrayList<>(order.plan().optionsIn(PackageLayout.IMAGE));
    // A snapshot would have the file mapped that other JVMs remove.
    all.add("-XX:-UsePerfData");
    return all;
  }

  /** Returns the system of the base image, if there is one that says its name. */
  Optional<String> baseSystem() throws IOException {
    return baseJdk.isPresent()
        ? Optional.of(PackagedParts.system(root).orElse("an image without os-release"))
        : Optional.empty();
  }

  /** Returns the JDK in the image. */
  Jdk jdk() {
    return baseJdk.orElseGet(() -> order.target().jdkFor(order.plan().java()));
  }

  /** Returns the JDK and its modules, for people. */
  String words() {
    return baseJdk
        .map(jdk -> jdk.label() + " of the base image")
        .orElseGet(() -> "%s with %d modules".formatted(jdk().label(), modules.size()));
  }

  /**
   * Complete but for the archive, which a training run makes.
   *
   * @throws UserMistake when the base image has no place for the function
   */
  StagedPackage laidOut() throws IOException {
    try {
      StagedPackage made = staged();
      functionFiles = made.files();
      return made;
    } catch (FileAlreadyExistsException e) {
      throw noPlace("a file of it is where a folder has to be", e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof FileSystemLoopException circle) {
        throw noPlace("its links lead in a circle", circle);
      }
      throw e;
    }
  }

  private IOException noPlace(String why, FileSystemException at) {
    if (baseJdk.isEmpty()) {
      return at; // all of it is ours
    }
    throw noPlace(why, Path.of(at.getFile()));
  }

  private UserMistake noPlace(String why, Path at) {
    return new UserMistake(
        "the base image has no place for the function: %s, /%s"
            .formatted(why, tree.root().relativize(at)),
        "use another base image, such as AWS's public.ecr.aws/lambda/java:25");
  }

  /**
   * Files of an image are hidden where Lambda, and we, mount something of the environment's own.
   */
  private void requireSeen(String place) {
    Path at = tree.at(place);
    Path inside = Path.of("/").resolve(tree.root().relativize(at));
    if (HIDDEN.stream().anyMatch(inside::startsWith)) {
      throw noPlace(
          place + " leads to a folder that no function sees of its image, but its own", at);
    }
  }

  private StagedPackage staged() throws IOException {
    Path task = tree.made(StagedPackage.TASK);
    for (String place : List.of(StagedPackage.TASK.toString(), OPT, LANG, RUNTIME)) {
      requireSeen(place);
    }
    Optional<Path> layers = order.plan().layers();
    if (layers.isPresent()) {
      layerFiles.addAll(StagedPackage.stageLayers(layers.get(), tree, OPT));
    }
    StagedPackage.Parts parts = order.parts(PackageLayout.IMAGE, options(), Optional.empty());
    if (baseJdk.isPresent()) {
      List<String> jars = DeploymentPackage.jarsIn(tree, CLIENT_LIBRARIES);
      return StagedPackage.stage(parts.withClient(jars), task, root).complete();
    }
    StagedPackage made = StagedPackage.stage(parts, task, root);
    modules = order.link(made);
    made.complete();
    systemFiles.putAll(order.target().systemFiles(tree.at(LANG), root));
    return made;
  }

  /** Returns the program by which the image starts the function. */
  RuntimeProgram.Image program(FunctionDefinition function) {
    return new RuntimeProgram.Image(
        RuntimeProgram.Image.WHOLE,
        root,
        RuntimeProgram.Image.UNFINISHED,
        List.of(StagedPackage.TASK + "/bootstrap", function.handler()),
        StagedPackage.TASK,
        environment(),
        true,
        false);
  }

  /** Zips get the last one of Lambda, base images have it themselves. */
  private Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("LAMBDA_TASK_ROOT", StagedPackage.TASK.toString());
    environment.put("LAMBDA_RUNTIME_DIR", RUNTIME);
    if (!layerFiles.isEmpty() && baseJdk.isEmpty()) {
      environment.put(
          "LD_LIBRARY_PATH", "/var/lang/lib:/lib64:/usr/lib64:/var/task:/var/task/lib:/opt/lib");
    }
    return environment;
  }

  /**
   * @return the reference of what was pushed
   */
  Optional<String> write(FunctionDefinition function, ImageChoice.Ask ask, Path file)
      throws IOException, InterruptedException {
    ImageWriter writer = new ImageWriter(root);
    if (baseJdk.isEmpty()) {
      writer
          .layer(
              "system",
              at ->
                  !at.startsWith(LANG)
                      && !at.startsWith(RUNTIME)
                      && !functionFiles.contains(now(at))
                      && !layerFiles.contains(now(at)))
          .layer("runtime", at -> at.startsWith(LANG) || at.startsWith(RUNTIME));
    }
    PackageLayout layout = PackageLayout.IMAGE;
    Set<Path> trained =
        Set.of(
            tree.at(StagedPackage.TASK.resolve(layout.archive())),
            tree.at(StagedPackage.TASK.resolve(layout.list())));
    writer
        .layer("layers", at -> layerFiles.contains(now(at)))
        .layer("function", at -> functionFiles.contains(now(at)) && !trained.contains(now(at)))
        .layer("archive", at -> trained.contains(now(at)));
    ImageWriter.Start start =
        new ImageWriter.Start(
            program(function).command().subList(0, 1),
            List.of(function.handler()),
            environment(),
            Map.of(ImageSettings.SNAP_START_LABEL, "Allow"),
            Optional.of(SandboxUser.NUMBERS),
            order.target().architecture());
    Path scratch = order.scratch().resolve("jib");
    return writer.write(start, base(ask), ask.form(), ask.registry(), scratch, file);
  }

  /** Returns where a file is now that no link leads to, by its path in the image. */
  private Path now(Path at) {
    return tree.root().resolve(Path.of("/").relativize(at));
  }

  /** Writes the base image in the form that Jib reads; empty for an image from nothing. */
  private Optional<Path> base(ImageChoice.Ask ask) throws IOException {
    if (ask.base().isEmpty()) {
      return Optional.empty();
    }
    Path tar = order.scratch().resolve("base.tar");
    try (ImageFile image = ImageFile.open(ask.base().get(), order.target().architecture())) {
      DockerTar.write(image, order.scratch().resolve("layers"), tar);
    }
    return Optional.of(tar);
  }
}
