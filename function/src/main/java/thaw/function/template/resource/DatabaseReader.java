package thaw.function.template.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.function.resource.Database;
import thaw.function.resource.DatabaseBuilder;
import thaw.function.template.ReadOptions;
import thaw.function.template.TemplateResource;
import thaw.problem.UserMistake;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads the databases of a template: each is one server with all names that lead to it, those of
 * its replicas, readers and proxies, too. A value that is not known here is the usual one, as the
 * rest of a template may do without.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-rds-dbinstance.html">AWS::RDS::DBInstance</a>
 */
final class DatabaseReader {
  private static final Pattern VERSION = Pattern.compile("(\\d{1,2})(\\.\\d{1,2}){0,2}([.-].*)?");

  /** The versions that RDS and Aurora offer. */
  private static final int OLDEST = 11;

  private static final int NEWEST = 18;
  private static final int USUAL = 17;

  /** From which versions on connections must have TLS, if no parameter group says otherwise. */
  private static final int RDS_FORCES_TLS = 15;

  private static final int AURORA_FORCES_TLS = 17;

  private static final String REMEDY =
      "have one of your own, and lead the function to it: --attribute %s.Endpoint.Address=localhost"
          + " and a port in a variable, such as DB_URL=jdbc:mysql://localhost:3306/NAME";

  private final Collection<TemplateResource> resources;
  private final Intrinsics intrinsics;
  private final ReadOptions options;
  private final Consumer<String> warnings;

  DatabaseReader(
      Collection<TemplateResource> resources,
      Intrinsics intrinsics,
      ReadOptions options,
      Consumer<String> warnings) {
    this.resources = resources;
    this.intrinsics = intrinsics;
    this.options = options;
    this.warnings = warnings;
  }

  /**
   * @throws UserMistake for a version that no engine has
   */
  List<Database> read() {
    Map<String, Database> byId = new LinkedHashMap<>();
    ofType(DatabaseIdentity.CLUSTER)
        .filter(this::isServed)
        .forEach(cluster -> byId.put(identity(cluster).id(), cluster(cluster)));
    List<TemplateResource> others = new ArrayList<>();
    ofType(DatabaseIdentity.INSTANCE)
        .forEach(instance -> {
          Optional<String> leader = leader(instance);
          if (leader.isPresent()) {
            others.add(instance);
          } else if (isServed(instance)) {
            byId.put(identity(instance).id(), instance(instance));
          }
        });
    others.forEach(each -> lead(byId, leader(each).orElseThrow(), identity(each).host()));
    ofType(DatabaseIdentity.DSQL).forEach(each -> byId.put(identity(each).id(), dsql(each)));
    ofType(DatabaseIdentity.PROXY_TARGETS).forEach(each -> lead(byId, each));
    return List.copyOf(byId.values());
  }

  private Stream<TemplateResource> ofType(String type) {
    return resources.stream().filter(resource -> resource.type().equals(type));
  }

  private DatabaseIdentity identity(TemplateResource resource) {
    return DatabaseIdentity.of(
        resource.type(), resource.logicalId(), name -> text(resource, name), options);
  }

  private ResourceProperties properties(TemplateResource resource) {
    return new ResourceProperties(resource.properties(), intrinsics, resource.place());
  }

  /** Returns a property's text; empty also where it is not known here. */
  private Optional<String> text(TemplateResource resource, String name) {
    Optional<TemplateValue> value = resource.properties().value(name);
    return value.isEmpty() || TemplateValue.unknown(value.get()).isPresent()
        ? Optional.empty()
        : properties(resource).text(name);
  }

  /** Returns the identifier of the cluster or source that an instance is a part or copy of. */
  private Optional<String> leader(TemplateResource instance) {
    return text(instance, "DBClusterIdentifier")
        .or(() -> text(instance, "SourceDBInstanceIdentifier"))
        .map(id -> id.replaceFirst("^arn:.*:", "").toLowerCase(Locale.ROOT));
  }

  private static void lead(Map<String, Database> byId, String to, String host) {
    byId.computeIfPresent(to, (_, database) -> database.withHosts(and(database.hosts(), host)));
  }

  private static List<String> and(List<String> hosts, String host) {
    return Stream.concat(hosts.stream(), Stream.of(host)).distinct().toList();
  }

  /** Leads a proxy, and its further endpoints, to the database that is its target. */
  private void lead(Map<String, Database> byId, TemplateResource targets) {
    String name = text(targets, "DBProxyName").orElse("");
    Optional<TemplateResource> proxy =
        ofType(DatabaseIdentity.PROXY)
            .filter(each -> identity(each).id().equalsIgnoreCase(name))
            .findFirst();
    Optional<String> target =
        Stream.of("DBClusterIdentifiers", "DBInstanceIdentifiers")
            .filter(list -> targets.properties().value(list).isPresent())
            .flatMap(list -> properties(targets).texts(list).orElse(List.of()).stream())
            .map(id -> id.toLowerCase(Locale.ROOT))
            .filter(byId::containsKey)
            .findFirst();
    if (proxy.isEmpty() || target.isEmpty()) {
      return;
    }
    List<String> hosts = new ArrayList<>(List.of(identity(proxy.get()).host()));
    ofType(DatabaseIdentity.PROXY_ENDPOINT)
        .filter(each -> text(each, "DBProxyName").filter(name::equalsIgnoreCase).isPresent())
        .forEach(each -> hosts.add(identity(each).host()));
    boolean byToken = asksForTokens(proxy.get());
    byId.computeIfPresent(
        target.get(),
        (_, database) -> {
          List<String> all = new ArrayList<>(database.hosts());
          all.addAll(hosts);
          List<Integer> ports = new ArrayList<>(database.ports());
          ports.add(Database.PORT);
          List<String> tokens = new ArrayList<>(database.tokenHosts());
          tokens.addAll(byToken ? hosts : List.of());
          return database
              .withHosts(all.stream().distinct().toList())
              .withPorts(ports)
              .withTokenHosts(Set.copyOf(tokens));
        });
  }

