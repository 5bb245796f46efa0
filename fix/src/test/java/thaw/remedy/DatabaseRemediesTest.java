package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseRemediesTest {
  private static final String PROPERTIES = "application.properties";
  private static final String POOL = "src/main/java/shop/Pool.java";

  @TempDir Path folder;
  private DatabaseProject project;

  @BeforeEach
  void project() throws Exception {
    project = DatabaseProject.in(folder);
  }

  private static Map<String, String> variables(Remedy remedy) {
    return ((Change.Variables) remedy.change()).variables();
  }

  private static List<String> options(Remedy remedy) {
    return ((Change.JvmOptions) remedy.change()).options();
  }

  @Test
  void the_pool_of_spring_boot_gets_a_variable_and_the_prediction_of_the_finding()
      throws Exception {
    Remedy remedy = project.spring().offer("connection-pool");
    assertEquals(Map.of("SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE", "0"), variables(remedy));
    assertEquals(new Prediction(20, 90), remedy.predicted());
    assertEquals(RemedyKind.REVIEWED, remedy.kind());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "application.properties, \"a=b\nspring.datasource.hikari.minimum-idle=2\","
            + " application.properties:2 sets spring.datasource.hikari.minimum-idle",
        "application.yml, \"spring:\n  datasource:\n    hikari:\n      minimumIdle: 2\","
            + " application.yml:4 sets spring.datasource.hikari.minimumIdle",
        "config/application-prod.yaml, \"---\nspring.datasource:\n  hikari.minimum-idle: 2\n---\na: b\","
            + " config/application-prod.yaml:3 sets spring.datasource.hikari.minimum-idle",
        "application.properties, spring.datasource.hikari.maximumPoolSize: 1,"
            + " application.properties:1 gives the pool one connection",
      })
  void what_files_of_any_profile_set_stays(String file, String text, String fact) throws Exception {
    project.spring().resource(file, text);
    assertEquals("src/main/resources/" + fact, project.refusal(Family.POOL_IDLE));
  }

  @Test
  void what_a_variable_sets_stays() throws Exception {
    project.spring().variable("SPRING_DATASOURCE_HIKARI_MINIMUMIDLE", "1");
    assertTrue(project.refusal(Family.POOL_IDLE).startsWith("the variable SPRING_DATASOURCE_"));
    DatabaseProject other =
        DatabaseProject.in(folder)
            .spring()
            .variable("SPRING_APPLICATION_JSON", "{\"spring.datasource.hikari.minimum-idle\": 1}");
    assertTrue(other.refusal(Family.POOL_IDLE).startsWith("the variable SPRING_APPLICATION_JSON"));
  }

  @Test
  void a_comment_or_a_continued_line_sets_nothing() throws Exception {
    project
        .spring()
        .resource(
            PROPERTIES,
            "# spring.datasource.hikari.minimum-idle=2\n"
                + "banner=a\\\nspring.datasource.hikari.minimum-idle=2\n");
    assertEquals("pool-idle", project.offer("connection-pool").id());
  }

  @Test
  void a_data_source_of_the_projects_own_is_not_reached_by_settings_of_spring_boot()
      throws Exception {
    project
        .spring()
        .source(
            "shop.Data",
            """
            class Data {
              @org.springframework.context.annotation.Bean
              javax.sql.DataSource data() { return null; }
            }
            """);
    assertEquals(
        "src/main/java/shop/Data.java:4 makes a data source that Spring Boot's settings do not reach",
        project.refusal(Family.POOL_IDLE));
  }

  @Test
  void each_pool_that_code_makes_gets_a_line_but_those_of_one_connection() throws Exception {
    project.source(
        "shop.Pool",
        """
        import com.zaxxer.hikari.HikariConfig;

        class Pool {
          private static final HikariConfig PETS = new HikariConfig();

          static {
            PETS.setJdbcUrl("jdbc:postgresql:pets"); // the clinic's
          }

          void other() {
            var config = new HikariConfig();
            config.setMaximumPoolSize(1);
            config.setJdbcUrl("jdbc:postgresql:others");
          }
        }
        """);
    Remedy remedy = project.offer("connection-pool");
    String text = project.with(remedy, POOL);
    assertTrue(text.contains("pets\"); // the clinic's\n    PETS.setMinimumIdle(0);\n  }\n"), text);
    assertEquals(1, text.split("setMinimumIdle", -1).length - 1, text);
    assertTrue(remedy.what().endsWith("src/main/java/shop/Pool.java:9"), remedy.what());
  }

  @Test
  void a_pool_of_one_connection_and_one_that_is_told_already_stay() throws Exception {
    String pool =
        """
        class Pool {
          void make(com.zaxxer.hikari.HikariConfig config) {
            new com.zaxxer.hikari.HikariConfig();
            config.setJdbcUrl("jdbc:postgresql:pets");
            config.%s;
          }
        }
        """;
    project.source("shop.Pool", pool.formatted("setMaximumPoolSize(1)"));
    assertEquals(POOL + ":7 gives the pool one connection", project.refusal(Family.POOL_IDLE));
    project.source("shop.Pool", pool.formatted("setMinimumIdle(3)"));
    assertEquals(POOL + ":7 calls setMinimumIdle", project.refusal(Family.POOL_IDLE));
  }

  @Test
  void hibernates_own_pool_gets_an_option() {
    project.jar("hibernate-hikaricp-6.6.13.Final.jar");
    assertEquals(
        List.of("-Dhibernate.hikari.minimumIdle=0"), options(project.offer("connection-pool")));
  }

  @Test
  void micronauts_only_data_source_gets_a_variable() throws Exception {
    project
        .jar("micronaut-jdbc-hikari-5.8.0.jar")
        .resource("application.yml", "datasources:\n  default:\n    url: jdbc:postgresql:pets\n");
    assertEquals(
        Map.of("DATASOURCES_DEFAULT_MINIMUM_IDLE", "0"),
        variables(project.offer("connection-pool")));
    project.resource("application-prod.yml", "datasources.other.url: jdbc:postgresql:others\n");
    assertTrue(project.refusal(Family.POOL_IDLE).startsWith("there are several data sources"));
  }

  @Test
  void a_test_query_that_asks_for_nothing_goes_and_another_one_stays() throws Exception {
    String pool =
        """
        class Pool {
          void make(com.zaxxer.hikari.HikariConfig config) {
            config.setConnectionTestQuery("%s");
          }
        }
        """;
    project.source("shop.Pool", pool.formatted("SELECT 1"));
    assertTrue(
        project
            .with(project.offer("connection-validation"), POOL)
            .contains("HikariConfig config) {\n  }"));
    project.source("shop.Pool", pool.formatted("SELECT login()"));
    assertEquals(
        POOL + ":5 has a test query that may do more than test",
        project.refusal(Family.TEST_QUERY));
    project.source("shop.Pool", "class Pool {}");
    assertEquals(
        "no connectionTestQuery is set: it is the driver's own test",
        project.refusal(Family.TEST_QUERY));
    project
        .spring()
        .resource(PROPERTIES, "spring.datasource.hikari.connection-test-query=select 1");
    assertEquals(
        Map.of("SPRING_DATASOURCE_HIKARI_CONNECTION_TEST_QUERY", ""),
        variables(project.offer("connection-validation")));
  }

  @Test
  void the_dialect_is_that_of_the_only_driver_or_the_one_that_is_set() throws Exception {
    assertEquals(
        List.of(
            "-Dhibernate.boot.allow_jdbc_metadata_access=false",
            "-Dhibernate.dialect=org.hibernate.dialect.PostgreSQLDialect"),
        options(project.offer("hibernate-metadata")));
    project.jar("h2-2.3.232.jar");
    assertTrue(project.refusal(Family.DIALECT).endsWith("of one: h2, postgresql"));
    project.resource(
        "META-INF/persistence.xml",
        "<persistence>\n<!-- <property name=\"hibernate.dialect\" value=\"A\"/> -->\n"
            + "<property name=\"hibernate.dialect\" value=\"B\"/></persistence>");
    Remedy remedy = project.offer("hibernate-metadata");
    assertEquals(List.of("-Dhibernate.boot.allow_jdbc_metadata_access=false"), options(remedy));
    assertTrue(remedy.what().contains("persistence.xml:3 sets hibernate.dialect"), remedy.what());
  }

  @Test
  void quarkus_decides_in_its_build() {
    project.jar("io.quarkus.quarkus-agroal-3.34.1.jar");
    for (Family family : List.of(Family.DIALECT, Family.BYTECODE, Family.ENTITY_CACHE)) {
      assertEquals("Quarkus decides it in its build", project.refusal(family));
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "validate, schema-check, SPRING_JPA_HIBERNATE_DDL_AUTO",
        "update, schema-update, SPRING_JPA_HIBERNATE_DDL_AUTO",
      })
  void the_schema_is_left_alone_by_a_variable_in_spring_boot(
      String value, String id, String variable) throws Exception {
    project.spring().resource("application.yml", "spring.jpa.hibernate.ddl-auto: " + value);
    Remedy remedy = project.offer("hibernate-schema");
    assertEquals(id, remedy.id());
    assertEquals(Map.of(variable, "none"), variables(remedy));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "spring.jpa.hibernate.ddl-auto=create-drop, has create-drop: the function makes its schema",
        "spring.jpa.hibernate.ddl-auto=${DDL:update}, takes spring.jpa.hibernate.ddl-auto from a variable",
        "spring.jpa.hibernate.ddl-auto=none, sets none already",
      })
  void a_schema_that_the_function_makes_or_a_variable_decides_over_stays(String text, String fact)
      throws Exception {
    project.spring().resource(PROPERTIES, text);
    String refusal = project.refusal(Family.SCHEMA_CHECK);
    assertTrue(refusal.contains("application.properties:1 " + fact), refusal);
  }

  @Test
  void of_several_profiles_the_one_that_does_most_counts() throws Exception {
    project
        .spring()
        .resource("application-test.properties", "spring.jpa.hibernate.ddl-auto=validate")
        .resource(PROPERTIES, "spring.jpa.hibernate.ddl-auto=update");
    assertEquals("schema-update", project.offer("hibernate-schema").id());
  }

  @Test
  void a_schema_is_left_alone_where_code_or_a_file_says_otherwise() throws Exception {
    project.source(
        "shop.Sessions",
        """
        class Sessions {
          Object make(org.hibernate.cfg.Configuration made) {
            return made.setProperty(org.hibernate.cfg.AvailableSettings.HBM2DDL_AUTO, "validate");
          }
        }
        """);
    String file = "src/main/java/shop/Sessions.java";
    assertTrue(
        project.with(project.offer("hibernate-schema"), file).contains("HBM2DDL_AUTO, \"none\");"));
    project.source("shop.Sessions", "class Sessions {}");
    project.resource(
        "hibernate.cfg.xml",
        """
        <!DOCTYPE hibernate-configuration PUBLIC "a" "b">
        <hibernate-configuration>
          <property name="hbm2ddl.auto">update</property>
        </hibernate-configuration>
        """);
    Remedy remedy = project.offer("hibernate-schema");
    assertEquals("schema-update", remedy.id());
    assertTrue(
        project
            .with(remedy, "src/main/resources/hibernate.cfg.xml")
            .contains("<property name=\"hbm2ddl.auto\">none</property>"));
  }

  @Test
  void no_classes_are_generated_where_no_entity_is_loaded_lazily() throws Exception {
    project.jar("hibernate-core-5.6.15.Final.jar");
    assertEquals(
        List.of("-Dhibernate.bytecode.provider=none"),
        options(project.offer("hibernate-bytecode")));
    project.source(
        "shop.Visit",
        """
        import jakarta.persistence.*;

        @Entity
        class Visit {
          @ManyToOne(fetch = FetchType.LAZY)
          Visit before;
        }
        """);
    assertEquals(
        "src/main/java/shop/Visit.java:7 has an entity that is loaded lazily, by a proxy",
        project.refusal(Family.BYTECODE));
    project.source(
        "shop.Visit",
        "class Visit { Object a(jakarta.persistence.EntityManager m) { return m.getReference(Visit.class, 1); } }");
    assertTrue(project.refusal(Family.BYTECODE).endsWith("asks for a proxy by getReference"));
  }

  @Test
  void from_hibernate_6_on_a_service_says_that_no_classes_are_generated() throws Exception {
    project.jar("hibernate-core-7.1.0.Final.jar");
    Remedy remedy = project.offer("hibernate-bytecode");
    assertTrue(
        ((Change.Sources) remedy.change())
            .edits().stream()
                .anyMatch(each -> each.replacement().equals("shop.WithoutGeneratedClasses\n")));
    project.resource("META-INF/services/org.hibernate.service.spi.ServiceContributor", "shop.A\n");
    assertTrue(project.refusal(Family.BYTECODE).startsWith("there is a file src/main/resources/"));
  }

  @Test
  void repositories_are_lazy_unless_an_annotation_or_snapstart_says_otherwise() throws Exception {
    project.spring();
    assertEquals(
        "this start makes no repository of Spring Data JPA", project.refusal(Family.REPOSITORIES));
    project.loadedInInit(
        "org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean");
    assertEquals(
        Map.of("SPRING_DATA_JPA_REPOSITORIES_BOOTSTRAP_MODE", "lazy"),
        variables(project.offer("spring-data-repositories")));
    project.source(
        "shop.Data",
        "@org.springframework.data.jpa.repository.config.EnableJpaRepositories class Data {}");
    assertTrue(
        project.refusal(Family.REPOSITORIES).contains("Data.java:3 has @EnableJpaRepositories"));
    assertTrue(project.restored().refusal(Family.REPOSITORIES).startsWith("with SnapStart"));
  }

  @Test
  void a_cache_of_entities_is_not_started() throws Exception {
    assertEquals(
        List.of("-Dhibernate.cache.use_second_level_cache=false"),
        options(project.offer("second-level-cache")));
    project
        .spring()
        .resource(PROPERTIES, "spring.jpa.properties.hibernate.cache.use_second_level_cache=true");
    assertEquals(
        List.of("-Dspring.jpa.properties.hibernate.cache.use_second_level_cache=false"),
        options(project.offer("second-level-cache")));
  }

  @Test
  void all_entities_are_named_and_none_is_searched_for() throws Exception {
    project.source("shop.Pet", "@jakarta.persistence.Entity class Pet {}");
    project.source("shop.Visit", "@jakarta.persistence.Entity class Visit {}");
    String file = "src/main/resources/META-INF/persistence.xml";
    String text =
        """
        <persistence>
          <persistence-unit name="shop">
            <class>shop.Pet</class>
            <properties/>
          </persistence-unit>
        </persistence>
        """;
    project.resource("META-INF/persistence.xml", text);
    String property =
        "<property name=\"hibernate.archive.scanner\""
            + " value=\"org.hibernate.boot.archive.scan.internal.DisabledScanner\"/>";
    String listed =
        """
            <class>shop.Pet</class>
            <class>shop.Visit</class>
            <properties>
              %s
            </properties>
        """
            .formatted(property)
            .indent(0);
    for (String properties :
        List.of("", "    <properties/>\n", "    <properties>\n    </properties>\n")) {
      project.resource("META-INF/persistence.xml", text.replace("    <properties/>\n", properties));
      String made = project.with(project.offer("hibernate-scan"), file);
      assertTrue(made.contains(listed), made);
    }
    project.resource(
        "META-INF/persistence.xml",
        text.replace(
            "<properties/>",
            "<exclude-unlisted-classes/>\n    <properties>" + "\n    </properties>"));
    String complete = project.with(project.offer("hibernate-scan"), file);
    assertTrue(!complete.contains("Visit") && complete.contains(property), complete);
    project.resource(
        "META-INF/persistence.xml", text.replace("<properties/>", "<jar-file>a.jar</jar-file>"));
    assertEquals(file + ":2 has entities in another jar", project.refusal(Family.ENTITY_LIST));
  }

  @Test
  void the_pool_of_quarkus_opens_its_first_connection_in_init() throws Exception {
    project
        .jar("io.quarkus.quarkus-agroal-3.34.1.jar")
        .resource(
            PROPERTIES,
            "quarkus.datasource.db-kind=postgresql\n%dev.quarkus.datasource.jdbc.min-size=3\n");
    assertEquals(
        Map.of("QUARKUS_DATASOURCE_JDBC_INITIAL_SIZE", "1"),
        variables(project.offer("connection-in-handler")));
    project.resource(PROPERTIES, "%prod.quarkus.datasource.jdbc.min-size=3\n");
    assertTrue(
        project.refusal(Family.CONNECTION).contains("application.properties:1 sets quarkus."));
    project.resource(PROPERTIES, "quarkus.datasource.other.db-kind=postgresql\n");
    assertTrue(project.refusal(Family.CONNECTION).startsWith("there are several data sources"));
  }
}
