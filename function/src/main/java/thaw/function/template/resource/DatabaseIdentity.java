package thaw.function.template.resource;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import thaw.function.resource.Database;
import thaw.function.resource.DerivedId;
import thaw.function.resource.Secret;
import thaw.function.template.ReadOptions;

/**
 * The identifier that a database or its proxy would have when deployed, with the host names that
 * follow from it.
 *
 * @param type of the resource
 * @param id RDS writes it in small letters
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.Endpoints.html">
 *     Endpoints of Aurora</a>
 */
record DatabaseIdentity(String type, String id, ReadOptions options) {
  static final String INSTANCE = "AWS::RDS::DBInstance";
  static final String CLUSTER = "AWS::RDS::DBCluster";
  static final String PROXY = "AWS::RDS::DBProxy";
  static final String PROXY_ENDPOINT = "AWS::RDS::DBProxyEndpoint";
  static final String PROXY_TARGETS = "AWS::RDS::DBProxyTargetGroup";
  static final String DSQL = "AWS::DSQL::Cluster";
  static final String ATTACHMENT = "AWS::SecretsManager::SecretTargetAttachment";

  private static final Set<String> TYPES =
      Set.of(INSTANCE, CLUSTER, PROXY, PROXY_ENDPOINT, PROXY_TARGETS, DSQL);

  private static final int DSQL_ID = 26;

  static boolean isOne(String type) {
    return TYPES.contains(type);
  }

  /**
   * @param property returns the text of a property of the resource
   */
  static DatabaseIdentity of(
      String type,
      String logicalId,
      Function<String, Optional<String>> property,
      ReadOptions options) {
    String id =
        switch (type) {
          case DSQL -> DerivedId.of("dsql " + logicalId, DSQL_ID);
          case PROXY -> property.apply("DBProxyName").orElse(logicalId);
          case PROXY_ENDPOINT -> property.apply("DBProxyEndpointName").orElse(logicalId);
          case CLUSTER -> property.apply("DBClusterIdentifier").orElse(logicalId);
          case INSTANCE -> property.apply("DBInstanceIdentifier").orElse(logicalId);
          default -> logicalId;
        };
    return new DatabaseIdentity(type, id.toLowerCase(Locale.ROOT), options);
  }

  /** Returns whether an engine is one of PostgreSQL. */
  static boolean isPostgres(String engine) {
    return engine.equals("postgres") || engine.equals("aurora-postgresql");
  }

  /**
   * Returns what {@code GetAtt} gives; empty where only AWS makes it, and of other engines.
   *
   * @param property returns the text of a property of the resource
   */
  Optional<String> attribute(String attribute, Function<String, Optional<String>> property) {
    boolean server = type.equals(INSTANCE) || type.equals(CLUSTER);
    if (server && property.apply("Engine").filter(engine -> !isPostgres(engine)).isPresent()
        || server && isOfUnknownEngine(property)) {
      return Optional.empty();
    }
    return switch (attribute) {
      case "Endpoint.Address" -> server ? Optional.of(host()) : Optional.empty();
      case "Endpoint.Port" ->
          server
              ? property.apply("Port").or(() -> Optional.of("" + Database.PORT))
              : Optional.empty();
      case "ReadEndpoint.Address" ->
          type.equals(CLUSTER) ? Optional.of(readerHost()) : Optional.empty();
      case "Endpoint" -> server ? Optional.empty() : Optional.of(host());
      case "Identifier" -> type.equals(DSQL) ? Optional.of(id) : Optional.empty();
      case "MasterUserSecret.SecretArn" ->
          property
              .apply("ManageMasterUserPassword")
              .filter("true"::equalsIgnoreCase)
              .map(_ -> secretArn());
      case "DBInstanceArn",
          "DBClusterArn",
          "DBProxyArn",
          "DBProxyEndpointArn",
          "ResourceArn",
          "TargetGroupArn" ->
          Optional.of(arn());
      default -> Optional.empty();
    };
  }

  /** A replica has the engine of what it is one of. */
  private static boolean isOfUnknownEngine(Function<String, Optional<String>> property) {
    return property.apply("Engine").isEmpty()
        && property.apply("SourceDBInstanceIdentifier").isEmpty()
        && property.apply("DBClusterIdentifier").isEmpty();
  }

  String host() {
    return type.equals(DSQL)
        ? id + ".dsql." + options.region() + ".on.aws"
        : switch (type) {
          case CLUSTER -> host("cluster-");
          case PROXY -> host("proxy-");
          case PROXY_ENDPOINT -> host("endpoint.proxy-");
          default -> host("");
        };
  }

  String readerHost() {
    return host("cluster-ro-");
  }

  private String host(String kind) {
    String suffix = options.region().startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return id
        + "."
        + kind
        + DerivedId.of("rds " + options.accountId() + options.region(), 12)
        + "."
        + options.region()
        + ".rds."
        + suffix;
  }

  String arn() {
    String of = options.region() + ":" + options.accountId();
    return switch (type) {
      case DSQL -> "arn:aws:dsql:" + of + ":cluster/" + id;
      case CLUSTER -> "arn:aws:rds:" + of + ":cluster:" + id;
      case PROXY, PROXY_ENDPOINT ->
          "arn:aws:rds:" + of + ":db-proxy:prx-" + DerivedId.of("proxy " + id, 17);
      case PROXY_TARGETS ->
          "arn:aws:rds:" + of + ":target-group:prx-tg-" + DerivedId.of("proxy " + id, 17);
      default -> "arn:aws:rds:" + of + ":db:" + id;
    };
  }

  /** Returns the name of the secret that RDS makes of the master user. */
  String secretName() {
    UUID made = UUID.nameUUIDFromBytes((type + " " + id).getBytes(StandardCharsets.UTF_8));
    return "rds!" + (type.equals(CLUSTER) ? "cluster-" : "db-") + made;
  }

  private String secretArn() {
    return "arn:aws:secretsmanager:%s:%s:secret:%s-%s"
        .formatted(
            options.region(), options.accountId(), secretName(), Secret.suffix(secretName()));
  }
}
