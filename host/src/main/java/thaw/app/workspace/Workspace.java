package thaw.app.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.build.ProjectBuild;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.ThawFile;
import thaw.app.shared.Folders;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.app.shared.Stages;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.ManagedRuntime;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.Application;
import thaw.function.CustomRuntime;
import thaw.function.CustomerRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.HostArchitecture;
import thaw.function.Region;
import thaw.function.handler.HandlerCheck;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.DeploymentStore;
import thaw.function.packaging.Sha256;
import thaw.function.packaging.Shelf;
import thaw.function.template.ReadOptions;
import thaw.image.ImageStore;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.service.LocalServices;
import thaw.service.Seed;
import thaw.service.ServiceAccess;
import thaw.service.ServiceSpec;
import thaw.snapshot.CriuFolder;
import thaw.snapshot.SnapshotStore;
import thaw.snapshot.archive.ArchiveStore;
import thaw.snapshot.setup.CriuProbe;
import thaw.snapstart.ArchiveTraining;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/**
 * One run of a command that starts functions: the instance, the caches, and the way from a
 * function's definition to what its environments are made of. The place where rooms are wired.
 */
public final class Workspace implements AutoCloseable {
  private final Folders folders;
  private final Progress progress;
  private final Instance instance;
  private final DeploymentStore packages;
  private final ImageStore images;
  private final Caches caches;
  private final ArchiveStore archives;
  private final FunctionArchives functionArchives;
  private final Jdks jdks;
  private final ProjectBuild projects;
  private final Runnable hook;

  /** One preparation at a time: two builds in one project would disturb each other. */
  private final ReentrantLock preparing = new ReentrantLock();

  private final Map<ClientKind, Client> clients =
      new EnumMap<>(ClientKind.class); // guarded by preparing

  private final Map<Object, DeploymentPackage> exploded = new HashMap<>(); // guarded by preparing
  private final Set<CodeSource> changed = new HashSet<>(); // guarded by preparing
  private final Set<String> said = new HashSet<>(); // guarded by preparing
  private @Nullable LocalServices services;
  private @Nullable ThawFile usual;
  private @Nullable Snapshots snapshots; // guarded by preparing

  private Workspace(Folders folders, Progress progress, SandboxHost host) {
    this.folders = folders;
    this.progress = progress;
    Caches.close(folders.cache(), progress::line);
    this.jdks = Jdks.find(System.getenv(), folders.userHome());
    this.packages = new DeploymentStore(folders.cache().resolve("functions"), progress::line);
    this.images = new ImageStore(folders.cache().resolve("images"), progress::line);
    this.archives = new ArchiveStore(folders.cache().resolve("archives"), progress::line);
    List<Shelf> shelves = new ArrayList<>(packages.shelves());
    shelves.add(images.shelf());
    shelves.add(archives.shelf());
    shelves.add(new ArchiveStore(lab().resolve("archives")).shelf());
    shelves.add(ProjectBuild.shelf(folders.cache().resolve("builds")));
    this.caches = Caches.open(folders.cache(), shelves, Instant.now(), progress::line);
    this.projects = new ProjectBuild(progress, folders.cache().resolve("builds"));
    this.instance = Instance.open(host, folders.instances());
    instance.outside().tell(UnservedHosts.DOMAINS, new UnservedHosts(progress::line)::asked);
    this.hook = Interruption.onInterrupt(instance::close);
    this.functionArchives =
        new FunctionArchives(
            instance,
            new SnapshotStore(folders.cache().resolve("function-archives"), progress::line));
  }

  public static Workspace open(Progress progress) {
    return new Workspace(Folders.of(System.getenv()), progress, SandboxHost.probe());
  }

  /** One whose functions may be observed with performance events. */
  public static Workspace observing(Progress progress) {
    return new Workspace(Folders.of(System.getenv()), progress, SandboxHost.probe().observable());
  }

  /**
   * To be said before any function starts.
   *
   * @param wholeHost whether functions reach whatever listens on this machine
   */
  public void letReach(boolean wholeHost) {
    if (wholeHost) {
      instance.outside().reachWholeHost();
    }
  }

