package thaw.service.database;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Copies of a server's databases, by which they become again what they were: a copy of files, which
 * takes some 25 ms in memory. Owners, rights and settings of a database are put back, and roles
 * that came later are gone.
 */
final class DatabaseCopies {
  /** No name that a program would choose. */
  private static final String COPY = " as it was";

  private static final String OTHERS =
      "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname NOT LIKE '%"
          + COPY
          + "'";

  private static final String ROLES = "SELECT rolname FROM pg_roles";

  private final PostgresServer server;
  private final Set<String> databases = new HashSet<>();
  private final Set<String> copied = new HashSet<>();
  private final Set<String> roles = new HashSet<>();

  DatabaseCopies(PostgresServer server) {
    this.server = server;
  }

  /**
   * Makes them.
   *
   * @param used those that somebody has opened; others are empty as they were made
   */
  void make(Set<String> used) {
    asOwner(client -> {
      databases.addAll(column(client, OTHERS));
      roles.addAll(column(client, ROLES));
      for (String each : databases) {
        if (used.contains(each)) {
          client.run(
              "CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY"
                  .formatted(PostgresClient.name(each + COPY), PostgresClient.name(each)));
          settings(client, each, each + COPY);
          copied.add(each);
        }
      }
    });
  }

  /** Makes databases what they were. */
  void restore(Set<String> used) {
    asOwner(client -> {
      Set<String> present = new HashSet<>(column(client, OTHERS));
      for (String each : present) {
        if (used.contains(each) || !databases.contains(each)) {
          restore(client, each);
        }
      }
      for (String gone : databases) {
        if (!present.contains(gone)) {
          restore(client, gone);
        }
      }
      Set<String> later = new HashSet<>(column(client, ROLES));
      later.removeAll(roles);
      for (String role : later) {
        client.run("DROP ROLE " + PostgresClient.name(role));
      }
    });
  }

  private void restore(PostgresClient client, String name)
      throws IOException, PostgresClient.Refused {
    String quoted = PostgresClient.name(name);
    String literal = PostgresClient.literal(name);
    List<String> owner =
        column(
            client, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = " + literal);
    client.run("DROP DATABASE IF EXISTS " + quoted + " WITH (FORCE)");
    if (!databases.contains(name)) {
      return;
    }
    boolean isCopied = copied.contains(name);
    client.run(
        "CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY"
            .formatted(
                quoted,
                isCopied ? PostgresClient.name(name + COPY) : PostgresServer.UNUSED_DATABASE));
    if (isCopied) {
      settings(client, name + COPY, name);
    } else if (!owner.isEmpty()) {
      client.run("ALTER DATABASE " + quoted + " OWNER TO " + PostgresClient.name(owner.getFirst()));
    }
  }

  /** Copies what a copy of files does not have. */
  private static void settings(PostgresClient client, String from, String to)
      throws IOException, PostgresClient.Refused {
    String source = PostgresClient.literal(from);
    String target = PostgresClient.literal(to);
    client.run(
        """
        UPDATE pg_database t SET datdba = s.datdba, datacl = s.datacl, datconnlimit = s.datconnlimit
          FROM pg_database s WHERE s.datname = %s AND t.datname = %s;
        INSERT INTO pg_db_role_setting SELECT t.oid, setrole, setconfig
          FROM pg_db_role_setting JOIN pg_database s ON setdatabase = s.oid, pg_database t
          WHERE s.datname = %s AND t.datname = %s
        """
            .formatted(source, target, source, target));
  }

  private static List<String> column(PostgresClient client, String query)
      throws IOException, PostgresClient.Refused {
    return client.rows(query).stream().map(List::getFirst).collect(Collectors.toList());
  }

  private interface Step {
    void run(PostgresClient client) throws IOException, PostgresClient.Refused;
  }

  private void asOwner(Step step) {
    try (PostgresClient client = server.connect(PostgresServer.OWN_DATABASE)) {
      step.run(client);
    } catch (IOException | PostgresClient.Refused e) {
      throw new IllegalStateException("could not renew a database: " + e.getMessage(), e);
    }
  }
}
