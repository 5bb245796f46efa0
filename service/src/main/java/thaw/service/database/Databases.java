package thaw.service.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLContext;
import thaw.function.resource.Database;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.steady.AllSteps;

/** The databases of a template, each with a server of its own. */
public final class Databases implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ENOUGH_MEMORY_BYTES = 2L << 30;

  private final List<DatabaseServer> servers = new ArrayList<>();
  private final Map<String, Integer> ports = new LinkedHashMap<>();

  /**
   * Where files of databases are.
   *
   * @param cache for programs
   * @param data a folder that stays; absent: they end with the instance
   * @param renewed whether databases are renewed before each start
   * @param later whether tokens of before this start are taken to be 15 minutes older
   */
  public record Places(Path cache, Optional<Path> data, boolean renewed, boolean later) {}

  /**
   * A script of a seed.
   *
   * @param database the logical id of what it is for; empty for the only one
   */
  public record Script(String database, Path file) {}

  private Databases() {}

  /**
   * Downloads what is not in the cache; returns when all take connections.
   *
   * @throws UserMistake when PostgreSQL cannot be had
   */
  public static Databases start(
      Instance instance,
      List<Database> databases,
      DatabasePasswords passwords,
      Places places,
      Consumer<String> progress) {
    Databases started = new Databases();
    Map<PostgresRelease, PostgresPrograms> programs = new LinkedHashMap<>();
    for (Database database : databases) {
      PostgresRelease release = PostgresRelease.of(database.version());
      programs.computeIfAbsent(
          release, wanted -> PostgresPrograms.find(wanted, places.cache(), instance, progress));
      if (release.major() != database.version()) {
        progress.accept(
            "%s runs on PostgreSQL %d: %d is not here"
                .formatted(database.logicalId(), release.major(), database.version()));
      }
    }
    Instant began = Instant.now();
    List<Callable<DatabaseServer>> starts = new ArrayList<>();
    for (Database database : databases) {
      PostgresPrograms own =
          Objects.requireNonNull(programs.get(PostgresRelease.of(database.version())));
      Path folder = folder(instance, database, places);
      starts.add(() ->
          DatabaseServer.start(
              instance,
              own,
              database,
              passwords.of(database),
              folder,
              places.data().isPresent(),
              places.later() ? Optional.of(began) : Optional.empty(),
              progress));
    }
    RuntimeException failure = null;
    try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<DatabaseServer> each : parallel.invokeAll(starts)) {
        try {
          started.servers.add(each.get());
        } catch (ExecutionException e) {
          failure =
              e.getCause() instanceof RuntimeException own
                  ? own
                  : new IllegalStateException("could not start PostgreSQL: " + e.getCause(), e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = new IllegalStateException("interrupted while PostgreSQL started", e);
    }
    if (failure != null) {
      started.close();
      throw failure;
    }
    return started;
  }

  private static Path folder(Instance instance, Database database, Places places) {
    String name = database.name() + "-" + PostgresRelease.of(database.version()).major();
    if (places.data().isPresent()) {
      return places.data().get().toAbsolutePath().resolve("databases").resolve(name);
    }
    if (places.renewed() && hasMemory()) {
      return instance.folderBelow(MEMORY, false);
    }
    return instance.directory().resolve("database-" + name);
  }

  /** Returns whether there is much of it: a copy of a database is made before each start. */
  private static boolean hasMemory() {
    try {
      FileStore store = Files.getFileStore(MEMORY);
      return store.type().equals("tmpfs")
          && Files.isWritable(MEMORY)
          && store.getUsableSpace() >= ENOUGH_MEMORY_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  /** Lets functions in, who come to the listeners with the names of the database. */
  public void serve(Database database, List<ServerSocket> listeners, SSLContext tls) {
    DatabaseServer server = server(database.logicalId());
    listeners.forEach(each -> server.serve(each, Optional.of(tls), database.forcesTls()));
  }

  /**
   * Lets programs of this machine in.
   *
   * @param port of loopback, by the identifier of the database; 0 for any
   */
  public void serveHere(ToIntFunction<String> port, Optional<SSLContext> tls) {
    for (DatabaseServer server : servers) {
      String name = server.database().name();
      try {
        ServerSocket listener = listener(port.applyAsInt(name));
        ports.put(name, listener.getLocalPort());
        server.serve(listener, tls, false);
      } catch (IOException e) {
        throw new UncheckedIOException("could not listen for clients of " + name + ": " + e, e);
      }
    }
  }

  private static ServerSocket listener(int port) throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.bind(
          new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return listener;
    } catch (BindException e) {
      listener.close();
      if (port == 0) {
        throw e;
      }
      return listener(0); // it was free a moment ago
    }
  }

  /** The port of loopback of each database, by its identifier. */
  public Map<String, Integer> ports() {
    return Map.copyOf(ports);
  }

  private DatabaseServer server(String logicalId) {
    return servers.stream()
        .filter(each -> logicalId.isEmpty() || each.database().logicalId().equals(logicalId))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no database " + logicalId));
  }

  /**
   * Runs scripts in databases that have no data of an earlier run.
   *
   * @param progress told of those that have some
   * @return those that ran
   * @throws UserMistake when a statement is refused
   */
  public List<Script> load(List<Script> scripts, Consumer<String> progress) {
    Map<DatabaseServer, List<Path>> byServer = new LinkedHashMap<>();
    scripts.forEach(each ->
        byServer.computeIfAbsent(server(each.database()), _ -> new ArrayList<>()).add(each.file()));
    byServer.forEach((server, files) -> {
      if (server.isFresh()) {
        server.load(files);
      } else {
        progress.accept(
            "%s has the data of an earlier run: scripts of the seed are left out"
                .formatted(server.database().logicalId()));
      }
    });
    return scripts.stream().filter(each -> server(each.database()).isFresh()).toList();
  }

  /** Takes what is there now as what each start is to find. */
  public void remember() {
    servers.forEach(DatabaseServer::remember);
  }

  /** Makes all what they were at {@link #remember}. */
  public void renew() {
    servers.forEach(DatabaseServer::renew);
  }

  /** Returns the pid of a server on the host. */
  long pid(Database database) {
    return server(database.logicalId()).pid();
  }

  @Override
  public void close() {
    AllSteps.run(servers.stream().<Runnable>map(each -> each::close).toList());
  }
}
