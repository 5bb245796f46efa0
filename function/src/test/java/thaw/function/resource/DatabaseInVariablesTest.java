package thaw.function.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseInVariablesTest {
  private static final Database PLAIN = Database.undeclared("us-east-1");
  private static final String OWN = PLAIN.host();

  private static Database of(Map<String, String> variables) {
    return DatabaseInVariables.of(PLAIN, List.of(variables));
  }

  @Test
  void variables_for_each_part_are_understood() {
    assertEquals(
        PLAIN
            .withHosts(List.of(OWN, "db.shop.internal"))
            .withPorts(List.of(5432, 5433))
            .withDatabase("shop")
            .withUser("app")
            .withPassword(new Database.Password.Given("s3cret")),
        of(
            Map.of(
                "DB_HOST", "db.shop.internal",
                "DB_PORT", "5433",
                "DB_NAME", "shop",
                "DB_USER", "app",
                "DB_PASSWORD", "s3cret",
                "TABLE_NAME", "pets",
                "API_HOST", "api.shop.internal")));
    assertEquals(
        List.of(OWN, "db.shop.internal"),
        of(Map.of("dbEndpoint", "db.shop.internal:5432")).hosts());
  }

  @Test
  void urls_are_understood() {
    Database found =
        of(Map.of("SPRING_DATASOURCE_URL", "jdbc:postgresql://DB.internal:5544/shop?ssl=true"));
    assertEquals(List.of(OWN, "db.internal"), found.hosts());
    assertEquals(List.of(5432, 5544), found.ports());
    assertEquals("shop", found.database());
    found = of(Map.of("URL", "postgres://app:s%40cret@db.internal/shop"));
    assertEquals("app", found.user());
    assertEquals(new Database.Password.Given("s@cret"), found.password());
    assertEquals(PLAIN, of(Map.of("URL", "jdbc:mysql://db.internal/shop")));
  }

  @Test
  void addresses_and_placeholders_are_no_names() {
    assertEquals(
        PLAIN, of(Map.of("DB_HOST", "0.0.0.0", "DB_PORT", "0000", "PG_HOST", "localhost")));
  }
}
