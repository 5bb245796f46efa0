package thaw.app.bench;

import thaw.attribution.evidence.PackageClasses;
import thaw.heap.HeldConnection;

/** Says what to do about connections that a snapshot breaks, by who holds them. */
final class ConnectionRemedy {
  private static final String ANY =
      "let the client make another: close it in beforeCheckpoint, or see that its first request"
          + " after a restore is tried again";

  private static final String SPRING = "org.springframework.boot.SpringApplication";
  private static final String OF_SPRING =
      "org.springframework.boot.jdbc.HikariCheckpointRestoreLifecycle";
  private static final String MICRONAUT = "io.micronaut.context.ApplicationContext";
  private static final String CRAC = "org.crac.Resource";

  private ConnectionRemedy() {}

  static String of(DeadConnections dead, PackageClasses classes) {
    return switch (dead.holder().map(HeldConnection::pool).orElse("")) {
      case "HikariCP" -> ofHikari(dead.holder().orElseThrow(), classes);
      case "Agroal" ->
          "call `flush(AgroalDataSource.FlushMode.ALL)` of the pool in beforeCheckpoint of an"
              + " org.crac Resource, with quarkus.datasource.jdbc.min-size=0 and initial-size=0,"
              + " and open a connection in afterRestore";
      default -> ANY;
    };
  }

  private static String ofHikari(HeldConnection held, PackageClasses classes) {
    if (!held.isField() && has(classes, SPRING)) {
      return (has(classes, OF_SPRING) ? "" : "with Spring Boot 3.2 or later: ")
          + (has(classes, CRAC) ? "" : "add the dependency org.crac:crac, and ")
          + "set spring.datasource.hikari.allow-pool-suspension=true: Spring Boot closes the pool"
          + " before the snapshot then, and opens it after a restore";
    }
    if (!held.isField() && has(classes, MICRONAUT)) {
      return "add the dependency io.micronaut.crac:micronaut-crac, and set"
          + " datasources.default.allow-pool-suspension=true: Micronaut closes the pool before the"
          + " snapshot then";
    }
    return "close the pool's connections in beforeCheckpoint of an org.crac Resource, and open one"
        + " in afterRestore";
  }

  private static boolean has(PackageClasses classes, String name) {
    return classes.find(name).isPresent();
  }
}
