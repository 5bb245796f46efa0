package thaw.platform;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.ResourceUse;
import thaw.function.FunctionDefinition;
import thaw.platform.record.CodeStore;
import thaw.platform.record.Documents;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.RuntimeImages;
import thaw.pool.PayloadObservation;
import thaw.pool.Preparation;
import thaw.pool.RequestOutcome;
import thaw.pool.Throttles;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EnvironmentRegistry;
import thaw.pool.life.RecentLogs;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.Instance;
import thaw.steady.StepLoop;

/**
 * Functions that take requests, each version with as many environments as it has requests at once.
 * Refuses to know where requests come from.
 *
 * <p>Any number of threads may call; a request runs on its caller's thread.
 */
public final class Platform implements AutoCloseable {
  private static final Duration LONGEST_RECYCLING_PERIOD = Duration.ofSeconds(10);

  private final EnvironmentRegistry environments = new EnvironmentRegistry();
  private final RecentLogs logs = new RecentLogs();
  private final Definitions definitions;
  final Registry registry;
  final Deployments deployments;
  private final Concurrency concurrency;
  private final Invocations invocations;
  private final FirstPublication publication;
  private final FunctionCatalog catalog;
  private final Aliases aliases;
  private final Provisioning provisioning;
  private final Reservations reservations;
  private final Attachments attachments;
  private final Layers layers;
  private final CustomerRuntimes runtimes;
  private final FunctionRuntimes functionRuntimes;
  private final ResourceCatalogs resources;
  private final Renewal renewal;
  private final ScheduledExecutorService recycling;

  /**
   * The places that keep what the API creates, and what decides by chance.
   *
   * @param code folder of zips
   * @param random 0 (inclusive) to 1 (exclusive): which version an alias with weights leads to
   */
  public record State(Path code, Documents documents, DoubleSupplier random) {
    /** Makes a state that lasts until the program's end. */
    static State inMemory(Instance instance) {
      return new State(
          instance.directory().resolve("code"),
          Documents.forgetful(),
          () -> ThreadLocalRandom.current().nextDouble());
    }
  }

  /** Makes a platform with {@link State#inMemory}. */
  public Platform(
      Instance instance,
      List<FunctionDefinition> definitions,
      PlatformLimits limits,
      Preparation.Step preparation,
      Consumer<EnvironmentObservation> observer,
      Consumer<RuntimeException> problems,
      LongSupplier nanoClock) {
    this(
        instance,
        definitions,
        limits,
        preparation,
        observer,
        problems,
        nanoClock,
        State.inMemory(instance));
  }

  /**
   * @param templates names differ
   * @param preparation called once for each version, when it is first needed
   * @param observer gets what happens in environments; must be quick
   * @param problems what failed where no request waits for an answer
   * @param nanoClock tells how long an environment was idle: {@link System#nanoTime}
   */
  public Platform(
      Instance instance,
      List<FunctionDefinition> templates,
      PlatformLimits limits,
      Preparation.Step preparation,
      Consumer<EnvironmentObservation> observer,
      Consumer<RuntimeException> problems,
      LongSupplier nanoClock,
      State state) {
    CodeStore code = new CodeStore(state.code());
    Records records = new Records(state.documents());
    LongSupplier epochMillis = System::currentTimeMillis;
    this.definitions = new Definitions(templates, code);
    this.registry = new Registry(records);
    TemplateSync templateSync = new TemplateSync(registry, definitions.templates());
    templateSync.load(epochMillis.getAsLong());
    this.runtimes = new CustomerRuntimes(records, RuntimeImages.onDisk(), epochMillis);
    this.functionRuntimes = new FunctionRuntimes(registry, definitions, runtimes);
    this.concurrency = new Concurrency(limits.concurrency(), templateSync.reserved());
    this.deployments =
        new Deployments(
            instance,
            registry,
            definitions,
            functionRuntimes,
            preparation,
            limits,
            registering(observer),
            problems,
            nanoClock,
            this::cpuTarget);
    this.provisioning = new Provisioning(registry, deployments, concurrency, epochMillis);
    Rollout rollout = new Rollout(registry, deployments, problems);
    this.catalog =
        new FunctionCatalog(
            registry, deployments, functionRuntimes, code, concurrency, rollout, epochMillis);
    this.aliases = new Aliases(registry, provisioning);
    this.reservations = new Reservations(registry, concurrency, limits.concurrency());
    this.attachments = new Attachments(registry, functionRuntimes);
    this.layers = new Layers(records);
    this.resources = ResourceCatalogs.of(records, registry, deployments, epochMillis);
    try {
      code.retain(templateSync.referredTo(layers));
    } catch (UncheckedIOException e) { // it only takes room
      problems.accept(e);
    }
    this.recycling = recycling(limits.idle(), new StepLoop("recycling", problems));
    rollout.resume();
    provisioning.resume();
    AutoPublishing publishing =
        new AutoPublishing(
            registry, catalog, aliases, rollout, templates, limits.publishedAhead(), problems);
    publishing.start();
    this.publication = new FirstPublication(registry, deployments, publishing);
    this.invocations =
        new Invocations(registry, deployments, concurrency, publication, state.random());
    this.renewal = new Renewal(registry, definitions, deployments, publishing, epochMillis);
  }

  private Consumer<EnvironmentObservation> registering(Consumer<EnvironmentObservation> observer) {
    return observation -> {
      environments.accept(observation);
      logs.accept(observation);
      observer.accept(observation);
    };
  }

  /** Returns the CPU target of a capacity provider, by its ARN. */
  private OptionalDouble cpuTarget(String arn) {
    return resources.capacity().cpuTarget(arn);
  }

