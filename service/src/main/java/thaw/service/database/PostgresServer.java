package thaw.service.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.function.resource.Database;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;

/**
 * The process of a server of PostgreSQL, which listens on a Unix socket alone.
 *
 * <p>For the maintainer. The first start of a folder copies the unused cluster in the box, so that
 * files belong to the server's user. What is committed is in files of the kernel's when the server
 * is killed, whatever {@code fsync} says; that is for the machine's own end.
 */
final class PostgresServer implements AutoCloseable {
  /** The user whose all is; as on RDS it is nobody's to use. */
  static final String OWNER = "rdsadmin";

  /** A database that is never copied or renewed. */
  static final String OWN_DATABASE = "template1";

  /** A database that nobody can change. */
  static final String UNUSED_DATABASE = "template0";

  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Duration END_PATIENCE = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(3);
  private static final String SOCKET = ".s.PGSQL.5432";
  private static final String CLUSTER = "cluster";

  /** Gets folder of the socket, folder of the cluster, unused cluster, program. */
  private static final String SCRIPT =
      """
      set -e
      umask 077
      if [ ! -e "$2/PG_VERSION" ]; then
        rm -rf "$2.new"
        cp -R "$3" "$2.new"
        chmod 700 "$2.new"
        mv "$2.new" "$2"
      fi
      cp "$1/postgresql.conf" "$1/pg_hba.conf" "$2/"
      exec "$4" -D "$2" -k "$1"
      """;

  /**
   * Gets the master user, who may let others come with tokens and has a password. Whoever is
   * trusted here has shown a token to the front: nobody else comes to the socket.
   */
  private static final String ACCESS =
      """
      local all rdsadmin trust
      local all %s scram-sha-256
      local all +rds_iam trust
      local all all scram-sha-256
      """;

  private static final String SETTINGS =
      """
      listen_addresses = ''
      max_connections = 128
      shared_buffers = 64MB
      dynamic_shared_memory_type = mmap
      huge_pages = off
      wal_level = minimal
      max_wal_senders = 0
      log_min_messages = fatal
      log_min_error_statement = panic
      timezone = UTC
      log_timezone = UTC
      recovery_init_sync_method = syncfs
      """;

  /** For data that end with the instance. */
  private static final String SHORT_LIVED =
      """
      fsync = off
      full_page_writes = off
      autovacuum = off
      """;

  private final Sandbox box;
  private final Path socket;
  private final boolean kept;
  private volatile boolean closing;

  private PostgresServer(Sandbox box, Path socket, boolean kept) {
    this.box = box;
    this.socket = socket;
    this.kept = kept;
  }

  /** Returns whether a folder has a cluster. */
  static boolean hasData(Path folder) {
    return Files.exists(folder.resolve(CLUSTER));
  }

  /**
   * Returns when it takes connections.
   *
   * @param database for messages, and whose master user it is
   * @param folder of its files, which may have some already; nobody else uses it
   * @param kept whether the folder stays when the instance ends
   * @param progress told when it ends before it is closed
   */
  static PostgresServer start(
      Instance instance,
      PostgresPrograms programs,
      Database database,
      Path folder,
      boolean kept,
      Consumer<String> progress) {
    try {
      Path sockets = Files.createTempDirectory(instance.directory(), "pg-");
      write(sockets.resolve("postgresql.conf"), SETTINGS + (kept ? "" : SHORT_LIVED));
      String master = database.isDsql() ? OWNER : PostgresClient.name(database.user());
      write(sockets.resolve("pg_hba.conf"), ACCESS.formatted(master));
      for (Path each : List.of(sockets, folder)) {
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
      }
      PostgresBox files =
          new PostgresBox(instance.host(), programs.home(), List.of(sockets, folder));
      boolean own = instance.host().hasMountNamespaces();
      Path unused = own ? Path.of("/opt/cluster") : programs.cluster();
      List<String> command =
          List.of(
              "/bin/sh",
              "-c",
              SCRIPT,
              "postgres",
              files.inside(0).toString(),
              files.inside(1).resolve(CLUSTER).toString(),
              unused.toString(),
              files.home("bin/postgres").toString());
      Sandbox box =
          instance.prepareWithoutRoot(
              "postgres", files.spec(command, List.of(Bind.readOnly(programs.cluster(), unused))));
      PostgresServer server = new PostgresServer(box, sockets.resolve(SOCKET), kept);
      try {
        box.start();
        server.awaitReady(database.name());
      } catch (RuntimeException e) {
        box.close();
        throw e;
      }
      box.exit().thenAccept(code -> server.ended(database.name(), code, progress));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("could not start PostgreSQL in " + folder + ": " + e, e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private void awaitReady(String name) {
    long deadline = System.nanoTime() + START_PATIENCE.toNanos();
    String last = "it does not listen";
    while (box.isAlive() && System.nanoTime() < deadline) {
      try (PostgresClient _ = connect(OWN_DATABASE)) {
        return;
      } catch (IOException | PostgresClient.Refused e) {
        last = String.valueOf(e.getMessage());
      }
      try {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while PostgreSQL started", e);
      }
    }
    throw new IllegalStateException(
        "PostgreSQL of %s %s: %s; %s"
            .formatted(
                name, box.isAlive() ? "takes no connection" : "ended at its start", last, said()));
  }

  private String said() {
    String text = new String(box.output().drain(), StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "it wrote nothing" : "it wrote:\n" + text;
  }

  private void ended(String name, int code, Consumer<String> progress) {
    if (!closing) {
      progress.accept(
          "PostgreSQL of %s has ended with exit code %d: calls to it fail until thaw is restarted; %s"
              .formatted(name, code, said()));
    }
  }

  /** Connects as the owner of all. */
  PostgresClient connect(String database) throws IOException, PostgresClient.Refused {
    return PostgresClient.connect(socket, OWNER, database);
  }

  Path socket() {
    return socket;
  }

  long pid() {
    return box.pid();
  }

  /** Data that are kept are written out, so that the next start has nothing to recover. */
  @Override
  public void close() {
    closing = true;
    if (kept && box.isAlive()) {
      box.terminate();
      box.exit().completeOnTimeout(0, END_PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
    box.close();
  }
}
