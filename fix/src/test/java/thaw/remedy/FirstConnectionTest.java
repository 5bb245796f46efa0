package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstConnectionTest {
  private static final String FINDING = "connection-in-handler";
  private static final String FILE = "src/main/java/shop/Handler.java";

  private static final String HANDLER =
      """
      import com.amazonaws.services.lambda.runtime.Context;
      import com.amazonaws.services.lambda.runtime.RequestHandler;
      import java.sql.Connection;
      import java.sql.DriverManager;
      import java.sql.SQLException;
      import javax.sql.DataSource;

      public class Handler implements RequestHandler<String, String> {
        private static final String URL = System.getenv("DB_URL");
        private final DataSource data = null;
        private Connection connection;

        @Override
        public String handleRequest(String event, Context context) {
          try {
            String user = System.getenv("DB_USER") + "";
            connection = %s;
            return connection.getCatalog();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  @TempDir Path folder;
  private DatabaseProject project;

  @BeforeEach
  void project() throws Exception {
    project = DatabaseProject.in(folder);
  }

  private String handler(String opening) throws Exception {
    project.source("shop.Handler", HANDLER.formatted(opening));
    return project.with(project.offer(FINDING), FILE);
  }

  @Test
  void the_handler_opens_a_connection_in_init_with_what_locals_stand_for() throws Exception {
    String text = handler("DriverManager.getConnection(URL, user, \"secret\")");
    assertTrue(
        text.endsWith(
            """
              public Handler() {
                openFirstConnection();
              }

              /** Opens a connection in init as the first request would, and closes it. */
              private static void openFirstConnection() {
                if (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
                  try (Connection first = DriverManager.getConnection(URL, (System.getenv("DB_USER") + ""), "secret")) {
                    first.isValid(1);
                  } catch (SQLException | RuntimeException e) {
                    // init goes on, and the first request tells it
                  }
                }
              }
            }
            """
                .indent(0)),
        text);
  }

  @Test
  void a_field_of_the_handlers_object_is_read_by_a_method_of_the_object() throws Exception {
    String text = handler("data.getConnection()");
    assertTrue(text.contains("private void openFirstConnection() {"), text);
    assertTrue(text.contains("try (Connection first = data.getConnection()) {"), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DriverManager.getConnection(event)|it uses event of the invocation",
        "DriverManager.getConnection(URL, new java.util.Properties())|it makes a java.util.Properties",
        "DriverManager.getConnection(URL, user, context.toString())|it calls context.toString",
      })
  void what_depends_on_more_is_left_alone(String opening, String fact) throws Exception {
    project.source("shop.Handler", HANDLER.formatted(opening));
    String refusal = project.refusal(Family.CONNECTION);
    assertEquals(FILE + ":19 opens it with more: " + fact, refusal);
  }

  @Test
  void a_method_that_only_opens_it_is_called_by_the_handler() throws Exception {
    project.source(
        "data.Connections",
        """
        public class Connections {
          public static java.sql.Connection open() throws Exception {
            String url = System.getenv("DB_URL");
            return java.sql.DriverManager.getConnection(url);
          }
        }
        """);
    String text = handler("data.Connections.open()");
    assertTrue(text.contains("try (Connection first = Connections.open()) {"), text);
    assertTrue(text.contains("import data.Connections;"), text);
    assertTrue(text.contains("} catch (Exception e) {"), text);
  }

  @Test
  void a_class_that_keeps_its_connection_opens_one_itself_where_init_loads_it() throws Exception {
    project.source(
        "shop.Keeping",
        """
        class Keeping {
          private static javax.sql.DataSource data;
          private static java.sql.Connection kept;

          static java.sql.Connection kept() throws java.sql.SQLException {
            if (kept == null) {
              kept = data.getConnection();
            }
            return kept;
          }
        }
        """);
    project.source("shop.Handler", HANDLER.formatted("Keeping.kept()"));
    assertEquals(
        "src/main/java/shop/Keeping.java:9 opens it in shop.Keeping, which init was not seen to load",
        project.refusal(Family.CONNECTION));
    project.loadedInInit("shop.Keeping");
    String text = project.with(project.offer(FINDING), "src/main/java/shop/Keeping.java");
    assertTrue(
        text.endsWith(
            """
              }

              static {
                if (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
                  try (java.sql.Connection first = data.getConnection()) {
                    first.isValid(1);
                  } catch (java.sql.SQLException | RuntimeException e) {
                    // init goes on, and the first request tells it
                  }
                }
              }
            }
            """
                .indent(0)),
        text);
    project.restored();
    assertTrue(project.refusal(Family.CONNECTION).startsWith("with SnapStart"));
  }

  @Test
  void a_pool_that_the_first_call_makes_and_keeps_is_made_in_init() throws Exception {
    String kept =
        """
        class Keeping {
          private static com.zaxxer.hikari.HikariDataSource pool;
          static String tenant;

          private static javax.sql.DataSource pool() {
            if (pool != null) {
              return pool;
            }
            synchronized (Keeping.class) {
              var config = new com.zaxxer.hikari.HikariConfig();
              config.setJdbcUrl("jdbc:postgresql:" + %s);
              pool = com.zaxxer.hikari.HikariDataSource.of(config);
              return pool;
            }
          }

          Object read() throws java.sql.SQLException {
            return pool().getConnection();
          }

          Object write() throws java.sql.SQLException {
            return pool().getConnection();
          }
        }
        """;
    project
        .loadedInInit("shop.Keeping")
        .source("shop.Keeping", kept.formatted("System.getenv(\"A\")"));
    String text = project.with(project.offer(FINDING), "src/main/java/shop/Keeping.java");
    assertTrue(text.contains("try (java.sql.Connection first = pool().getConnection()) {"), text);
    project.source("shop.Keeping", kept.formatted("tenant"));
    assertTrue(project.refusal(Family.CONNECTION).endsWith("opens it with more: it calls pool"));
  }

  @Test
  void of_several_the_one_that_was_seen_is_opened() throws Exception {
    project.source(
        "shop.Other",
        "class Other { Object a() throws Exception { return java.sql.DriverManager.getConnection(\"a\"); } }");
    project.source("shop.Handler", HANDLER.formatted("DriverManager.getConnection(URL)"));
    assertTrue(project.refusal(Family.CONNECTION).endsWith("opens a connection, too"));
    project.at("shop.Handler.handleRequest(Handler.java:19)");
    assertTrue(project.with(project.offer(FINDING), FILE).contains("getConnection(URL)) {"));
  }
}