  /** Returns the registry of environments. */
  public EnvironmentRegistry environments() {
    return environments;
  }

  /** Returns the last lines of functions' logs. */
  public RecentLogs logs() {
    return logs;
  }

  /** Counts the requests that were refused since the start, by function and reason. */
  public Map<Throttles, Long> throttles() {
    return concurrency.refused();
  }

  /** Returns the result of {@link Deployments#use}. */
  public Optional<ResourceUse> use(String function) {
    return deployments.use(function);
  }

  private ScheduledExecutorService recycling(Duration idle, StepLoop loop) {
    long periodMillis = Math.clamp(idle.toMillis() / 4, 1, LONGEST_RECYCLING_PERIOD.toMillis());
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("recycling").factory());
    timer.scheduleWithFixedDelay(
        loop.task(this::recycle), periodMillis, periodMillis, TimeUnit.MILLISECONDS);
    return timer;
  }

  /** Those of the template, in the order in which they were given. */
  public List<FunctionDefinition> functions() {
    return definitions.templates();
  }

  /** One of the template. */
  public Optional<FunctionDefinition> function(String name) {
    return definitions.template(name);
  }

  public FunctionCatalog catalog() {
    return catalog;
  }

  public Aliases aliases() {
    return aliases;
  }

  public Provisioning provisioning() {
    return provisioning;
  }

  public Reservations reservations() {
    return reservations;
  }

  public Attachments attachments() {
    return attachments;
  }

  public Layers layers() {
    return layers;
  }

  /** Those that customers publish. */
  public CustomerRuntimes runtimes() {
    return runtimes;
  }

  /** Returns which of the customer-managed runtimes functions run on. */
  public FunctionRuntimes functionRuntimes() {
    return functionRuntimes;
  }

  /** Returns the functions whose executions outlive their invocations. */
  public DurableFunctions durable() {
    return invocations.durable();
  }

  public ResourceCatalogs resources() {
    return resources;
  }

  /**
   * Takes over what has changed on disk of a function of the template; waits until that is done.
   * Its {@link Preparation.Step} must see the change.
   */
  public Renewed renew(String name) throws InterruptedException {
    return renewal.renew(name);
  }

  /** Whether the function's latest version can be run; may build it first. */
  public Preparation prepare(String name) throws InterruptedException {
    return deployments.of(name, registry.get(name).latest()).prepare();
  }

  /** Does what {@link FirstPublication#awaitAlias} does. */
  public Optional<Preparation.Failed> prepare(String name, String alias)
      throws InterruptedException {
    return publication.awaitAlias(name, alias);
  }

  /** Does what {@link FirstPublication#ask} does, for a request that waits. */
  public Optional<Preparation.Failed> hurry(String name, String alias) throws InterruptedException {
    return publication.ask(name, alias);
  }

  /**
   * Runs one request in an idle environment or a new one.
   *
   * @param wantsLog whether the caller gets the request's log, and so waits for its end
   * @throws Refused when there is no such function, version or alias, or it is not ready yet
   */
  public RequestOutcome invoke(String name, Invocation invocation, boolean wantsLog)
      throws InterruptedException {
    AtomicReference<@Nullable RequestOutcome> outcome = new AtomicReference<>();
    invoke(name, invocation, wantsLog, outcome::set);
    return Objects.requireNonNull(outcome.get());
  }

  /**
   * Invokes as {@link #invoke(String, Invocation, boolean)}, for callers who pass the outcome on.
   *
   * @param onOutcome gets the outcome, once, before this method returns, and perhaps on another
   *     thread: the one that brings it
   */
  public void invoke(
      String name, Invocation invocation, boolean wantsLog, Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    invoke(name, invocation, wantsLog, _ -> {}, onOutcome);
  }

  /**
   * Invokes as {@link #invoke(String, Invocation, boolean, Consumer)}, for one who begins to answer
   * before the function has ended.
   *
   * @param chosen gets the version that an alias leads to, before the function has the event
   */
  public void invoke(
      String name,
      Invocation invocation,
      boolean wantsLog,
      Consumer<String> chosen,
      Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    invocations.invoke(name, invocation, wantsLog, chosen, onOutcome);
  }

  /**
   * Invokes as {@link #invoke(String, Invocation, boolean, Consumer)}, for one whose thread need
   * not wait: where environments have many requests at a time, this method returns when one of them
   * has the request.
   *
   * @param drawn the version, where it has been chosen already
   * @param onOutcome gets the outcome, once, perhaps later and on a thread that it must not keep
   * @param fault gets what went wrong instead by a fault of ours, when this method has returned
   */
  public void begin(
      String name,
      Optional<FunctionVersion> drawn,
      Invocation invocation,
      boolean wantsLog,
      Consumer<RequestOutcome> onOutcome,
      Consumer<RuntimeException> fault)
      throws InterruptedException {
    invocations.begin(name, drawn, invocation, wantsLog, onOutcome, fault);
  }

  /**
   * Gives the event and the response of each request, from now on, to this observer, too, on the
   * request's threads.
   *
   * @param observer must be quick
   */
  public void observePayloads(Consumer<PayloadObservation> observer) {
    invocations.observePayloads(observer);
  }

  /** Ends environments that were idle for too long; happens by itself now and then. */
  void recycle() {
    deployments.recycle();
  }

  /**
   * Refuses requests from now on, and waits for those that run; whether all have ended. {@link
   * #close} must follow.
   */
  public boolean drain(Duration patience) {
    return invocations.drain(patience);
  }

  /** Ends all environments. Requests that run are interrupted and fail. */
  @Override
  public void close() {
    recycling.shutdownNow();
    publication.close();
    deployments.close();
  }
}
