package thaw.app.workspace;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.app.build.ProjectBuild;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.ThawFile;
import thaw.app.shared.Folders;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.app.shared.Stages;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.ManagedRuntime;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.Application;
import thaw.function.CustomRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.Region;
import thaw.function.handler.HandlerCheck;
import thaw.function.packaging.CacheSection;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.DeploymentStore;
import thaw.function.packaging.Sha256;
import thaw.image.ImageStore;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.PeerUser;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.TrustedUsers;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.service.LocalServices;
import thaw.service.Seed;
import thaw.service.ServiceAccess;
import thaw.service.busy.Conditions;
import thaw.service.redirect.AwsHosts;
import thaw.service.redirect.Emulator;
import thaw.snapshot.CriuFolder;
import thaw.snapshot.CriuProbe;
import thaw.snapshot.MountedSnapshots;
import thaw.snapshot.archive.ArchiveStore;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/**
 * One run of a job that starts functions: the instance, the caches, and the way from a function's
 * definition to what its environments are made of. The place where rooms are wired.
 */
public final class Workspace implements AutoCloseable {
  private final Folders folders;
  private final Progress progress;
  private final Instance instance;
  private final ImageStore images;
  private final Caches caches;
  private final KeptStarts starts; // guarded by preparing
  private final FunctionJdks jdks;
  private final InstalledClients clients; // guarded by preparing
  private final BuiltCode code; // guarded by preparing
  private final WorkspaceServices services;
  private final UnservedHosts hosts;
  private final Runnable hook;

  /** One preparation at a time: two builds in one project would disturb each other. */
  private final ReentrantLock preparing = new ReentrantLock();

  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private @Nullable ThawFile usual;

  private Workspace(Folders folders, Progress progress, SandboxHost host) {
    this.folders = folders;
    this.progress = progress;
    Caches.close(folders.cache(), progress::line);
    DeploymentStore packages =
        new DeploymentStore(folders.cache().resolve("functions"), progress::line);
    Optional<MountedSnapshots> mounted = KeptStarts.mounted(progress::line);
    ArchiveStore archives = KeptStarts.clientArchives(folders, mounted, progress::line);
    this.images = new ImageStore(folders.cache().resolve("images"), progress::line);
    List<CacheSection> sections = new ArrayList<>(packages.sections());
    sections.add(images.section());
    sections.add(archives.section());
    sections.add(new ArchiveStore(lab().resolve("archives")).section());
    sections.add(ProjectBuild.section(folders.cache().resolve("builds")));
    this.caches = Caches.open(folders.cache(), sections, Instant.now(), progress::line);
    this.code =
        new BuiltCode(new ProjectBuild(progress, folders.cache().resolve("builds")), packages);
    this.instance = Instance.open(host, folders.instances());
    this.hosts = new UnservedHosts(progress::line);
    instance.egress().tell(AwsHosts.DOMAINS, hosts::asked);
    this.hook = Interruption.onInterrupt(instance::close);
    this.jdks = new FunctionJdks(Jdks.find(System.getenv(), folders.userHome()), this::sayOnce);
    this.clients = new InstalledClients(instance, folders, archives, progress, this::sayOnce);
    this.services = new WorkspaceServices(instance, folders.services(), progress);
    this.starts = new KeptStarts(instance, folders.cache(), progress::line, mounted);
    admit(false);
  }

  private void sayOnce(String line) {
    if (said.add(line)) {
      progress.line(line);
    }
  }

  public static Workspace open(Progress progress) {
    return new Workspace(Folders.of(System.getenv()), progress, SandboxHost.probe());
  }

  /** One whose functions may be observed with performance events. */
  public static Workspace observing(Progress progress) {
    return new Workspace(Folders.of(System.getenv()), progress, SandboxHost.probe().observable());
  }

  /**
   * Sets what functions reach; to be called before any function starts.
   *
   * @param wholeHost whether functions reach whatever listens on this machine
   */
  public void letReach(boolean wholeHost) {
    if (wholeHost) {
      instance.egress().reachWholeHost();
    }
  }

  /**
   * Sets who reaches the ports on which functions wait for debuggers, and who reads secrets and
   * parameters of services that start later.
   *
   * @param all whether every user of this machine does, or only those who may change functions
   */
  public void admit(boolean all) {
    instance
        .egress()
        .admit(
            TrustedUsers.of(System.getenv()).users().stream()
                .map(PeerUser::uid)
                .collect(Collectors.toSet()),
            all);
    services.letRead(all);
  }

