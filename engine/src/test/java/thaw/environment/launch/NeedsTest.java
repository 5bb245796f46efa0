package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeedsTest {
  private static final String PETS = "pets.abc.us-east-1.rds.amazonaws.com";

  private static Set<Integer> ports(Map<String, String> variables) {
    return Needs.ports(variables, Set.of(PETS));
  }

  @Test
  void ports_are_those_of_addresses_and_of_variables_that_have_nothing_else() {
    assertEquals(
        Set.of(5432, 8000, 6379, 9092, 9093, 3306),
        ports(
            Map.of(
                "DB_URL", "jdbc:postgresql://db:5432/pets",
                "ENDPOINT", "http://localhost:8000/",
                "CACHE", "[::1]:6379",
                "BROKERS", "kafka1:9092,kafka2:9093",
                "MYSQL_PORT", "3306",
                "PORT", "8080",
                "AWS_LWA_PORT", "8081",
                "AWS_LAMBDA_RUNTIME_API", "127.0.0.1:9001",
                "NOTHING", "a:b:99999")));
  }

  /** The port would lead to databases of other templates and of the machine. */
  @Test
  void the_port_of_a_local_service_by_its_name_leads_nowhere_else() {
    assertEquals(Set.of(), ports(Map.of("DB_URL", "jdbc:postgresql://" + PETS + ":5432/pets")));
    assertEquals(Set.of(), ports(Map.of("PGHOST", PETS.toUpperCase(), "PGPORT", "5432")));
    assertEquals(Set.of(), ports(Map.of("db.host", PETS, "db.port", "5432")));
    assertEquals(Set.of(), ports(Map.of("DB_ENDPOINT", PETS, "DB_PORT", "5432")));
    assertEquals(
        Set.of(5432),
        ports(Map.of("OWN", PETS + ":5432", "OTHER", "jdbc:postgresql://db:5432/visits")));
    assertEquals(Set.of(5432), ports(Map.of("OWN_HOST", PETS, "DB_HOST", "db", "DB_PORT", "5432")));
    assertEquals(Set.of(5432), ports(Map.of("OWN_HOST", PETS, "DB_PORT", "5432")));
  }
}
