package thaw.service.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.resource.Database;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;

/** A real server, with the JDBC driver as client. */
@SideBySide
class DatabasesTest {
  private static final Database PETS =
      new Database(
          "Pets",
          "pets",
          "arn:aws:rds:us-east-1:123456789012:db:pets",
          "postgres",
          17,
          List.of("pets.abc.us-east-1.rds.amazonaws.com"),
          Set.of(),
          List.of(5432),
          "shop",
          "app",
          new Database.Password.Made("rds!db-1"),
          false);

  /** Shared by all tests: it is downloaded once. */
  private static final Path CACHE = Path.of("target/postgresql").toAbsolutePath();

  @TempDir static Path base;
  private static Instance instance;
  private static DatabasePasswords passwords;
  private static Databases databases;
  private static final List<String> PROGRESS = new ArrayList<>();

  @BeforeAll
  static void start() {
    instance = Instance.open(SandboxHost.probe(), base.resolve("instances"));
    passwords = DatabasePasswords.of(List.of(PETS), Optional.empty(), false);
    databases = started(Optional.empty());
  }

  private static Databases started(Optional<Path> data) {
    Databases started =
        Databases.start(
            instance,
            List.of(PETS),
            passwords,
            new Databases.Places(CACHE, data, data.isEmpty(), false),
            PROGRESS::add);
    started.serveHere(_ -> 0, Optional.empty());
    return started;
  }

  @AfterAll
  static void stop() {
    try (Instance _ = instance) {
      databases.close();
    }
  }

  private static Connection connect(Databases to, String user, String password, String database)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + to.ports().get("pets") + "/" + database, properties);
  }

  private static Connection connect(Databases to) throws SQLException {
    return connect(to, "app", passwords.of(PETS), "shop");
  }

  private static String one(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : "";
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void the_master_user_owns_the_database_and_is_no_superuser() throws Exception {
    try (Connection connection = connect(databases)) {
      run(connection, "CREATE TABLE owned (id int)");
      assertEquals("off", one(connection, "SHOW is_superuser"));
      assertEquals(
          "app", one(connection, "SELECT tableowner FROM pg_tables WHERE tablename='owned'"));
      run(connection, "DROP TABLE owned");
      run(connection, "CREATE EXTENSION IF NOT EXISTS pgcrypto");
    }
  }

  @Test
  void who_has_another_password_or_is_the_owner_of_all_is_refused() {
    for (List<String> who : List.of(List.of("app", "wrong"), List.of("rdsadmin", "x"))) {
      SQLException refused =
          assertThrows(
              SQLException.class, () -> connect(databases, who.get(0), who.get(1), "shop").close());
      assertTrue(refused.getSQLState().startsWith("28"), refused::toString);
    }
  }

  @Test
  void each_start_finds_what_was_there_before_the_first_one() throws Exception {
    Path script = base.resolve("pets.sql");
    Files.writeString(
        script,
        "CREATE TABLE pets (id int PRIMARY KEY, name text);\n"
            + "COPY pets (id, name) FROM stdin;\n"
            + "1\tPepper\n"
            + "\\.\n"
            + "ALTER DATABASE shop SET search_path = public, x;");
    databases.load(List.of(new Databases.Script("", script)), PROGRESS::add);
    databases.remember();
    for (int start = 0; start < 3; start++) {
      databases.renew();
      try (Connection connection = connect(databases)) {
        assertEquals("1", one(connection, "SELECT count(*) FROM pets"));
        assertEquals("public, x", one(connection, "SHOW search_path"));
        run(connection, "INSERT INTO pets VALUES (2, 'Salt')");
        run(
            connection,
            "CREATE ROLE later; CREATE TABLE other (id int); GRANT SELECT ON other TO later");
      }
      try (Connection connection = connect(databases, "app", passwords.of(PETS), "postgres")) {
        run(connection, "CREATE TABLE here (id int)");
      }
    }
  }

  @Test
  void what_was_committed_is_there_after_the_server_was_killed() throws Exception {
    Path data = base.resolve("data");
    try (Databases first = started(Optional.of(data))) {
      try (Connection connection = connect(first)) {
        run(connection, "CREATE TABLE kept AS SELECT 7 AS id");
      }
      ProcessHandle.of(first.pid(PETS)).orElseThrow().destroyForcibly();
    }
    try (Databases second = started(Optional.of(data));
        Connection connection = connect(second)) {
      assertEquals("7", one(connection, "SELECT id FROM kept"));
      PROGRESS.clear();
      second.load(List.of(new Databases.Script("", base.resolve("no.sql"))), PROGRESS::add);
      assertEquals(
          List.of("Pets has the data of an earlier run: scripts of the seed are left out"),
          PROGRESS);
    }
  }

  @Test
  void a_broken_script_is_named_with_its_line_and_loaded_anew() throws Exception {
    Path data = base.resolve("broken");
    Path script = base.resolve("broken.sql");
    Files.writeString(script, "CREATE TABLE a (id int);\n\nCREATE TABEL b (id int);\n");
    for (int run = 0; run < 2; run++) {
      try (Databases broken = started(Optional.of(data))) {
        UserMistake mistake =
            assertThrows(
                UserMistake.class,
                () -> broken.load(List.of(new Databases.Script("", script)), PROGRESS::add));
        assertEquals(
            script + ":3: PostgreSQL refuses a statement: syntax error at or near \"TABEL\"",
            mistake.getMessage());
      }
    }
    assertFalse(Files.exists(data.resolve("databases/pets-17/gone")));
  }
}