  /**
   * Lets databases go on from start to start, as those of a server do.
   *
   * @param folder where they stay; absent: they end with the services
   */
  public void keepData(Optional<Path> folder) {
    services.keepData(folder);
  }

  /** Has each start from now on find in databases what is there now. */
  void rememberData() {
    services.rememberData();
  }

  /**
   * Has services that start later take snapshots of functions to be 15 minutes old: tokens of
   * before have expired, and passwords that RDS manages have been rotated.
   */
  public void ageSnapshots() {
    services.ageSnapshots();
  }

  /** Has services that start later answer under these conditions; without, at once. */
  public void answerUnder(Conditions conditions) {
    services.answerUnder(conditions);
  }

  /** Starts the local services that the application's resources stand for. */
  public void startServices(Application application) {
    startServices(application, Seed.none());
  }

  /** Starts services as {@link #startServices(Application)} does, with data in them. */
  public void startServices(Application application, Seed seed) {
    startServices(application, seed, Optional.empty(), false);
  }

  /**
   * Starts services as {@link #startServices(Application, Seed)} does.
   *
   * @param emulator has AWS's other services; absent: the one of {@code thaw.yaml}
   * @param lambda whether functions find Lambda here
   * @throws UserMistake when the emulator can never be reached
   */
  public void startServices(
      Application application, Seed seed, Optional<Emulator> emulator, boolean lambda) {
    ThawFile file = ThawFile.in(application);
    usual = file;
    Optional<Emulator> chosen = emulator.or(file::awsEndpoint);
    chosen.flatMap(Emulator::tried).ifPresent(warning -> progress.line("warning: " + warning));
    services.emulate(chosen, lambda);
    chosen.ifPresent(_ -> hosts.emulate());
    services.start(application, seed);
  }

  /**
   * Starts local services for a training: from now on functions reach them, and nothing else. What
   * a training calls elsewhere fails at once, and its host is said.
   *
   * @throws UserMistake where functions cannot be kept from reaching more
   */
  void startServicesOnly(Application application, Seed seed) {
    requireClosable();
    startServices(application, seed);
    services.closeAllElse();
    hosts.close();
  }

  /**
   * Looks whether functions can be kept from reaching more than local services, before anything is
   * built for a training.
   *
   * @throws UserMistake where they cannot
   */
  public void requireClosable() {
    services.requireClosable();
  }

  /** The services that run, by where they are found on this machine. */
  public Optional<LocalServices> services() {
    return services.running();
  }

