package thaw.function.resource;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A server of PostgreSQL: an instance or a cluster of RDS, or a cluster of Aurora DSQL.
 *
 * @param logicalId the resource's name in the template
 * @param name its identifier
 * @param arn what a secret and a policy call it; empty where the template has no such resource
 * @param engine as a secret names it
 * @param version the major version that is wanted
 * @param hosts the names under which functions find it, those of proxies and readers among them;
 *     its own is the first
 * @param tokenHosts those of the hosts that take nothing but tokens
 * @param ports on which it listens; its own is the first
 * @param database the name of the first database
 * @param user the master user
 * @param forcesTls whether connections without TLS are refused
 */
@RecordBuilder
public record Database(
    String logicalId,
    String name,
    String arn,
    String engine,
    int version,
    List<String> hosts,
    Set<String> tokenHosts,
    List<Integer> ports,
    String database,
    String user,
    Password password,
    boolean forcesTls)
    implements DatabaseBuilder.With {
  /** The database that every server has. */
  public static final String USUAL = "postgres";

  public static final int PORT = 5432;

  /** The master user's. */
  public sealed interface Password {
    /** One that the template says. */
    record Given(String text) implements Password {
      /** Never in a message. */
      @Override
      public String toString() {
        return "Given[]";
      }
    }

    /**
     * One that is made here.
     *
     * @param secret the name of the secret that has it; empty for none
     */
    record Made(String secret) implements Password {}

    /** None: the user comes with tokens of IAM. */
    record Tokens() implements Password {}
  }

  public Database {
    hosts = List.copyOf(hosts);
    tokenHosts = Set.copyOf(tokenHosts);
    ports = List.copyOf(new LinkedHashSet<>(ports));
  }

  /** The database of an application whose template declares none. */
  public static Database undeclared(String region) {
    return new Database(
        "Postgres",
        "postgres",
        "",
        "postgres",
        17,
        List.of("postgres.thaw." + region + ".rds.amazonaws.com"),
        Set.of(),
        List.of(PORT),
        USUAL,
        "postgres",
        new Password.Made(""),
        false);
  }

  /** Returns whether a template declares it. */
  public boolean isDeclared() {
    return !arn.isEmpty();
  }

  /** Its own host name. */
  public String host() {
    return hosts.getFirst();
  }

  /** Its own port. */
  public int port() {
    return ports.getFirst();
  }

  /** Returns whether it is one of Aurora DSQL. */
  public boolean isDsql() {
    return password instanceof Password.Tokens;
  }
}
