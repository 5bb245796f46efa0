package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.function.resource.Database;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;
import thaw.service.busy.Busy;
import thaw.service.busy.Effect;
import thaw.service.database.DatabaseClients;
import thaw.service.database.DatabasePasswords;
import thaw.service.database.Databases;
import thaw.service.own.BusEvent;
import thaw.service.own.TopicMessage;
import thaw.service.process.LocalService;
import thaw.service.process.RunningService;
import thaw.service.redirect.Emulator;
import thaw.service.redirect.JvmTrust;
import thaw.service.redirect.Redirect;
import thaw.steady.AllSteps;

/**
 * The services that the functions of one template talk to, from their start to their end. Refuses
 * to know which function talks to which.
 *
 * <p>Any thread may ask.
 */
public final class LocalServices implements AutoCloseable {
  private static final String ALL_OTHERS = "AWS_ENDPOINT_URL";

  private final List<RunningService> running;
  private final Optional<Databases> databases;
  private final DatabasePasswords passwords;
  private final Redirect redirect;
  private final Map<String, String> clients = new LinkedHashMap<>();
  private final Map<String, String> databaseVariables = new LinkedHashMap<>();
  private final Optional<Emulator> emulator;
  private volatile Optional<URI> lambda = Optional.empty();
  private final Listeners<ObjectChange> changes;
  private final Listeners<BusEvent> events;
  private final Listeners<TopicMessage> messages;
  private final Listeners<Effect> effects;

  private LocalServices(
      List<RunningService> running,
      Optional<Databases> databases,
      DatabasePasswords passwords,
      Redirect redirect,
      Optional<Emulator> emulator,
      Listeners<ObjectChange> changes,
      Listeners<BusEvent> events,
      Listeners<TopicMessage> messages,
      Listeners<Effect> effects) {
    this.running = List.copyOf(running);
    this.databases = databases;
    this.passwords = passwords;
    this.redirect = redirect;
    this.emulator = emulator;
    this.changes = changes;
    this.events = events;
    this.messages = messages;
    this.effects = effects;
  }