  /** Starts the local services that the application's resources stand for. */
  public void startServices(Application application) {
    usual = ThawFile.in(application.root());
    Jdk own = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    Path downloads = folders.cache().resolve("services");
    ServiceSpec spec =
        new ServiceSpec(
            application.tables(),
            application.queues(),
            application.buckets(),
            application.busEvents(),
            application.topics(),
            application.subscriptions(),
            application.streams(),
            application.secrets(),
            application.parameters(),
            Region.own(),
            ReadOptions.DEFAULT_ACCOUNT,
            own,
            downloads);
    if (Stream.of(spec.tables(), spec.queues(), spec.buckets()).allMatch(Collection::isEmpty)) {
      services = started(spec);
      return;
    }
    try (Progress.Work _ = progress.begin("starting local services")) {
      services = started(spec);
    }
  }

  private LocalServices started(ServiceSpec spec) {
    return LocalServices.start(
        instance,
        spec,
        line -> {
          if (!Interruption.hasBegun()) { // then they end like all else
            progress.line(line);
          }
        });
  }

  /** As {@link #startServices(Application)}, with data in them. */
  public void startServices(Application application, Seed seed) {
    startServices(application);
    if (services != null && !seed.words().isEmpty()) {
      services.fill(seed, Region.own());
      progress.line("put into the local services: " + seed.words());
    }
  }

  /** The services that run, by where they are found on this machine. */
  public Optional<LocalServices> services() {
    return Optional.ofNullable(services);
  }

  /** What Lambda does and this host cannot, said before any figure is. */
  public void sayWhatIsMissing() {
    instance
        .host()
        .missingGuarantees()
        .forEach(missing -> progress.line("not as on Lambda: " + missing));
  }

  public Instance instance() {
    return instance;
  }

  /** Unpacked container images. */
  public ImageStore images() {
    return images;
  }

  /** The JDKs of this machine. */
  public Jdks jdks() {
    return jdks;
  }

  /** The folder of the built program. */
  public Path program() {
    return folders.program();
  }

  /**
   * Where the laboratory keeps what can be made again: archives of class data in {@code archives}.
   */
  public Path lab() {
    return folders.cache().resolve("lab");
  }

  /** Where what commands share is kept. */
  public Path cache() {
    return folders.cache();
  }

  /**
   * Everything that one configuration needs, built and trained where it is missing. Any thread may
   * call it.
   */
  public EnvironmentSpec specify(FunctionDefinition function, JvmChoice choice)
      throws InterruptedException {
    preparing.lockInterruptibly();
    try {
      return prepared(function, choice);
    } finally {
      preparing.unlock();
    }
  }

  /** Before services are started and code is built. */
  public void requireJdk(JvmChoice choice) {
    choice.jdk().ifPresent(this::jdk);
  }

  private EnvironmentSpec prepared(FunctionDefinition function, JvmChoice choice)
      throws InterruptedException {
    if (function.code() instanceof CodeSource.Image image) {
      return image(function, image);
    }
    DeploymentPackage code = code(function.code());
    Optional<DeploymentPackage> layers =
        function.layers().isEmpty() ? Optional.empty() : Optional.of(layers(function.layers()));
    RuntimeProgram program = program(function, choice);
    ServiceAccess access = access(program);
    access.missing().stream().filter(said::add).forEach(progress::line);
    HandlerCheck.check(function, code, layers);
    return EnvironmentSpec.latest(
        function, code, layers, program, access.variables(), access.binds(), Region.own());
  }

  private EnvironmentSpec image(FunctionDefinition function, CodeSource.Image source) {
    ImageStore.Unpacked image = images.put(source.path());
    RuntimeProgram program = ImagePrograms.whole(image, source.config());
    ServiceAccess access = access(program);
    Sha256 digest = digest(source);
    return EnvironmentSpec.latest(
        function,
        new DeploymentPackage(ImagePrograms.task(image), digest.base64(), digest.bytes()),
        Optional.empty(),
        program,
        access.variables(),
        access.binds(),
        Region.own());
  }

