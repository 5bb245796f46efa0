package dev.thaw.samples.pooled;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.crac.Core;
import org.crac.Resource;

/** A pool that init opens, with a hook that closes its connections before a snapshot. */
public final class Reopened implements RequestHandler<Map<String, String>, Map<String, Object>> {
  private static final HikariDataSource DATA = pool();

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(System.getenv("DB_URL"));
    config.setUsername(System.getenv("DB_USER"));
    config.setPassword(System.getenv("DB_PASSWORD"));
    config.setMaximumPoolSize(2);
    return new HikariDataSource(config);
  }

  @Override
  public Map<String, Object> handleRequest(Map<String, String> event, Context context) {
    return Map.of("pet", event.get("pet"), "visits", visits(event.get("pet")));
  }

  static int visits(String pet) {
    try (Connection connection = DATA.getConnection();
        PreparedStatement count =
            connection.prepareStatement("SELECT count(*) FROM visits WHERE pet = ?")) {
      count.setString(1, pet);
      try (ResultSet rows = count.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("could not count the visits of " + pet, e);
    }
  }

  // Hooks are held weakly, so a field keeps this one.
  private static final Resource REOPENED_POOL = new ReopenedPool();

  static {
    Core.getGlobalContext().register(REOPENED_POOL);
  }

  /** No connection outlives a snapshot: the pool closes its own before, and opens one after it. */
  private static final class ReopenedPool implements Resource {
    private int idle = -1;

    @Override
    public void beforeCheckpoint(org.crac.Context<? extends Resource> context)
        throws InterruptedException {
      if (DATA.getHikariPoolMXBean() != null) { // it has begun
        idle = DATA.getMinimumIdle();
        DATA.setMinimumIdle(0); // else it opens others at once
        for (int i = 0;
            i < 2 || i < 50 && DATA.getHikariPoolMXBean().getTotalConnections() > 0;
            i++) {
          DATA.getHikariPoolMXBean().softEvictConnections();
          Thread.sleep(100); // threads of the pool close them, and may just be opening one
        }
      }
    }

    @Override
    public void afterRestore(org.crac.Context<? extends Resource> context) {
      if (idle >= 0) {
        try {
          DATA.getConnection().close(); // back into the pool, for the first request
        } catch (SQLException e) {
          // the first request tries again, and tells why it fails
        }
        DATA.setMinimumIdle(idle);
      }
    }
  }
}