  private static boolean asksForTokens(TemplateResource proxy) {
    return proxy.properties().value("Auth").orElse(null) instanceof TemplateValue.Items items
        && items.items().stream()
            .anyMatch(item ->
                item instanceof TemplateValue.Members auth
                    && auth.value("IAMAuth").orElse(null) instanceof TemplateValue.Text text
                    && text.text().equals("REQUIRED"));
  }

  /** Tells of an engine that is not here. */
  private boolean isServed(TemplateResource resource) {
    String engine = text(resource, "Engine").orElse("");
    if (!DatabaseIdentity.isPostgres(engine)) {
      warnings.accept(
          "%s: %s (%s) is not provided locally, only PostgreSQL is; %s"
              .formatted(
                  resource.place(),
                  resource.logicalId(),
                  engine.isEmpty() ? resource.type() : engine,
                  REMEDY.formatted(resource.logicalId())));
      return false;
    }
    return true;
  }

  private Database instance(TemplateResource resource) {
    return rds(resource, text(resource, "DBName"), RDS_FORCES_TLS, "rds.force_ssl");
  }

  private Database cluster(TemplateResource resource) {
    Database database =
        rds(resource, text(resource, "DatabaseName"), AURORA_FORCES_TLS, "rds.force_ssl");
    return database.withHosts(and(database.hosts(), identity(resource).readerHost()));
  }

  private Database rds(
      TemplateResource resource, Optional<String> name, int forcesFrom, String parameter) {
    DatabaseIdentity identity = identity(resource);
    int version = version(resource);
    return new Database(
        resource.logicalId(),
        identity.id(),
        identity.arn(),
        "postgres",
        version,
        List.of(identity.host()),
        Set.of(),
        List.of(resource.properties().value("Port").isPresent() ? port(resource) : Database.PORT),
        name.orElse(Database.USUAL),
        text(resource, "MasterUsername").orElse("postgres"),
        password(resource, identity),
        forced(resource, parameter).orElse(version >= forcesFrom));
  }

  private int port(TemplateResource resource) {
    return text(resource, "Port").isPresent()
        ? properties(resource).wholeNumber("Port", 1150, 65_535, "").orElse(Database.PORT)
        : Database.PORT;
  }

  private Database.Password password(TemplateResource resource, DatabaseIdentity identity) {
    boolean managed =
        text(resource, "ManageMasterUserPassword").filter("true"::equalsIgnoreCase).isPresent();
    return text(resource, "MasterUserPassword")
        .<Database.Password>map(Database.Password.Given::new)
        .orElseGet(() -> new Database.Password.Made(managed ? identity.secretName() : ""));
  }

  /** Returns what the template's own parameter group says of TLS. */
  private Optional<Boolean> forced(TemplateResource resource, String parameter) {
    Optional<String> group =
        text(resource, "DBParameterGroupName")
            .or(() -> text(resource, "DBClusterParameterGroupName"));
    return Stream.of("AWS::RDS::DBParameterGroup", "AWS::RDS::DBClusterParameterGroup")
        .flatMap(this::ofType)
        .filter(each ->
            group
                .filter(name ->
                    name.equalsIgnoreCase(each.logicalId())
                        || text(each, "DBParameterGroupName")
                            .or(() -> text(each, "DBClusterParameterGroupName"))
                            .filter(name::equalsIgnoreCase)
                            .isPresent())
                .isPresent())
        .flatMap(each ->
            each.properties().value("Parameters").orElse(null)
                    instanceof TemplateValue.Members parameters
                ? parameters.value(parameter).stream()
                : Stream.empty())
        .filter(TemplateValue.Text.class::isInstance)
        .map(value -> !((TemplateValue.Text) value).text().equals("0"))
        .findFirst();
  }

  private int version(TemplateResource resource) {
    Optional<String> wanted = text(resource, "EngineVersion");
    if (wanted.isEmpty()) {
      return USUAL;
    }
    Matcher matcher = VERSION.matcher(wanted.get());
    int major = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    if (major < OLDEST || major > NEWEST) {
      throw properties(resource)
          .mistake(
              "EngineVersion",
              "EngineVersion must be a version of PostgreSQL from %d to %d: %s"
                  .formatted(OLDEST, NEWEST, wanted.get()),
              "write for example EngineVersion: '17.5'");
    }
    return major;
  }

  private Database dsql(TemplateResource resource) {
    DatabaseIdentity identity = identity(resource);
    return DatabaseBuilder.builder()
        .logicalId(resource.logicalId())
        .name(identity.id())
        .arn(identity.arn())
        .engine("dsql")
        .version(16) // what DSQL says it is
        .hosts(List.of(identity.host()))
        .tokenHosts(Set.of(identity.host()))
        .ports(List.of(Database.PORT))
        .database(Database.USUAL)
        .user("admin")
        .password(new Database.Password.Tokens())
        .forcesTls(true)
        .build();
  }
}
