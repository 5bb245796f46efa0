package thaw.app.why;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Finding;
import thaw.files.Trees;
import thaw.fixture.Libraries;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;

/** Records what Flyway, Hikari and Hibernate do with a real database, in the function itself. */
@Thorough("It downloads libraries and records slow starts; DatabaseStartTest has starts by hand")
@SideBySide
class DatabaseFindingsTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {CodeUri: classes, Runtime: java25, MemorySize: 1024, Timeout: 60}}
      Resources:
        Pets: {Type: 'AWS::Serverless::Function', Properties: {Handler: 'com.example.Pets::find'}}
        Late: {Type: 'AWS::Serverless::Function', Properties: {Handler: 'com.example.Late::find'}}
      """;

  private static final String ENTITY =
      """
      package com.example;
      @jakarta.persistence.Entity
      public class Pet {
        @jakarta.persistence.Id public Long id;
        public String name;
        @jakarta.persistence.ManyToOne(fetch = jakarta.persistence.FetchType.LAZY) public Pet parent;
      }
      """;

  private static final String HANDLER =
      """
      package com.example;
      public class Pets {
        private final com.zaxxer.hikari.HikariDataSource data = new com.zaxxer.hikari.HikariDataSource();
        private final org.hibernate.SessionFactory sessions;
        public Pets() {
          data.setJdbcUrl("jdbc:h2:mem:pets;DB_CLOSE_DELAY=-1");
          org.flywaydb.core.Flyway.configure().dataSource(data).load().migrate();
          org.hibernate.cfg.Configuration configuration =
              new org.hibernate.cfg.Configuration().addAnnotatedClass(Pet.class);
          configuration.getProperties().put("hibernate.connection.datasource", data);
          configuration.setProperty("hibernate.hbm2ddl.auto", "update");
          sessions = configuration.buildSessionFactory();
        }
        public String find(Object event) {
          return "" + sessions.fromSession(session -> session.find(Pet.class, 1L));
        }
      }
      """;

  private static final String LATE =
      """
      package com.example;
      import java.sql.Connection;
      import java.sql.DriverManager;
      import java.sql.SQLException;
      public class Late {
        public String find(Object event) throws SQLException {
          try (Connection pets = DriverManager.getConnection("jdbc:h2:mem:pets")) {
            return pets.getCatalog();
          }
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void what_is_recorded_of_real_libraries_is_told_where_own_code_asks_for_it() throws Exception {
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    Path classes = folder.resolve("classes");
    Path libraries =
        Libraries.made(
            "database",
            "com.h2database:h2:2.3.232",
            "com.zaxxer:HikariCP:6.3.0",
            "org.flywaydb:flyway-core:11.8.0",
            "org.hibernate.orm:hibernate-core:6.6.13.Final");
    Trees.copy(libraries, Files.createDirectories(classes.resolve("lib")));
    Sources.compile(classes, ENTITY, HANDLER, LATE);
    try (Explaining pets = Explaining.of(folder)) {
      Map<String, String> ofPets = places(pets.explain("Pets", 25, 3));
      for (String id :
          List.of(
              "migration-in-cold-start",
              "hibernate-bytecode",
              "hibernate-metadata",
              "hibernate-schema")) {
        String place = ofPets.getOrDefault(id, "none");
        assertTrue(place.startsWith("com.example.Pets.<init>("), () -> id + " of " + ofPets);
      }
      Map<String, String> ofLate = places(pets.explain("Late", 25, 3));
      String place = ofLate.getOrDefault("connection-in-handler", "none");
      assertTrue(place.startsWith("com.example.Late.find("), ofLate::toString);
      assertTrue(ofLate.containsKey("jdbc-driver-search"), ofLate::toString);
    }
  }

  private static Map<String, String> places(Explaining.Explained explained) {
    return explained.explanation().findings().stream()
        .collect(Collectors.toMap(Finding::id, Finding::place, (one, _) -> one));
  }
}
