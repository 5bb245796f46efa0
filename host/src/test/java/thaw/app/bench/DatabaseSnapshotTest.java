package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;

/** Process tests: {@code thaw snapstart} of functions with a real database and real restores. */
@Tag("linux")
@Thorough("HeldConnectionsTest, PoolReopeningTest and LoginTokenTest look at each part of it")
@SideBySide
class DatabaseSnapshotTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Makes its token in init, as the SDK does, which Thaw takes without its signature. */
  private static final String TOKEN =
      """
      package dev.thaw.samples.pooled;
      import com.amazonaws.services.lambda.runtime.Context;
      import com.amazonaws.services.lambda.runtime.RequestHandler;
      import java.sql.Connection;
      import java.sql.DriverManager;
      import java.time.Instant;
      import java.time.ZoneOffset;
      import java.time.format.DateTimeFormatter;
      import java.util.Map;
      public final class Token implements RequestHandler<Map<String, String>, String> {
        private static final String HOST = System.getenv("CLUSTER");
        private static final String MADE = HOST + "/?Action=DbConnectAdmin&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date="
            + DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC).format(Instant.now())
            + "&X-Amz-Expires=900&X-Amz-Signature=0";
        public String handleRequest(Map<String, String> event, Context context) {
          try (Connection c = DriverManager.getConnection("jdbc:postgresql://" + HOST + "/postgres?sslmode=require", "admin", MADE)) {
            return "" + c.isValid(1);
          } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e.getMessage());
          }
        }
      }
      """;

  /** Reads the managed secret in init, with no more than the JDK. */
  private static final String MANAGED =
      """
      package dev.thaw.samples.pooled;
      import com.amazonaws.services.lambda.runtime.Context;
      import com.amazonaws.services.lambda.runtime.RequestHandler;
      import com.zaxxer.hikari.HikariDataSource;
      import java.io.IOException;
      import java.net.HttpURLConnection;
      import java.net.URI;
      import java.nio.charset.StandardCharsets;
      import java.sql.Connection;
      import java.util.Map;
      public final class Managed implements RequestHandler<Map<String, String>, String> {
        private final HikariDataSource data = new HikariDataSource();
        public Managed() throws IOException {
          data.setJdbcUrl(System.getenv("MANAGED_URL"));
          data.setUsername("vet");
          data.setPassword(secret());
          data.setMinimumIdle(0);
        }
        private static String secret() throws IOException {
          HttpURLConnection to = (HttpURLConnection)
              URI.create(System.getenv("AWS_ENDPOINT_URL_SECRETS_MANAGER")).toURL().openConnection();
          to.setDoOutput(true);
          to.setRequestProperty("X-Amz-Target", "secretsmanager.GetSecretValue");
          to.setRequestProperty("Content-Type", "application/x-amz-json-1.1");
          to.getOutputStream().write(("{\\"SecretId\\":\\"" + System.getenv("SECRET") + "\\"}").getBytes(StandardCharsets.UTF_8));
          String answer = new String(to.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
          return answer.replaceAll("(?s).*password[^A-Za-z0-9]+([A-Za-z0-9]+).*", "$1");
        }
        public String handleRequest(Map<String, String> event, Context context) {
          try (Connection c = data.getConnection()) {
            return "" + c.isValid(1);
          } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e.getMessage() + ": " + e.getCause());
          }
        }
      }
      """;

  private static final String RESOURCES =
      """
        Token:
          Type: AWS::Serverless::Function
          Properties:
            Handler: dev.thaw.samples.pooled.Token
            Environment: {Variables: {CLUSTER: !GetAtt Fast.Endpoint}}
        Fast:
          Type: AWS::DSQL::Cluster
        Managed:
          Type: AWS::Serverless::Function
          Properties:
            Handler: dev.thaw.samples.pooled.Managed
            Environment:
              Variables:
                MANAGED_URL: !Sub jdbc:postgresql://${Vault.Endpoint.Address}:${Vault.Endpoint.Port}/clinic?sslmode=require
                SECRET: !GetAtt Vault.MasterUserSecret.SecretArn
        Vault:
          Type: AWS::RDS::DBInstance
          Properties:
            Engine: postgres
            DBName: clinic
            MasterUsername: vet
            ManageMasterUserPassword: true
      """;

  @TempDir static Path temporary;
  private static final String[] FUNCTIONS = {"Stale", "Reopened", "Token", "Managed"};

  private static JsonNode measured;

  /** One build of the sample, one start of its databases, and one measurement for all tests. */
  @BeforeAll
  static void measure() throws IOException {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    assumeTrue(Tool.run(List.of("mvn", "--version")).succeeded(), "there is no mvn");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Path folder = Samples.copy("pooled", Path.of("target/samples/pooled").toAbsolutePath());
    Path sources = folder.resolve("src/main/java/dev/thaw/samples/pooled");
    Files.writeString(sources.resolve("Token.java"), TOKEN);
    Files.writeString(sources.resolve("Managed.java"), MANAGED);
    Path template = folder.resolve("template.yaml");
    Files.writeString(template, Files.readString(template).stripTrailing() + "\n\n" + RESOURCES);
    Files.move(
        folder.resolve("seed/sql/visits.sql"),
        Files.createDirectories(folder.resolve("seed/sql/Clinic")).resolve("visits.sql"),
        StandardCopyOption.REPLACE_EXISTING);
    List<Object> words = new ArrayList<>(List.of("snapstart", folder));
    for (String function : FUNCTIONS) {
      words.addAll(List.of("--function", function));
    }
    words.addAll(List.of("--runs", 4, "--out", temporary));
    Transcript transcript = Transcript.of(words.toArray());
    Path document = temporary.resolve("snapstart.json");
    assertTrue(Files.exists(document), transcript.err() + transcript.out());
    measured = JSON.readTree(document.toFile());
  }

  private static JsonNode risks(String function) {
    return StreamSupport.stream(measured.path("risks").spliterator(), false)
        .filter(each -> each.path("function").asText().equals(function))
        .findFirst()
        .orElseThrow()
        .path("risks");
  }

  private static Stream<JsonNode> of(String kind, JsonNode risks) {
    return StreamSupport.stream(risks.spliterator(), false)
        .filter(each -> each.path("kind").asText().equals(kind));
  }

  @Test
  void connections_of_a_pool_are_told_and_a_hook_is_tried_and_written() throws IOException {
    JsonNode risks = risks("Stale");
    String pool = "of HikariPool-1 (HikariCP) in dev.thaw.samples.pooled.Stale.DATA to ";
    JsonNode dead =
        of("DEAD_CONNECTION", risks) // perhaps beside one that the pool is just opening
            .filter(each -> each.path("text").asText().contains(pool))
            .findFirst()
            .orElseThrow(() -> new AssertionError(risks.toString()));
    String text = dead.path("text").asText();
    assertTrue(text.contains(":5432, opened by "), text);
    assertTrue(text.contains("dev.thaw.samples.pooled.Stale.pool(Stale.java:"), text);
    assertTrue(text.contains("first request"), text); // whether it fails depends on time
    String remedy = dead.path("remedy").asText();
    assertTrue(remedy.contains("4 of 4 first requests were answered"), remedy);
    Path written =
        temporary.resolve("reopened/Stale/src/main/java/dev/thaw/samples/pooled/Stale.java");
    assertTrue(Files.readString(written).contains("class ReopenedPool implements Resource"));
  }

  @Test
  void a_pool_with_a_hook_has_no_connection_in_the_snapshot() {
    JsonNode risks = risks("Reopened");
    assertEquals(0, of("DEAD_CONNECTION", risks).count(), risks::toString);
    assertTrue(Files.exists(temporary.resolve("pools/Stale")));
    assertFalse(Files.exists(temporary.resolve("pools/Reopened")), "there is nothing to try");
  }

  @Test
  void a_token_of_before_the_snapshot_is_refused_later() {
    JsonNode credentials = of("CREDENTIALS", risks("Token")).findFirst().orElseThrow();
    String text = credentials.path("text").asText();
    assertTrue(text.contains("is kept in dev.thaw.samples.pooled.Token.MADE"), text);
    assertTrue(text.contains("the token does not let in: it has expired"), text);
    assertTrue(credentials.path("breaks").asBoolean(), credentials::toString);
  }

  @Test
  void a_password_that_was_read_in_init_is_refused_when_its_secret_was_rotated() {
    JsonNode credentials = of("CREDENTIALS", risks("Managed")).findFirst().orElseThrow();
    String text = credentials.path("text").asText();
    assertTrue(text.contains("is kept in dev.thaw.samples.pooled.Managed.data"), text);
    assertTrue(text.contains("password authentication failed"), text);
  }
}
