package thaw.app.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.environment.launch.LambdaPaths;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.Application;
import thaw.function.NamedResources;
import thaw.function.Region;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.service.LocalServices;
import thaw.service.Seed;
import thaw.service.ServiceAccess;
import thaw.service.ServiceSpec;
import thaw.service.busy.Conditions;
import thaw.service.redirect.Emulator;
import thaw.service.redirect.JvmTrust;

/** The local services of a workspace, once they are started. */
final class WorkspaceServices implements AutoCloseable {
  private final Instance instance;
  private final Path downloads;
  private final Progress progress;
  private @Nullable LocalServices started;
  private NamedResources names = NamedResources.NONE;
  private boolean readByAll;
  private Optional<Path> data = Optional.empty();
  private boolean renewed = true;
  private Optional<Conditions> conditions = Optional.empty();
  private boolean servesLambda;
  private boolean later;
  private Optional<Emulator> emulator = Optional.empty();

  /**
   * @param downloads where their programs are kept
   */
  WorkspaceServices(Instance instance, Path downloads, Progress progress) {
    this.instance = instance;
    this.downloads = downloads;
    this.progress = progress;
  }

  /** Lets all users of this machine read secrets and parameters of services that start later. */
  void letRead(boolean everybody) {
    readByAll = everybody;
  }

  /**
   * Lets databases of services that start later go on, whatever starts.
   *
   * @param folder where they stay; absent: they end with the services
   */
  void keepData(Optional<Path> folder) {
    data = folder;
    renewed = false;
  }

  /** Has each start find in databases what is there now. */
  void rememberData() {
    if (started != null && renewed) {
      started.remember();
      instance.onRenewal(started::renew);
    }
  }

  /** Has services that start later answer as late and busy as AWS's. */
  void answerUnder(Conditions terms) {
    conditions = Optional.of(terms).filter(given -> !given.isFast());
  }

  /** Has services that start later take snapshots of functions to be 15 minutes old. */
  void ageSnapshots() {
    later = true;
  }

  /**
   * Has services that start later lead hosts of AWS that nothing serves here to an emulator.
   *
   * @param lambda whether Lambda is here
   */
  void emulate(Optional<Emulator> by, boolean lambda) {
    emulator = by;
    servesLambda = lambda && by.isPresent();
  }

  /** Starts those that the application's resources stand for, with data in them. */
  void start(Application application, Seed seed) {
    names = NamedResources.of(application);
    LocalServices services = shown(spec(application));
    started = services;
    if (!seed.words().isEmpty()) {
      Seed filled = services.fill(seed, Region.own(), progress::line);
      if (!filled.words().isEmpty()) {
        progress.line("put into the local services: " + filled.words());
      }
    }
  }

  /**
   * @throws UserMistake where functions cannot be kept from reaching more than local services
   */
  void requireClosable() {
    if (!instance.host().canIsolate()) {
      throw new UserMistake(
          "a training could reach real services here: this host gives functions no network of"
              + " their own",
          "start thaw as root, or with: unshare --user --map-root-user; or name events with"
              + " --event in place of --training");
    }
  }

  /** Closes all but the services that run: functions reach those from now on, and nothing else. */
  void closeAllElse() {
    instance
        .egress()
        .reachOnly(
            running().stream()
                .flatMap(services -> services.endpoints().values().stream())
                .map(URI::getPort)
                .collect(Collectors.toSet()));
  }

  private ServiceSpec spec(Application application) {
    Jdk own = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    return new ServiceSpec(
        application.tables(),
        application.queues(),
        application.buckets(),
        application.busEvents(),
        application.topics(),
        application.subscriptions(),
        application.streams(),
        application.secrets(),
        application.parameters(),
        application.databases(),
        data,
        renewed,
        Region.own(),
        ReadOptions.DEFAULT_ACCOUNT,
        own,
        downloads,
        Optional.of(application.root().toAbsolutePath().normalize()),
        readByAll,
        conditions,
        emulator,
        later,
        servesLambda);
  }

  private LocalServices shown(ServiceSpec spec) {
    if (Stream.of(spec.tables(), spec.queues(), spec.buckets(), spec.databases())
        .allMatch(Collection::isEmpty)) {
      return started(spec);
    }
    try (Progress.Work _ = progress.begin("starting local services")) {
      return started(spec);
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

  Optional<LocalServices> running() {
    return Optional.ofNullable(started);
  }

  /** Returns the names of what the application declares; of nothing before the start. */
  NamedResources names() {
    return names;
  }

  /**
   * Returns what a program needs to reach the services.
   *
   * @param code its task root, where that is not in its image
   * @param layers what is at {@code /opt}
   */
  ServiceAccess access(RuntimeProgram program, Path code, Optional<DeploymentPackage> layers) {
    if (started == null) {
      return ServiceAccess.none();
    }
    try {
      JvmTrust trust =
          program instanceof RuntimeProgram.Java java
              ? JvmTrust.of(java.jdk())
              : trust(program, code, layers);
      boolean isWhole = program instanceof RuntimeProgram.Image image && image.isWhole();
      return started.accessFor(
          started.databaseClients().isEmpty() || isWhole
              ? trust
              : trust.and(bundles(code, layers)));
    } catch (IOException e) {
      throw new UncheckedIOException("could not look for trust stores in " + code + ": " + e, e);
    }
  }

  private static JvmTrust bundles(Path code, Optional<DeploymentPackage> layers)
      throws IOException {
    JvmTrust inCode = JvmTrust.bundlesBelow(code, LambdaPaths.TASK);
    return layers.isPresent()
        ? inCode.and(JvmTrust.bundlesBelow(layers.get().root(), LambdaPaths.OPT))
        : inCode;
  }

  /** The trust stores of the JVMs that a function brings itself, whoever has packaged it. */
  private static JvmTrust trust(
      RuntimeProgram program, Path code, Optional<DeploymentPackage> layers) throws IOException {
    JvmTrust trust = JvmTrust.NONE;
    boolean isInImage = false;
    if (program instanceof RuntimeProgram.Image image) {
      Set<String> homes = new LinkedHashSet<>(List.of(LambdaPaths.LANG.toString()));
      homes.addAll(Stream.ofNullable(image.environment().get("JAVA_HOME")).toList());
      trust = JvmTrust.inImage(image.root(), homes);
      isInImage = image.isWhole();
    }
    if (!isInImage) {
      trust = trust.and(JvmTrust.below(code, LambdaPaths.TASK));
    }
    return layers.isPresent()
        ? trust.and(JvmTrust.below(layers.get().root(), LambdaPaths.OPT))
        : trust;
  }

  @Override
  public void close() {
    if (started != null) {
      started.close();
    }
  }
}