  private static Sha256 digest(CodeSource.Image source) {
    try {
      return source.digest();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + source.path() + ": " + e, e);
    }
  }

  /**
   * A function that brings its runtime, from a folder that is its task root as it stands.
   *
   * @param code laid out already
   * @param layers what is at {@code /opt}
   */
  public EnvironmentSpec specifyProgram(
      FunctionDefinition function,
      RuntimeProgram program,
      DeploymentPackage code,
      Optional<DeploymentPackage> layers) {
    ServiceAccess access = access(program);
    return EnvironmentSpec.latest(
        function, code, layers, program, access.variables(), access.binds(), Region.own());
  }

  private DeploymentPackage code(CodeSource source) throws InterruptedException {
    DeploymentPackage known = exploded.get(source);
    if (known == null) {
      known =
          projects.built(source, changed.contains(source) ? packages::putChanged : packages::put);
      changed.remove(source);
      exploded.put(source, known);
    }
    return known;
  }

  private DeploymentPackage layers(List<CodeSource> sources) throws InterruptedException {
    DeploymentPackage known = exploded.get(sources);
    if (known == null) {
      List<CodeSource> built = new ArrayList<>();
      for (CodeSource source : sources) {
        built.add(projects.built(source));
      }
      known = packages.layers(built);
      exploded.put(sources, known);
    }
    return known;
  }

  /**
   * Builds what functions are made of before anybody asks for one, and says of which there is
   * nothing that could be run. Archives are left for the first request: they are built.
   *
   * @throws UserMistake when none of the functions can be run
   */
  public void buildAll(List<FunctionDefinition> functions) throws InterruptedException {
    List<UserMistake> mistakes = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (FunctionDefinition function : functions) {
      try {
        build(function);
      } catch (UserMistake e) {
        mistakes.add(e);
        lines.add(
            function.name() + " cannot be run: " + e.getMessage() + ". Remedy: " + e.remedy());
      }
    }
    if (!mistakes.isEmpty() && mistakes.size() == functions.size()) {
      throw mistakes.getFirst();
    }
    lines.forEach(progress::line);
  }

  private void build(FunctionDefinition function) throws InterruptedException {
    if (function.code() instanceof CodeSource.Archive
        || function.code() instanceof CodeSource.Image) {
      return;
    }
    preparing.lockInterruptibly();
    try {
      // Not kept: the first request gets what is there then.
      DeploymentPackage code = projects.built(function.code(), packages::put);
      Optional<DeploymentPackage> layers =
          function.layers().isEmpty() ? Optional.empty() : Optional.of(layers(function.layers()));
      exploded.remove(function.layers());
      HandlerCheck.check(function, code, layers);
    } finally {
      preparing.unlock();
    }
  }

  /** What long work shows on the terminal. */
  public Stages stages(Supplier<String> title) {
    return new Stages(progress, title);
  }

  /** A line on the terminal. */
  public void say(String line) {
    progress.line(line);
  }

  public FunctionArchives functionArchives() {
    return functionArchives;
  }

  /** Published versions with snapshots; tries CRIU when it is asked for first. */
  public Snapshots snapshots() throws InterruptedException {
    preparing.lockInterruptibly();
    try {
      if (snapshots == null) {
        snapshots =
            new Snapshots(
                instance,
                criu().working(instance.host().isRootOfMachine()),
                new SnapshotStore(folders.cache().resolve("snapshots"), progress::line),
                functionArchives,
                progress::line);
      }
      return snapshots;
    } catch (IOException e) {
      throw new UncheckedIOException("could not try CRIU: " + e, e);
    } finally {
      preparing.unlock();
    }
  }

  /** Which CRIU there is, and whether it does what it is for: in a box, where there can be one. */
  public CriuProbe criu() {
    CriuProbe probe =
        new CriuProbe(new CriuFolder(folders.cache().resolve("criu")), System.getenv());
    return instance.host().canMakeCells()
        ? probe.inBox(new BoxTrial(this, folders.program().resolve("training-function")))
        : probe;
  }

  /** What was built of a function has changed on disk: who asks for it next gets what is there. */
  public void forget(FunctionDefinition function) throws InterruptedException {
    preparing.lockInterruptibly();
    try {
      exploded.remove(function.code());
      changed.add(function.code());
      exploded.remove(function.layers());
    } finally {
      preparing.unlock();
    }
  }

  private RuntimeProgram program(FunctionDefinition function, JvmChoice choice)
      throws InterruptedException {
    if (CustomRuntime.isNamedBy(function.runtime())) {
      return new RuntimeProgram.Bootstrap(function.runtime());
    }
    if (function.customerRuntime().isPresent()) {
      return ImagePrograms.runtime(
          images.put(image(function, function.customerRuntime().get())), function);
    }
    Jdk jdk = chosen(function, choice);
    if (jdk.feature() < choice.client().oldestJdk()) {
      throw new UserMistake(
          function.logicalId()
              + " runs on "
              + jdk.label()
              + ", and this runtime client needs JDK "
              + choice.client().oldestJdk(),
          "use --runtime official, or name a newer JDK");
    }
    Client client = clients.computeIfAbsent(choice.client(), this::install);
    return new RuntimeProgram.Java(
        jdk, choice.flags(), client.client(), archive(jdk, client.archives()));
  }

  private Jdk chosen(FunctionDefinition function, JvmChoice choice) {
    Optional<String> named =
        choice.jdk().or(() -> Optional.ofNullable(usual).flatMap(file -> file.of(function).jdk()));
    return named.isPresent() ? jdk(named.get()) : managed(function.runtime());
  }

  private static Path image(FunctionDefinition function, CustomerRuntime runtime) {
    return runtime
        .image()
        .orElseThrow(() ->
            new UserMistake(
                function.logicalId()
                    + " runs on the customer-managed runtime "
                    + runtime.arn()
                    + ", and this machine has no image of it",
                "name it in the template, Metadata: {ThawRuntimeImage: FILE} beside Properties, or"
                    + " create the runtime with thaw run: create-runtime, -version and -alias"));
  }

  /** The label of the JDK that a function runs on; empty where it brings its own runtime. */
  public String jdkOf(FunctionDefinition function, JvmChoice choice) {
    return CustomRuntime.isNamedBy(function.runtime())
            || function.isImage()
            || function.customerRuntime().isPresent()
        ? ""
        : chosen(function, choice).label();
  }

  private ServiceAccess access(RuntimeProgram program) {
    if (services == null) {
      return ServiceAccess.none();
    }
    return switch (program) {
      case RuntimeProgram.Java java -> services.accessFor(Optional.of(java.jdk()));
      case RuntimeProgram.Bootstrap _, RuntimeProgram.Image _ ->
          services.accessFor(Optional.empty());
    };
  }

  /** A runtime client with the archives of its classes. */
  private record Client(RuntimeClient client, ArchiveTraining archives) {}

  private Client install(ClientKind kind) {
    RuntimeClient client =
        RuntimeClient.install(
            kind, folders.program(), folders.cache().resolve("runtime-client"), progress::line);
    Path trained = folders.program().resolve("training-function");
    return new Client(client, new ArchiveTraining(instance, client, archives, trained));
  }

  private Optional<RuntimeProgram.ClassArchive> archive(Jdk jdk, ArchiveTraining archives)
      throws InterruptedException {
    if (archives.isMissing(jdk)) {
      progress.line(
          "making the class archive of the runtime client for " + jdk.label() + " (once) ...");
      archives.train(jdk);
    }
    archives.problem(jdk).filter(said::add).ifPresent(progress::line);
    return archives.find(jdk);
  }

  private Jdk managed(String runtime) {
    ManagedRuntime.Choice choice = ManagedRuntime.of(runtime).choose(jdks);
    choice.note().filter(said::add).ifPresent(progress::line);
    return choice.jdk();
  }

  /** By its feature version or its folder. */
  public Jdk jdk(String name) {
    if (name.matches("\\d+")) {
      return jdks.ofFeature(Integer.parseInt(name))
          .orElseThrow(() ->
              new UserMistake(
                  "no JDK " + name + " was found; there are: " + found(),
                  "install it, or name a JDK's folder"));
    }
    Path home = Path.of(name);
    Optional<String> other = Jdks.otherArchitecture(home);
    if (other.isPresent()) {
      throw new UserMistake(
          "the JDK %s is for %s, and this machine is %s"
              .formatted(name, other.get(), HostArchitecture.NAME),
          "name one for this machine; thaw package takes the other one by --target-jdk");
    }
    return (Files.isDirectory(home) ? Jdks.read(home) : Optional.<Jdk>empty())
        .orElseThrow(() ->
            new UserMistake(
                "not a JDK: " + name, "name a version (" + found() + ") or a JDK's folder"));
  }

  private String found() {
    return String.join(", ", jdks.all().stream().map(jdk -> "" + jdk.feature()).toList());
  }

  @Override
  public void close() {
    if (services != null) {
      services.close();
    }
    instance.close();
    Interruption.forget(hook);
    caches.close();
  }
}