  /** Says what Lambda does and this host cannot, before any figure is said. */
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
    return jdks.jdks();
  }

  /** The folder of the built program. */
  public Path program() {
    return folders.program();
  }

  /**
   * Returns the folder in which the laboratory keeps what can be made again: archives of class data
   * in {@code archives}.
   */
  public Path lab() {
    return folders.cache().resolve("lab");
  }

  /** Returns the folder with what commands share. */
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

  /** Makes ready what a function's environments run, without a look at its code. */
  public void prepareProgram(FunctionDefinition function, JvmChoice choice)
      throws InterruptedException {
    preparing.lockInterruptibly();
    try {
      if (!function.isImage()) {
        program(function, choice);
      }
    } finally {
      preparing.unlock();
    }
  }

  /** Requires the JDK that was chosen, before services are started and code is built. */
  public void requireJdk(JvmChoice choice) {
    choice.jdk().ifPresent(this::jdk);
  }

  /**
   * Builds a function's code and layers, before services are started for it.
   *
   * @throws UserMistake where there is nothing that could be run
   */
  public void build(FunctionDefinition function) throws InterruptedException {
    if (function.isImage()) {
      return;
    }
    preparing.lockInterruptibly();
    try {
      built(function);
    } finally {
      preparing.unlock();
    }
  }

  private record Built(DeploymentPackage code, Optional<DeploymentPackage> layers) {}

  private Built built(FunctionDefinition function) throws InterruptedException {
    Optional<DeploymentPackage> layers = code.layers(function); // its code may need what they make
    DeploymentPackage built = code.code(function);
    HandlerCheck.check(function, built, layers);
    return new Built(built, layers);
  }

  private EnvironmentSpec prepared(FunctionDefinition function, JvmChoice choice)
      throws InterruptedException {
    if (function.code() instanceof CodeSource.Image image) {
      return image(function, image);
    }
    Built built = built(function);
    RuntimeProgram program = program(function, choice);
    ServiceAccess access = services.access(program, built.code().root(), built.layers());
    access.missing().forEach(this::sayOnce);
    return EnvironmentSpec.latest(
            function,
            built.code(),
            built.layers(),
            program,
            access.variables(),
            access.binds(),
            Region.own())
        .withResources(services.names());
  }

  private EnvironmentSpec image(FunctionDefinition function, CodeSource.Image source) {
    ImageStore.Unpacked image = images.put(source.path());
    RuntimeProgram program = ImagePrograms.whole(image, source.config());
    ServiceAccess access = services.access(program, image.root(), Optional.empty());
    Sha256 digest = ImagePrograms.digest(source);
    return EnvironmentSpec.latest(
            function,
            new DeploymentPackage(ImagePrograms.task(image), digest.base64(), digest.bytes()),
            Optional.empty(),
            program,
            access.variables(),
            access.binds(),
            Region.own())
        .withResources(services.names());
  }

  /**
   * A function that brings its runtime, from a folder that is its task root as it stands.
   *
   * @param laidOut its code
   * @param layers what is at {@code /opt}
   */
  public EnvironmentSpec specifyProgram(
      FunctionDefinition function,
      RuntimeProgram program,
      DeploymentPackage laidOut,
      Optional<DeploymentPackage> layers) {
    ServiceAccess access = services.access(program, laidOut.root(), layers);
    return EnvironmentSpec.latest(
            function, laidOut, layers, program, access.variables(), access.binds(), Region.own())
        .withResources(services.names());
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
    expect(functions);
    for (FunctionDefinition function : functions) {
      try {
        check(function);
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

  private void expect(List<FunctionDefinition> functions) throws InterruptedException {
    preparing.lockInterruptibly();
    try {
      code.expect(functions);
    } finally {
      preparing.unlock();
    }
  }

  private void check(FunctionDefinition function) throws InterruptedException {
    if (function.code() instanceof CodeSource.Archive
        || function.code() instanceof CodeSource.Image) {
      return;
    }
    preparing.lockInterruptibly();
    try {
      code.check(function);
    } finally {
      preparing.unlock();
    }
  }

  /** Returns the stages that long work shows on the terminal. */
  public Stages stages(Supplier<String> title) {
    return new Stages(progress, title);
  }

  /** A line on the terminal. */
  public void say(String line) {
    progress.line(line);
  }

  public FunctionArchives functionArchives() {
    return starts.archives();
  }

  /** Published versions with snapshots; tries CRIU when it is asked for first. */
  public Snapshots snapshots() throws InterruptedException {
    preparing.lockInterruptibly();
    try {
      return starts.snapshots(criu());
    } finally {
      preparing.unlock();
    }
  }

  /**
   * Finds which CRIU there is, and tries whether it works: in a sandbox, where there can be one.
   */
  public CriuProbe criu() {
    CriuProbe probe =
        new CriuProbe(new CriuFolder(folders.cache().resolve("criu")), System.getenv());
    return instance.host().canIsolate()
        ? probe.inBox(new SandboxTrial(this, folders.program().resolve("training-function")))
        : probe;
  }

  /**
   * Forgets what was built of a function, as it has changed on disk: the next caller gets what is
   * there.
   */
  public void forget(FunctionDefinition function) throws InterruptedException {
    preparing.lockInterruptibly();
    try {
      code.forget(function);
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
          images.put(ImagePrograms.file(function, function.customerRuntime().get())), function);
    }
    return clients.program(function, jdks.of(function, choice, usual), choice);
  }

  /** The label of the JDK that a function runs on; empty where it brings its own runtime. */
  public String jdkOf(FunctionDefinition function, JvmChoice choice) {
    return bringsRuntime(function) ? "" : jdks.of(function, choice, usual).jdk().label();
  }

  /**
   * Returns the JDK that a function runs on in place of the one that its runtime names, in words,
   * and says it; empty where it runs on that one.
   */
  public Optional<String> standIn(FunctionDefinition function, JvmChoice choice) {
    if (bringsRuntime(function)) {
      return Optional.empty();
    }
    ManagedRuntime.Choice chosen = jdks.of(function, choice, usual);
    return chosen.standIn().map(each -> each.label(chosen.jdk()));
  }

  private static boolean bringsRuntime(FunctionDefinition function) {
    return CustomRuntime.isNamedBy(function.runtime())
        || function.isImage()
        || function.customerRuntime().isPresent();
  }

  /** Returns a JDK by its feature version or its folder. */
  public Jdk jdk(String name) {
    return jdks.named(name);
  }

  @Override
  public void close() {
    services.close();
    instance.close();
    Interruption.forget(hook);
    caches.close();
  }
}
