package dev.thaw.samples.relational;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** Plain JDBC: the driver, and one connection that is opened by the first request. */
public final class PlainJdbc implements RequestHandler<Map<String, String>, Map<String, Object>> {
  private Connection connection;

  @Override
  public Map<String, Object> handleRequest(Map<String, String> event, Context context) {
    String pet = event.get("pet");
    try {
      if (connection == null || !connection.isValid(1)) {
        connection =
            DriverManager.getConnection(
                System.getenv("DB_URL"), System.getenv("DB_USER"), System.getenv("DB_PASSWORD"));
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO visits (pet) VALUES (?)")) {
        insert.setString(1, pet);
        insert.executeUpdate();
      }
      try (PreparedStatement count =
          connection.prepareStatement("SELECT count(*) FROM visits WHERE pet = ?")) {
        count.setString(1, pet);
        try (ResultSet rows = count.executeQuery()) {
          rows.next();
          return Map.of("pet", pet, "visits", rows.getInt(1));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("could not write the visit of " + pet, e);
    }
  }
}
