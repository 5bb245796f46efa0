package thaw.service;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import thaw.sandbox.Instance;
import thaw.sandbox.Jdk;

/**
 * The services that the functions of one template talk to, from their start to their end. Refuses
 * to know which function talks to which.
 *
 * <p>{@link #accessFor} may be called by any thread.
 */
public final class LocalServices implements AutoCloseable {
  private final Optional<Running> running;

  private record Running(DynamoDbLocal dynamoDb, Redirect redirect) {}

  private LocalServices(Optional<Running> running) {
    this.running = running;
  }

  /**
   * Downloads what is not in the cache, starts it and creates the tables. Does nothing when no
   * table is declared.
   *
   * @param progress told in one line what takes long
   * @throws thaw.problem.UserMistake when a service cannot be had, or refuses a table
   */
  public static LocalServices start(
      Instance instance, ServiceSpec spec, Consumer<String> progress) {
    if (spec.tables().isEmpty()) {
      return new LocalServices(Optional.empty());
    }
    Path jars = DynamoDbLocalJars.find(spec.cache(), progress);
    try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Redirect> redirect =
          parallel.submit(() -> Redirect.open(instance, DynamoDbNames.of(spec.region())));
      try {
        return start(DynamoDbLocal.start(instance, spec.jdk(), jars), redirect, spec);
      } catch (RuntimeException e) {
        throw closing(() -> await(redirect).close(), e);
      }
    }
  }

  private static LocalServices start(
      DynamoDbLocal dynamoDb, Future<Redirect> redirect, ServiceSpec spec) {
    try {
      dynamoDb.create(spec.tables(), spec.region());
      Redirect opened = await(redirect);
      opened.leadTo(dynamoDb.address());
      return new LocalServices(Optional.of(new Running(dynamoDb, opened)));
    } catch (RuntimeException e) {
      throw closing(dynamoDb::close, e);
    }
  }

  private static RuntimeException closing(Runnable close, RuntimeException reason) {
    try {
      close.run();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
    return reason;
  }

  private static Redirect await(Future<Redirect> redirect) {
    try {
      return redirect.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("could not open the TLS front: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the services started", e);
    }
  }

  /** What a function that runs on this JDK needs. */
  public ServiceAccess accessFor(Optional<Jdk> functionJdk) {
    return running
        .map(services -> {
          Redirect.Binds redirect = services.redirect().bindsFor(functionJdk);
          return new ServiceAccess(
              variables(services.dynamoDb()), redirect.binds(), redirect.missing());
        })
        .orElseGet(ServiceAccess::none);
  }

  private static Map<String, String> variables(DynamoDbLocal dynamoDb) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("AWS_ENDPOINT_URL_DYNAMODB", dynamoDb.url());
    variables.put("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", dynamoDb.url());
    return variables;
  }

  /** Ends the services; what was stored in them is gone. */
  @Override
  public void close() {
    running.ifPresent(services -> {
      try {
        services.redirect().close();
      } finally {
        services.dynamoDb().close();
      }
    });
  }
}
