package thaw.service.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.resource.Database;
import thaw.sandbox.Instance;

/** Tells clients how they connect. */
public final class DatabaseClients {
  private DatabaseClients() {}

  /**
   * Returns what clients on this machine are given, such as {@code psql}, by the logical id of each
   * database that has a password: it is in a file that they read, and nobody but this user.
   *
   * @param ports of loopback, by the identifier of the database
   * @see <a href="https://www.postgresql.org/docs/17/libpq-pgpass.html">The Password File</a>
   */
  public static Map<String, String> of(
      Instance instance,
      List<Database> databases,
      Map<String, Integer> ports,
      DatabasePasswords passwords) {
    Map<String, String> clients = new LinkedHashMap<>();
    StringBuilder lines = new StringBuilder();
    Path file = instance.directory().resolve("pgpass");
    for (Database database : databases) {
      String password = passwords.of(database);
      Optional<Integer> port = Optional.ofNullable(ports.get(database.name()));
      if (!password.isEmpty() && port.isPresent()) {
        lines.append(
            "127.0.0.1:%d:*:%s:%s\n"
                .formatted(port.get(), escaped(database.user()), escaped(password)));
        clients.put(
            database.logicalId(),
            "host=127.0.0.1 port=%d dbname=%s user=%s passfile=%s"
                .formatted(port.get(), database.database(), database.user(), file));
      }
    }
    try {
      Path made = Files.createTempFile(instance.directory(), "pgpass-", ""); // for its owner only
      Files.writeString(made, lines);
      Files.move(made, file);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write " + file + ": " + e, e);
    }
    return clients;
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace(":", "\\:");
  }

  /** Returns variables by which programs find a database: libpq's, and one that has a JDBC URL. */
  public static Map<String, String> variables(
      Database database, String host, int port, DatabasePasswords passwords) {
    String password = passwords.of(database);
    return Map.of(
        "PGHOST",
        host,
        "PGPORT",
        "" + port,
        "PGUSER",
        database.user(),
        "PGPASSWORD",
        password,
        "PGDATABASE",
        database.database(),
        "JDBC_DATABASE_URL",
        "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
            .formatted(
                host,
                port,
                database.database(),
                database.user(),
                URLEncoder.encode(password, StandardCharsets.UTF_8)));
  }
}
