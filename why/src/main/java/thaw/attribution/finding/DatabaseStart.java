package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/**
 * What JDBC and libraries above it do at their start, of which a function needs less than a server:
 * it serves one request at a time, and another one when it starts the next time.
 */
final class DatabaseStart implements Check {
  /** The beginning of the names of Hikari's threads. */
  private static final String POOL = "HikariPool-";

  private static final Code HIKARI = Code.of("com.zaxxer.hikari.");
  private static final Code DRIVER_MANAGER = Code.of("java.sql.DriverManager");
  private static final Code DRIVERS =
      Code.of(
          "com.ibm.db2.",
          "com.microsoft.sqlserver.",
          "com.mysql.",
          "oracle.jdbc.",
          "org.h2.",
          "org.hsqldb.",
          "org.mariadb.jdbc.",
          "org.postgresql.",
          "org.sqlite.",
          "software.amazon.jdbc.");

  /** How much of what was recorded goes. */
  private enum Share {
    /** All of it, its waits for the database included. */
    REMOVED,
    /** What a request needs is done later, and the rest is not done. */
    AS_NEEDED
  }

  /**
   * Something that a library does.
   *
   * @param code with which it begins
   * @param below one that must be there too, further out; absent: any
   * @param methods of the code; none: all
   * @param lowIf when the least is gained, as in {@link Gain}
   */
  private record Step(
      String id,
      String title,
      Code code,
      Optional<Code> below,
      Set<String> methods,
      Share share,
      String lowIf,
      String remedy) {
    Step(String id, String title, Code code, Share share, String lowIf, String remedy) {
      this(id, title, code, Optional.empty(), Set.of(), share, lowIf, remedy);
    }

    boolean did(ProfileSample sample) {
      return code.within(sample, methods) && below.map(each -> each.within(sample)).orElse(true);
    }

    Optional<Finding> finding(AnalysisContext examined) {
      Predicate<ProfileSample> done = this::did;
      Cost cost = examined.profile().cost(done);
      if (cost.isNone()) {
        return Optional.empty();
      }
      double waits = cost.millis() - examined.profile().work(done).millis();
      double low = share == Share.REMOVED ? examined.without(done).low() + waits : 0;
      return Optional.of(
          Check.finding(
              id,
              title,
              "it took %s, %s of it in the first invocation"
                  .formatted(cost.text(), Cost.millis(inFirst(examined, done).millis())),
              examined.callerOf(code, done, List.of()),
              new Gain(low, cost.millis(), lowIf),
              remedy));
    }
  }

  private static final List<Step> STEPS =
      List.of(
          new Step(
              "jdbc-driver-search",
              "DriverManager loads every JDBC driver of the class path",
              DRIVER_MANAGER,
              Optional.empty(),
              Set.of("ensureDriversInitialized", "loadInitialDrivers"),
              Share.AS_NEEDED,
              "if the driver in use is the only one",
              "take the driver's DataSource, such as PGSimpleDataSource, or name it to the pool"
                  + " (dataSourceClassName), which asks no DriverManager; leave other drivers out"
                  + " of the package"),
          new Step(
              "connection-validation",
              "the pool tests connections that it has just opened",
              Code.of("com.zaxxer.hikari.pool.PoolBase"),
              Optional.empty(),
              Set.of(
                  "checkDriverSupport",
                  "checkValidationSupport",
                  "executeSql",
                  "isConnectionAlive",
                  "isConnectionDead"),
              Share.AS_NEEDED,
              "if the driver has no other test",
              "leave out connectionTestQuery and connectionInitSql: each is a round trip, and a"
                  + " driver of JDBC 4 tests by isValid()"),
          migration("Flyway", "org.flywaydb.", "FLYWAY"),
          migration("Liquibase", "liquibase.", "LIQUIBASE"),
          new Step(
              "hibernate-scan",
              "Hibernate searches the class path for entities",
              Code.of(
                  "org.hibernate.boot.archive.",
                  "org.hibernate.boot.model.process.internal.ScanningCoordinator",
                  "org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypesScanner"),
              Share.AS_NEEDED,
              "if the classes that it opens are those of the entities",
              "name the entities in persistence.xml, and set hibernate.archive.scanner to Hibernate's"
                  + " DisabledScanner; Spring's ahead-of-time processing writes the list in the"
                  + " build"),
          new Step(
              "hibernate-bytecode",
              "Hibernate generates classes for its entities",
              Code.of("net.bytebuddy.", "org.hibernate.bytecode.internal.bytebuddy."),
              Optional.of(Code.of("org.hibernate.")),
              Set.of(),
              Share.AS_NEEDED,
              "if entities are loaded lazily, by proxies",
              "where no entity is loaded lazily, set hibernate.bytecode.provider=none (Hibernate 5),"
                  + " or have a ServiceContributor add the provider that generates none; Quarkus"
                  + " generates the classes in the build"),
          new Step(
              "hibernate-schema",
              "Hibernate compares or changes the database's schema",
              Code.of("org.hibernate.tool.schema."),
              Share.REMOVED,
              "",
              "set hibernate.hbm2ddl.auto=none (SPRING_JPA_HIBERNATE_DDL_AUTO=none), and compare or"
                  + " change the schema when you deploy"),
          new Step(
              "hibernate-metadata",
              "Hibernate asks the database who it is",
              Code.of("org.hibernate.engine.jdbc.env.internal.JdbcEnvironmentInitiator"),
              Share.AS_NEEDED,
              "if the first request needs the connection that it opens",
              "set hibernate.boot.allow_jdbc_metadata_access=false (of older versions"
                  + " hibernate.temp.use_jdbc_metadata_defaults) and hibernate.dialect; with Spring"
                  + " below spring.jpa.properties, in a file or SPRING_APPLICATION_JSON"),
          new Step(
              "second-level-cache",
              "Hibernate starts a cache that each environment begins with empty",
              Code.of(
                  "com.hazelcast.hibernate.",
                  "org.hibernate.cache.jcache.",
                  "org.infinispan.hibernate.cache.",
                  "org.redisson.hibernate."),
              Share.REMOVED,
              "",
              "set hibernate.cache.use_second_level_cache=false, unless requests of one environment"
                  + " read the same entities again and again"),
          new Step(
              "spring-data-repositories",
              "Spring Data makes all repositories before the first request",
              Code.of(
                  "org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport",
                  "org.springframework.data.repository.core.support.RepositoryFactorySupport"),
              Optional.empty(),
              Set.of("afterPropertiesSet", "getRepository"),
              Share.AS_NEEDED,
              "if the first request uses all of them",
              "of Spring Data JPA: set spring.data.jpa.repositories.bootstrap-mode=lazy"
                  + " (SPRING_DATA_JPA_REPOSITORIES_BOOTSTRAP_MODE=lazy), and from Spring Boot 4 on"
                  + " the ahead-of-time processing makes their queries in the build; of others: mark"
                  + " them @Lazy, or set spring.main.lazy-initialization=true"));

