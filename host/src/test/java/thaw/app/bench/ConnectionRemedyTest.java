package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.evidence.PackageClasses;
import thaw.heap.HeldConnection;

class ConnectionRemedyTest {
  private static final String HOST = "clinic.abc.us-east-1.rds.amazonaws.com";

  @TempDir private Path folder;

  private String remedy(String pool, boolean isField, String... classes) throws IOException {
    for (String each : classes) {
      Path file = folder.resolve(each.replace('.', '/') + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, new byte[0]);
    }
    HeldConnection held =
        new HeldConnection(
            pool, "", "com.example.Handler.DATA", isField, false, HOST, 5432, 40_000);
    try (PackageClasses found = PackageClasses.of(folder, Optional.empty())) {
      return ConnectionRemedy.of(new DeadConnections(HOST + ":5432", Optional.of(held), 1), found);
    }
  }

  @Test
  void a_pool_in_a_field_needs_a_hook_of_the_functions_own() throws IOException {
    String hook =
        "close the pool's connections in beforeCheckpoint of an org.crac Resource, and open one in"
            + " afterRestore";
    assertEquals(hook, remedy("HikariCP", true));
    assertEquals(hook, remedy("HikariCP", true, "org.springframework.boot.SpringApplication"));
  }

  @Test
  void frameworks_have_hooks_of_their_own() throws IOException {
    String spring = "org.springframework.boot.SpringApplication";
    assertTrue(remedy("HikariCP", false, spring).startsWith("with Spring Boot 3.2 or later: add"));
    String newer = "org.springframework.boot.jdbc.HikariCheckpointRestoreLifecycle";
    assertTrue(remedy("HikariCP", false, newer).startsWith("add the dependency org.crac:crac"));
    assertTrue(
        remedy("HikariCP", false, "org.crac.Resource")
            .startsWith("set spring.datasource.hikari.allow-pool-suspension=true"));
    assertTrue(remedy("Agroal", false).contains("flush(AgroalDataSource.FlushMode.ALL)"));
  }

  @Test
  void of_a_pool_of_micronaut_and_of_no_pool() throws IOException {
    assertTrue(
        remedy("HikariCP", false, "io.micronaut.context.ApplicationContext")
            .contains("micronaut-crac"));
    assertTrue(remedy("", true).startsWith("let the client make another"));
  }
}
