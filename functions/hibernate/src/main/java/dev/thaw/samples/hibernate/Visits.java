package dev.thaw.samples.hibernate;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.util.Map;

/** Hibernate by JPA, with Hikari's pool; all of it is made in init, as servers make it. */
public final class Visits implements RequestHandler<Map<String, String>, Map<String, Object>> {
  private static final EntityManagerFactory CLINIC =
      Persistence.createEntityManagerFactory(
          "clinic", Map.of("jakarta.persistence.nonJtaDataSource", pool()));

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(System.getenv("DB_URL"));
    config.setUsername(System.getenv("DB_USER"));
    config.setPassword(System.getenv("DB_PASSWORD"));
    return new HikariDataSource(config);
  }

  @Override
  public Map<String, Object> handleRequest(Map<String, String> event, Context context) {
    String pet = event.get("pet");
    try (EntityManager clinic = CLINIC.createEntityManager()) {
      clinic.getTransaction().begin();
      clinic.persist(new Visit(pet));
      Long visits =
          clinic
              .createQuery("select count(v) from Visit v where v.pet = :pet", Long.class)
              .setParameter("pet", pet)
              .getSingleResult();
      clinic.getTransaction().commit();
      return Map.of("pet", pet, "visits", visits);
    }
  }
}
