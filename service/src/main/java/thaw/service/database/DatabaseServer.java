package thaw.service.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import thaw.files.Trees;
import thaw.function.resource.Database;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.steady.ClientLoop;

/** One database of a template with its server and the fronts that lead to it. */
final class DatabaseServer implements AutoCloseable {
  /** Is there while scripts are loaded: what is half loaded is not used. */
  private static final String LOADING = "loading";

  private static final String ROLES =
      """
      CREATE ROLE rds_superuser; CREATE ROLE rds_iam; CREATE ROLE rds_password;
      GRANT pg_monitor, pg_signal_backend, pg_checkpoint TO rds_superuser WITH ADMIN OPTION;
      GRANT rds_password TO rds_superuser WITH ADMIN OPTION
      """;

  private final Database database;
  private final String password;
  private final PostgresServer server;
  private final Path folder;
  private final boolean fresh;
  private final DatabaseCopies copies;
  private final Optional<Instant> later;
  private final List<ClientLoop> fronts = new ArrayList<>();
  private final Set<String> opened = ConcurrentHashMap.newKeySet();

  private DatabaseServer(
      Database database,
      String password,
      PostgresServer server,
      Path folder,
      boolean fresh,
      Optional<Instant> later) {
    this.database = database;
    this.password = password;
    this.server = server;
    this.folder = folder;
    this.fresh = fresh;
    this.copies = new DatabaseCopies(server);
    this.later = later;
  }

  /**
   * Returns when it takes connections as the master user.
   *
   * @param folder of its files
   * @param kept whether the folder stays when the instance ends
   * @param later tokens of before then are taken to be 15 minutes older
   */
  static DatabaseServer start(
      Instance instance,
      PostgresPrograms programs,
      Database database,
      String password,
      Path folder,
      boolean kept,
      Optional<Instant> later,
      Consumer<String> progress) {
    try {
      if (Files.exists(folder.resolve(LOADING))) {
        Trees.delete(folder);
      }
      Files.createDirectories(folder);
      boolean fresh = !PostgresServer.hasData(folder);
      PostgresServer server =
          PostgresServer.start(instance, programs, database, folder, kept, progress);
      try {
        DatabaseServer started =
            new DatabaseServer(database, password, server, folder, fresh, later);
        started.prepare();
        return started;
      } catch (RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not use " + folder + ": " + e, e);
    }
  }

  private void prepare() {
    String user = PostgresClient.name(database.user());
    try (PostgresClient client = server.connect(Database.USUAL)) {
      if (fresh) {
        client.run(ROLES);
        client.run("REVOKE ALL ON DATABASE " + Database.USUAL + " FROM PUBLIC");
        client.run("GRANT CONNECT, TEMPORARY ON DATABASE " + Database.USUAL + " TO PUBLIC");
      }
      if (client
          .rows("SELECT 1 FROM pg_roles WHERE rolname = " + PostgresClient.literal(database.user()))
          .isEmpty()) {
        client.run("CREATE ROLE " + user + " LOGIN CREATEDB CREATEROLE IN ROLE rds_superuser");
        client.run("ALTER DATABASE " + Database.USUAL + " OWNER TO " + user);
      }
      client.run(
          password.isEmpty()
              ? "GRANT rds_iam TO " + user
              : "GRANT rds_iam TO %s WITH ADMIN OPTION; ALTER ROLE %s PASSWORD %s"
                  .formatted(user, user, PostgresClient.literal(password)));
      String name = PostgresClient.literal(database.database());
      if (client.rows("SELECT 1 FROM pg_database WHERE datname = " + name).isEmpty()) {
        client.run(
            "CREATE DATABASE %s OWNER %s STRATEGY FILE_COPY"
                .formatted(PostgresClient.name(database.database()), user));
      }
    } catch (IOException | PostgresClient.Refused e) {
      throw new IllegalStateException(
          "could not prepare the database %s: %s".formatted(database.logicalId(), e.getMessage()),
          e);
    }
  }

  Database database() {
    return database;
  }

  boolean isFresh() {
    return fresh;
  }

  long pid() {
    return server.pid();
  }

  /**
   * Lets clients in.
   *
   * @param tls absent where there is no certificate
   * @param forcesTls whether connections without it are refused
   */
  void serve(ServerSocket listener, Optional<SSLContext> tls, boolean forcesTls) {
    DatabaseConnection.Terms terms =
        new DatabaseConnection.Terms(
            database, password, server.socket(), tls, forcesTls, opened::add, later);
    ClientLoop front = new ClientLoop("database", listener);
    fronts.add(front);
    front.serve(client -> {
      try (DatabaseConnection connection = new DatabaseConnection(client, terms)) {
        connection.serve();
      }
    });
  }

  /**
   * Runs scripts as the master user, one after the other.
   *
   * @throws UserMistake when the server refuses a statement
   */
  void load(List<Path> scripts) {
    Path loading = folder.resolve(LOADING);
    try {
      Files.writeString(loading, "");
      try (PostgresClient client = server.connect(database.database())) {
        client.run("SET SESSION AUTHORIZATION " + PostgresClient.name(database.user()));
        for (Path script : scripts) {
          load(client, script);
        }
      } catch (PostgresClient.Refused e) {
        throw new IllegalStateException("could not load scripts: " + e.getMessage(), e);
      }
      Files.delete(loading);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not load scripts into %s: %s".formatted(database.name(), e), e);
    }
    opened.add(database.database());
  }

  private static void load(PostgresClient client, Path script) throws IOException {
    String text = Files.readString(script, StandardCharsets.UTF_8);
    for (SqlScript.Statement statement : SqlScript.statements(script, text)) {
      try {
        if (statement.copies()) {
          client.copy(statement.sql(), statement.lines().getBytes(StandardCharsets.UTF_8));
        } else {
          client.run(statement.sql());
        }
      } catch (PostgresClient.Refused e) {
        int place = statement.start() + Math.max(e.position() - 1, 0);
        throw new UserMistake(
            "%s:%d: PostgreSQL refuses a statement: %s"
                .formatted(script, SqlScript.line(text, place), e.getMessage()),
            "mend it there");
      }
    }
  }

  /** Takes what is there now as what each start is to find. */
  void remember() {
    copies.make(new HashSet<>(opened));
    opened.clear();
  }

  /** Puts back what was used since. */
  void renew() {
    Set<String> used = new HashSet<>(opened);
    opened.clear();
    if (!used.isEmpty()) {
      copies.restore(used);
    }
  }

  @Override
  public void close() {
    fronts.forEach(ClientLoop::close);
    server.close();
  }
}
