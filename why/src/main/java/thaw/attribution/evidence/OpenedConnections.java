package thaw.attribution.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Places where a function's own code makes a pool or opens a connection. Own code here is the
 * handler's package and those below it; a library that does so by settings has no place.
 */
public final class OpenedConnections {
  /** Classes of pools, by what makes them. */
  private static final Set<String> POOLS =
      Set.of(
          "com.zaxxer.hikari.HikariDataSource",
          "org.apache.tomcat.jdbc.pool.DataSource",
          "org.apache.commons.dbcp2.BasicDataSource",
          "com.mchange.v2.c3p0.ComboPooledDataSource");

  private OpenedConnections() {}

  /** Returns {@code com.example.Handler.<clinit>(Handler.java:12)} and the like. */
  public static List<String> of(PackageClasses classes, String handlerClass) {
    String ownPackage = handlerClass.substring(0, handlerClass.lastIndexOf('.') + 1);
    List<String> places = new ArrayList<>();
    for (String name : classes.names()) {
      if (name.startsWith(ownPackage) && (!ownPackage.isEmpty() || name.indexOf('.') < 0)) {
        classes.find(name).flatMap(ClassCodeReader::read).ifPresent(code -> look(code, places));
      }
    }
    return places;
  }

  private static void look(ClassCode code, List<String> places) {
    for (ClassCode.Method method : code.methods()) {
      for (CallSite site : method.sites()) {
        boolean makes = site.kind() == CallSite.Kind.NEW && POOLS.contains(site.owner());
        if (makes
            || site.calls("java.sql.DriverManager", "getConnection")
            || site.calls("io.agroal.api.AgroalDataSource", "from")) {
          places.add(
              "%s.%s(%s:%d)"
                  .formatted(code.name(), site.in().name(), code.sourceFile(), site.line()));
        }
      }
    }
  }
}