  private static Step migration(String name, String code, String variable) {
    return new Step(
        "migration-in-cold-start",
        name + " looks for migrations in each cold start",
        Code.of(code),
        Share.REMOVED,
        "",
        "migrate when you deploy, by a function or job of its own, and switch it off here"
            + " (SPRING_%s_ENABLED=false): environments that start at once wait for each other's lock"
                .formatted(variable));
  }

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    List<Finding> found = new ArrayList<>();
    STEPS.forEach(step -> step.finding(examined).ifPresent(found::add));
    late(examined).ifPresent(found::add);
    pool(examined).ifPresent(found::add);
    return found;
  }

  /** Returns whether a method of a library is one whose work is told here. */
  static boolean tells(String method) {
    return HIKARI.test(method) || method.equals("java.sql.DriverManager.getConnection");
  }

  /** A connection for which the first event waits. */
  private static Optional<Finding> late(AnalysisContext examined) {
    Predicate<ProfileSample> connects =
        sample ->
            DRIVER_MANAGER.within(sample, Set.of("getConnection"))
                || DRIVERS.within(sample, Set.of("connect"))
                || HIKARI.within(sample, Set.of("newConnection", "createPoolEntry"));
    Cost cost = inFirst(examined, connects);
    if (cost.isNone()) {
      return Optional.empty();
    }
    return Optional.of(
        Check.finding(
            "connection-in-handler",
            "the first event waits until a connection to the database is open",
            "it took " + cost.wholeText(),
            examined.mainPlace(
                connects.and(sample -> sample.phase() == PhaseName.FIRST_INVOCATION)),
            examined.profile().moved(connects, examined.settings().snapStart()),
            examined.settings().snapStart()
                ? "open it once in init, so that driver and pool have run, and close it before the"
                    + " snapshot (a CRaC resource: beforeCheckpoint): a connection does not outlive"
                    + " it. thaw snapstart writes such a hook for a pool in a field"
                : "open it in init: private static final DataSource DATA = pool(); static { try"
                    + " (Connection c = DATA.getConnection()) { c.isValid(1); } ... }"));
  }

  /** The connections that a pool opens on threads of its own. */
  private static Optional<Finding> pool(AnalysisContext examined) {
    LivingThreads threads = LivingThreads.of(examined, name -> name.startsWith(POOL));
    if (threads.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Check.finding(
            "connection-pool",
            "Hikari fills its pool beside the function",
            threads.text(),
            examined.callerOf(HIKARI, HIKARI::within, List.of()),
            threads.gain("if the first request needs all of the connections"),
            "an environment serves one request at a time: maximumPoolSize 1, or minimumIdle 0"
                + " (SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE,"
                + " SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE), as far as a request needs no more"));
  }

  private static Cost inFirst(AnalysisContext examined, Predicate<ProfileSample> which) {
    return examined
        .profile()
        .cost(which.and(sample -> sample.phase() == PhaseName.FIRST_INVOCATION));
  }
}
