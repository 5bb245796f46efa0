package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.Driver;
import thaw.fixture.SideBySide;
import thaw.function.resource.Database;
import thaw.function.template.ReadOptions;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.service.redirect.JvmTrust;

/** Process tests: a program in a box connects as a function does, by AWS's names and with TLS. */
@SideBySide
class DatabaseAccessTest {
  private static final SandboxHost HOST = SandboxHost.probe();
  private static final Jdk JDK = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
  private static final Path CACHE = Path.of("target", "services");

  private static final String PETS = "pets.abc.us-east-1.rds.amazonaws.com";
  private static final String PROXY = "front.proxy-abc.us-east-1.rds.amazonaws.com";
  private static final String DSQL = "abc.dsql.us-east-1.on.aws";
  private static final String PASSWORD = "s3cret:\\'\"pass";

  /** Gets addresses, user and password of one connection each, and tells how it went. */
  private static final String CLIENT =
      """
      public class Client {
        public static void main(String[] words) {
          for (int i = 0; i < words.length; i += 3) {
            try (var c = java.sql.DriverManager.getConnection("jdbc:postgresql://" + words[i], words[i + 1], words[i + 2]);
                var s = c.createStatement();
                var r = s.executeQuery("SELECT session_user || ' ' || current_database() || ' ' || 6 * 7")) {
              r.next();
              System.out.println(r.getString(1));
            } catch (java.sql.SQLException e) {
              System.out.println(e.getMessage().replace("\\n", " "));
            }
          }
        }
      }
      """;

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;

  @BeforeAll
  static void start() {
    instance = Instance.open(HOST, base);
    services =
        LocalServices.start(
            instance,
            ServiceSpecBuilder.builder()
                .databases(
                    List.of(
                        database("Pets", "app", new Database.Password.Given(PASSWORD), PETS, PROXY),
                        database("Dsql", "admin", new Database.Password.Tokens(), DSQL),
                        Database.undeclared("us-east-1")))
                .data(Optional.empty())
                .region("us-east-1")
                .account(ReadOptions.DEFAULT_ACCOUNT)
                .jdk(JDK)
                .cache(CACHE)
                .project(Optional.empty())
                .build(),
            line -> {});
  }

  private static Database database(
      String id, String user, Database.Password password, String... hosts) {
    return new Database(
        id,
        id.toLowerCase(java.util.Locale.ROOT),
        "arn:" + id,
        "postgres",
        17,
        List.of(hosts),
        Set.of(hosts[hosts.length - 1]),
        List.of(5432),
        "postgres",
        user,
        password,
        true);
  }

  @AfterAll
  static void stop() {
    services.close();
    instance.close();
  }

  private static List<String> said(String... words) throws Exception {
    assumeTrue(HOST.hasMountNamespaces(), "needs mount namespaces");
    Path jars = Files.createTempDirectory(CACHE.toAbsolutePath(), "jdbc-");
    Files.setPosixFilePermissions(jars, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path jar = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path copy = Files.copy(jar, jars.resolve("pg.jar"), StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
    Path bundle = Files.writeString(jars.resolve("global-bundle.pem"), "# as in a package\n");
    Files.setPosixFilePermissions(bundle, PosixFilePermissions.fromString("rw-r--r--"));
    JvmTrust trust = JvmTrust.of(JDK).and(JvmTrust.bundlesBelow(jars, Path.of("/var/runtime")));
    BoxedClient client =
        new BoxedClient(
            instance,
            services.accessFor(trust),
            JDK,
            Map.of(),
            List.of("-XX:TieredStopAtLevel=1", "-cp", "/var/runtime/*"),
            List.of(Bind.readOnly(jars, Path.of("/var/runtime"))),
            512L * 1024 * 1024,
            Duration.ofSeconds(120));
    return client.run("Client", CLIENT, words).lines().toList();
  }

  private static String token(String beginning, Duration ago) {
    return beginning
        + "&X-Amz-Date="
        + DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
            .withZone(ZoneOffset.UTC)
            .format(Instant.now().minus(ago))
        + "&X-Amz-Expires=900&X-Amz-Signature=0";
  }

  @Test
  void a_function_comes_by_the_name_and_knows_the_certificate() throws Exception {
    String verified =
        "/postgres?sslmode=verify-full&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory";
    assertEquals(
        List.of("app postgres 42", "app postgres 42", "app postgres 42"),
        said(
            PETS + "/postgres?sslmode=verify-full&sslrootcert=/var/runtime/global-bundle.pem",
            "app",
            PASSWORD, //
            PETS + ":5432" + verified,
            "app",
            PASSWORD, //
            PETS + "/postgres",
            "app",
            PASSWORD));
  }

  @Test
  void variables_lead_to_a_database_that_no_template_declares() throws Exception {
    Map<String, String> found = services.accessFor(Optional.of(JDK)).variables();
    String address =
        "%s:%s/%s".formatted(found.get("PGHOST"), found.get("PGPORT"), found.get("PGDATABASE"));
    String user = found.get("PGUSER");
    String password = found.get("PGPASSWORD");
    assertEquals(List.of("postgres postgres 42"), said(address, user, password));
    assertEquals(
        "jdbc:postgresql://%s?user=%s&password=%s".formatted(address, user, password),
        found.get("JDBC_DATABASE_URL"));
    assertFalse(services.variables().containsKey("PGPASSWORD"), "these are printed");
    assertFalse(services.databaseClients().toString().contains(password), "these, too");
  }

  @Test
  void what_AWS_refuses_is_refused() throws Exception {
    List<String> said =
        said(
            PETS + "/postgres?sslmode=disable",
            "app",
            PASSWORD, //
            PETS + "/postgres",
            "app",
            "wrong", //
            PETS + "/postgres",
            "app",
            token(PETS + ":5432/?Action=connect&DBUser=app", Duration.ZERO), //
            PROXY + "/postgres",
            "app",
            PASSWORD);
    assertTrue(said.get(0).contains("no pg_hba.conf entry for host"), said::toString);
    assertTrue(said.get(0).contains("no encryption"), said::toString);
    assertEquals("FATAL: password authentication failed for user \"app\"", said.get(1));
    assertEquals("FATAL: password authentication failed for user \"app\"", said.get(2));
    assertTrue(said.get(3).startsWith("FATAL: PAM authentication failed for user \"app\""));
  }

  @Test
  void proxies_and_dsql_take_tokens_that_hold() throws Exception {
    String proxy = PROXY + ":5432/?Action=connect&DBUser=app";
    String dsql = DSQL + "/?Action=DbConnectAdmin";
    List<String> said =
        said(
            PROXY + "/postgres",
            "app",
            token(proxy, Duration.ZERO), //
            DSQL + "/postgres",
            "admin",
            token(dsql, Duration.ZERO), //
            PROXY + "/postgres",
            "app",
            token(proxy, Duration.ofHours(1)));
    assertEquals(List.of("app postgres 42", "admin postgres 42"), said.subList(0, 2));
    assertTrue(
        said.get(2).contains("the token does not let in: it has expired 27"), said::toString);
  }
}