  /**
   * Downloads what is not in the cache, starts it and makes tables, queues and buckets. Does
   * nothing when none is declared.
   *
   * @param progress told in one line what takes long, and when a service ends by itself
   * @throws thaw.problem.UserMistake when a service cannot be had, or refuses what is declared
   */
  public static LocalServices start(
      Instance instance, ServiceSpec given, Consumer<String> progress) {
    DatabasePasswords passwords =
        DatabasePasswords.of(given.databases(), given.kept(), given.later());
    ServiceSpec spec =
        given.withSecrets(
            Stream.concat(given.secrets().stream(), passwords.secrets().stream()).toList());
    Listeners<ObjectChange> changes = new Listeners<>();
    Listeners<BusEvent> events = new Listeners<>();
    Listeners<TopicMessage> messages = new Listeners<>();
    Listeners<Effect> effects = new Listeners<>();
    if (spec.led().isEmpty() && spec.emulator().isEmpty()) {
      Redirect none = new Redirect.Unavailable("no service is wanted");
      return new LocalServices(
          List.of(),
          Optional.empty(),
          passwords,
          none,
          spec.emulator(),
          changes,
          events,
          messages,
          effects);
    }
    Optional<Busy> busy =
        spec.conditions().map(terms -> new Busy(terms, effects, InstantSource.system()));
    ServiceStart start =
        new ServiceStart(instance, spec, progress, changes, events, messages, busy);
    List<RunningService> running = new ArrayList<>();
    try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Redirect> redirect =
          parallel.submit(() ->
              Redirect.open(
                  instance,
                  start.names(),
                  spec.databases().stream().map(LocalServices::names).toList(),
                  spec.emulator(),
                  spec.kept()));
      Future<Optional<Databases>> databases = parallel.submit(() -> start.databases(passwords));
      List<Future<RunningService>> starts =
          spec.wanted().stream()
              .map(service -> parallel.submit(() -> start.start(service)))
              .toList();
      RuntimeException failure = null;
      List<Databases> started = new ArrayList<>();
      try { // all of them, so that none is left
        List<Runnable> steps = new ArrayList<>();
        starts.forEach(each -> steps.add(() -> running.add(await(each))));
        steps.add(() -> await(databases).ifPresent(started::add));
        AllSteps.run(steps);
      } catch (RuntimeException e) {
        failure = e;
      }
      LocalServices services =
          new LocalServices(
              running,
              started.stream().findFirst(),
              passwords,
              await(redirect),
              spec.emulator(),
              changes,
              events,
              messages,
              effects);
      if (failure != null) {
        throw CloseOnFailure.also(services::close, failure);
      }
      running.forEach(each ->
          services.redirect.leadTo(
              each.service(), each.behindTls(), start.readers(each.service())));
      services.serveDatabases(instance, spec, progress);
      return services;
    }
  }

  private static Redirect.Names names(Database database) {
    return new Redirect.Names(database.hosts(), database.ports());
  }

  private void serveDatabases(Instance instance, ServiceSpec spec, Consumer<String> progress) {
    if (databases.isEmpty()) {
      return;
    }
    databases
        .get()
        .serveHere(name -> spec.ports().of("database " + name, 0), redirect.certificates());
    clients.putAll(
        DatabaseClients.of(instance, spec.databases(), databases.get().ports(), passwords));
    for (Database database : spec.databases()) {
      Optional<List<ServerSocket>> listeners = redirect.listeners(names(database));
      int port = Objects.requireNonNull(databases.get().ports().get(database.name()));
      if (!database.isDeclared()) {
        if (listeners.isPresent() && database.hosts().size() > 1) {
          progress.accept(
              "PostgreSQL stands in for %s, as the functions' variables say: database %s, user %s"
                  .formatted(
                      String.join(", ", database.hosts().subList(1, database.hosts().size())),
                      database.database(),
                      database.user()));
        }
        databaseVariables.putAll(
            listeners.isPresent()
                ? DatabaseClients.variables(database, database.host(), database.port(), passwords)
                : DatabaseClients.variables(database, "127.0.0.1", port, passwords));
      }
      if (listeners.isPresent()) {
        databases.get().serve(database, listeners.get(), redirect.certificates().orElseThrow());
        database.ports().forEach(instance.egress()::reachNear);
      } else if (database.isDeclared()) {
        progress.accept(
            "functions do not find %s here, as they have no hosts file of their own; lead them: --attribute %s.Endpoint.Address=127.0.0.1 --attribute %s.Endpoint.Port=%d"
                .formatted(database.host(), database.logicalId(), database.logicalId(), port));
      }
    }
  }

  private static <T> T await(Future<T> start) {
    try {
      return start.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException own) {
        throw own;
      }
      throw new IllegalStateException("could not start the local services: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the services started", e);
    }
  }

  /**
   * Has somebody told what becomes of objects in buckets, before the client that did it is
   * answered. When the listener fails, so does the client's request.
   */
  public void onObjectChange(Consumer<ObjectChange> listener) {
    changes.add(listener);
  }

  /** Has somebody told what is put on buses, before the client that did it is answered. */
  public void onBusEvent(Consumer<BusEvent> listener) {
    events.add(listener);
  }

  /** Has somebody told what is published to topics, before the client that did it is answered. */
  public void onTopicMessage(Consumer<TopicMessage> listener) {
    messages.add(listener);
  }

  /** Has somebody told what is done to requests since services answer as late and busy as AWS's. */
  public void onEffect(Consumer<Effect> listener) {
    effects.add(listener);
  }

  /**
   * Returns the addresses on this machine of the services that run, also for programs outside of
   * Thaw.
   */
  public Map<LocalService, URI> endpoints() {
    Map<LocalService, URI> endpoints = new EnumMap<>(LocalService.class);
    running.forEach(each -> endpoints.put(each.service(), each.url()));
    return endpoints;
  }

  /** The endpoints as variables: {@code AWS_ENDPOINT_URL_SQS} and the like. */
  public Map<String, String> variables() {
    Map<String, String> variables = ownVariables();
    emulator.ifPresent(each -> variables.put(ALL_OTHERS, each.url().toString()));
    return variables;
  }

  /** Has AWS's services that are not here; absent: they are AWS's own. */
  public Optional<Emulator> emulator() {
    return emulator;
  }

  /**
   * Leads functions that look for Lambda to where it is from now on.
   *
   * @param url where functions find it that AWS's host names cannot lead
   * @param address where those names lead
   */
  public void leadToLambda(URI url, InetSocketAddress address) {
    lambda = Optional.of(url);
    redirect.leadTo(LocalService.LAMBDA, address, Optional.empty());
  }

  private Map<String, String> ownVariables() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (RunningService each : running) {
      each.service().variables().forEach(name -> variables.put(name, each.url().toString()));
    }
    return variables;
  }

  /**
   * Fills tables, buckets and databases, before anybody listens for changes.
   *
   * @return what was put in: databases with data of an earlier run keep those
   * @throws thaw.problem.UserMistake when a service refuses something
   */
  public Seed fill(Seed seed, String region, Consumer<String> progress) {
    new Seeding(endpoints(), region).run(seed);
    return databases.map(all -> seed.with(all.load(seed.scripts(), progress))).orElse(seed);
  }

  /** Takes what is in databases now as what each start is to find, see {@link #renew}. */
  public void remember() {
    databases.ifPresent(Databases::remember);
  }

  /** Makes databases what they were. */
  public void renew() {
    databases.ifPresent(Databases::renew);
  }

  /** Returns how programs of this machine connect to databases, by the logical id of each. */
  public Map<String, String> databaseClients() {
    return Collections.unmodifiableMap(clients);
  }

  /** Returns the pid of the program that serves it. */
  long pid(LocalService service) {
    return running.stream()
        .filter(each -> each.service() == service)
        .mapToLong(RunningService::pid)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(service + " does not run"));
  }

  /** Returns what a function needs that runs on this JDK. */
  public ServiceAccess accessFor(Optional<Jdk> functionJdk) {
    try {
      return accessFor(functionJdk.isPresent() ? JvmTrust.of(functionJdk.get()) : JvmTrust.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the trust stores of a JDK: " + e, e);
    }
  }

  /** Returns what a function needs whose JVM has these trust stores. */
  public ServiceAccess accessFor(JvmTrust trust) {
    if (running.isEmpty() && emulator.isEmpty()) {
      return ServiceAccess.none();
    }
    Redirect.Binds binds = redirect.bindsFor(trust);
    // Host names lead all clients to the emulator, with prefixes that an address cannot have.
    Map<String, String> variables =
        new LinkedHashMap<>(binds.missing().isEmpty() ? ownVariables() : variables());
    if (variables.containsKey(ALL_OTHERS)) {
      lambda.ifPresent(url ->
          LocalService.LAMBDA.variables().forEach(name -> variables.put(name, url.toString())));
    }
    variables.putAll(databaseVariables);
    return new ServiceAccess(variables, binds.binds(), binds.missing());
  }

  /** Ends the services; what was stored in them is gone. */
  @Override
  public void close() {
    List<Runnable> ends = new ArrayList<>(List.of(redirect::close));
    databases.ifPresent(all -> ends.add(all::close));
    running.forEach(each -> ends.add(each.end()));
    AllSteps.run(ends);
  }
}
