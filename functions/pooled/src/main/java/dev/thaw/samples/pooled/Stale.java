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

/** A pool that init opens: its connections are in the snapshot, and dead after a restore. */
public final class Stale implements RequestHandler<Map<String, String>, Map<String, Object>> {
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
    String pet = event.get("pet");
    try (Connection connection = DATA.getConnection();
        PreparedStatement count =
            connection.prepareStatement("SELECT count(*) FROM visits WHERE pet = ?")) {
      count.setString(1, pet);
      try (ResultSet rows = count.executeQuery()) {
        rows.next();
        return Map.of("pet", pet, "visits", rows.getInt(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("could not count the visits of " + pet, e);
    }
  }
}
