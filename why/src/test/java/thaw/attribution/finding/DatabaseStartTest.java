package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.Cause;
import thaw.attribution.Finding;

class DatabaseStartTest {
  private static final String HANDLER =
      Stubs.handler(
          """
            private final String pets = read("cat");
            static String read(String name) { return name.trim(); }
            public String handleRequest(String event, Context context) { return read(event); }
          """);

  private static final String INIT = "example.Handler.<init>@read";
  private static final String REQUEST = "example.Handler.handleRequest@read";

  @TempDir private Path folder;

  private Example example() throws IOException {
    return Example.of(folder, HANDLER);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc-driver-search, java.util.ServiceLoader.load, java.sql.DriverManager.ensureDriversInitialized",
    "connection-validation, org.h2.jdbc.JdbcConnection.isValid,"
        + " com.zaxxer.hikari.pool.PoolBase.checkValidationSupport",
    "migration-in-cold-start, java.util.regex.Pattern.compile, org.flywaydb.core.Flyway.migrate",
    "migration-in-cold-start, java.util.regex.Pattern.compile, liquibase.Liquibase.update",
    "hibernate-scan, java.util.zip.ZipFile.entries,"
        + " org.hibernate.boot.archive.scan.spi.AbstractScannerImpl.scan",
    "hibernate-bytecode, net.bytebuddy.ByteBuddy.make,"
        + " org.hibernate.bytecode.internal.bytebuddy.ByteBuddyState.load",
    "hibernate-schema, org.h2.jdbc.JdbcStatement.execute,"
        + " org.hibernate.tool.schema.internal.SchemaCreatorImpl.doCreation",
    "hibernate-metadata, org.h2.jdbc.JdbcDatabaseMetaData.getDatabaseProductName,"
        + " org.hibernate.engine.jdbc.env.internal.JdbcEnvironmentInitiator.initiateService",
    "second-level-cache, org.ehcache.core.EhcacheManager.init,"
        + " org.hibernate.cache.jcache.internal.JCacheRegionFactory.prepareForUse",
    "spring-data-repositories, org.hibernate.query.hql.HqlParser.parse,"
        + " org.springframework.data.repository.core.support.RepositoryFactorySupport.getRepository"
  })
  void what_a_library_does_at_its_start_is_told_with_its_place(String id, String leaf, String begin)
      throws IOException {
    Finding found =
        example().sampled(HANDLER_INIT, Cause.LIBRARY, 60, leaf, begin, INIT).finding(id);

    assertEquals("example.Handler.<init>(Handler.java:8)", found.place());
    assertEquals(60, found.highMillis(), 0.01);
    assertTrue(
        found.evidence().startsWith("it took 60 ms (60 samples), 0.0 ms of it in"),
        found.evidence());
  }

  @ParameterizedTest
  @CsvSource({
    "java.sql.DriverManager.getDriver",
    "com.zaxxer.hikari.pool.PoolBase.quietlyCloseConnection",
    "net.bytebuddy.ByteBuddy.make", // of a mock, or of another framework
    "org.hibernate.query.hql.HqlParser.parse",
    "org.ehcache.core.EhcacheManager.init",
    "org.springframework.data.repository.core.support.QueryExecutorMethodInterceptor.invoke"
  })
  void other_work_of_the_same_libraries_is_none_of_it(String method) throws IOException {
    List<String> ids =
        example().sampled(HANDLER_INIT, Cause.LIBRARY, 60, method, INIT).findings().stream()
            .map(Finding::id)
            .toList();

    assertTrue(List.of("largest-own-call").containsAll(ids), ids.toString());
  }

  @Test
  void a_schema_that_is_not_looked_at_spares_its_waits_too() throws IOException {
    String schema = "org.hibernate.tool.schema.internal.SchemaValidatorImpl.validate";
    Finding found =
        example()
            .sampled(HANDLER_INIT, Cause.LIBRARY, 40, schema, INIT)
            .owned("db:5432", HANDLER_INIT, Cause.NETWORK_WAIT, 30, "org.h2.X.read", schema, INIT)
            .finding("hibernate-schema");

    assertEquals(70, found.lowMillis(), 0.01);
    assertEquals(70, found.highMillis(), 0.01);
  }

  @Test
  void the_first_request_of_a_repository_is_no_work_of_making_it() throws IOException {
    Finding found =
        example()
            .sampled(
                HANDLER_INIT,
                Cause.LIBRARY,
                60,
                "org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport.afterPropertiesSet")
            .finding("spring-data-repositories");

    assertEquals(0, found.lowMillis());
    assertEquals("if the first request uses all of them", found.lowIf());
  }

  @Test
  void a_connection_is_told_where_the_first_event_waits_for_it() throws IOException {
    String connect = "org.postgresql.Driver.connect";
    Example late = example().sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, 60, connect, REQUEST);
    Finding found = late.finding("connection-in-handler");

    assertEquals("example.Handler.handleRequest(Handler.java:10)", found.place());
    assertTrue(found.remedy().startsWith("open it in init"), found.remedy());
    assertTrue(
        late.with(Example.snapStart())
            .finding("connection-in-handler")
            .remedy()
            .contains("close it before the snapshot"));
    assertEquals(
        0,
        example()
            .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 60, connect, INIT)
            .findings("connection-in-handler")
            .size());
  }

  @Test
  void the_pools_own_call_is_not_told_twice() throws IOException {
    List<String> ids =
        example()
            .sampled(
                FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                60,
                "com.zaxxer.hikari.pool.PoolBase.newConnection",
                "com.zaxxer.hikari.HikariDataSource.getConnection",
                REQUEST)
            .findings()
            .stream()
            .map(Finding::id)
            .toList();

    assertTrue(ids.contains("connection-in-handler"), ids.toString());
    assertFalse(ids.contains("unprimed-first-call"), ids.toString());
  }

  @Test
  void a_pool_that_fills_itself_costs_what_its_threads_take() throws IOException {
    Example filled =
        example()
            .sampled(
                HANDLER_INIT, Cause.LIBRARY, 60, "com.zaxxer.hikari.HikariDataSource.<init>", INIT)
            .alive("HikariPool-1:co", 30)
            .alive("HikariPool-1:ho", 1);
    Finding found = filled.finding("connection-pool");

    assertEquals("example.Handler.<init>(Handler.java:8)", found.place());
    assertEquals(0, found.lowMillis());
    assertEquals(31, found.highMillis(), 0.01);
    assertTrue(found.remedy().contains("SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE"), found.remedy());
    assertEquals(0, filled.findings("background-thread").size());
  }
}
