package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;
import thaw.service.own.BusEvent;
import thaw.service.own.TopicMessage;
import thaw.service.process.LocalService;
import thaw.service.process.RunningService;
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
  private final List<RunningService> running;
  private final Redirect redirect;
  private final Listeners<ObjectChange> changes;
  private final Listeners<BusEvent> events;
  private final Listeners<TopicMessage> messages;

  private LocalServices(
      List<RunningService> running,
      Redirect redirect,
      Listeners<ObjectChange> changes,
      Listeners<BusEvent> events,
      Listeners<TopicMessage> messages) {
    this.running = List.copyOf(running);
    this.redirect = redirect;
    this.changes = changes;
    this.events = events;
    this.messages = messages;
  }

  /**
   * Downloads what is not in the cache, starts it and makes tables, queues and buckets. Does
   * nothing when none is declared.
   *
   * @param progress told in one line what takes long, and when a service ends by itself
   * @throws thaw.problem.UserMistake when a service cannot be had, or refuses what is declared
   */
  public static LocalServices start(
      Instance instance, ServiceSpec spec, Consumer<String> progress) {
    Listeners<ObjectChange> changes = new Listeners<>();
    Listeners<BusEvent> events = new Listeners<>();
    Listeners<TopicMessage> messages = new Listeners<>();
    if (spec.wanted().isEmpty()) {
      Redirect none = new Redirect.Unavailable("no service is wanted");
      return new LocalServices(List.of(), none, changes, events, messages);
    }
    ServiceStart start = new ServiceStart(instance, spec, progress, changes, events, messages);
    List<RunningService> running = new ArrayList<>();
    try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Redirect> redirect =
          parallel.submit(() -> Redirect.open(instance, start.names(), spec.kept()));
      List<Future<RunningService>> starts =
          spec.wanted().stream()
              .map(service -> parallel.submit(() -> start.start(service)))
              .toList();
      RuntimeException failure = null;
      try { // all of them, so that none is left
        AllSteps.run(
            starts.stream().<Runnable>map(each -> () -> running.add(await(each))).toList());
      } catch (RuntimeException e) {
        failure = e;
      }
      LocalServices services =
          new LocalServices(running, await(redirect), changes, events, messages);
      if (failure != null) {
        throw CloseOnFailure.also(services::close, failure);
      }
      running.forEach(each ->
          services.redirect.leadTo(
              each.service(), each.behindTls(), start.readers(each.service())));
      return services;
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
    Map<String, String> variables = new LinkedHashMap<>();
    for (RunningService each : running) {
      each.service().variables().forEach(name -> variables.put(name, each.url().toString()));
    }
    return variables;
  }

  /**
   * Fills tables and buckets, before anybody listens for changes.
   *
   * @throws thaw.problem.UserMistake when a service refuses something
   */
  public void fill(Seed seed, String region) {
    new Seeding(endpoints(), region).run(seed);
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
    if (running.isEmpty()) {
      return ServiceAccess.none();
    }
    Redirect.Binds binds = redirect.bindsFor(trust);
    return new ServiceAccess(variables(), binds.binds(), binds.missing());
  }

  /** Ends the services; what was stored in them is gone. */
  @Override
  public void close() {
    List<Runnable> ends = new ArrayList<>(List.of(redirect::close));
    running.forEach(each -> ends.add(each.end()));
    AllSteps.run(ends);
  }
}
