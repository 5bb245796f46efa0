package thaw.remedy.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.Change;
import thaw.remedy.Family;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.WhyNot;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.Setting;
import thaw.remedy.edit.TextEdit;

/**
 * Has libraries do less of what a server needs and a function does not.
 *
 * <p>What a framework reads from variables is set by one: that holds on Lambda alone, whatever
 * files and profiles say, and tests and other machines stay as they are. Hibernate takes options of
 * the JVM for defaults, which what the project sets itself outweighs; so such a setting is changed
 * where it stands.
 */
public final class DatabaseRemedies {
  static final String DATA_SOURCE = "javax.sql.DataSource";

  private static final String SPRING = "org.springframework.boot.SpringApplication";
  private static final String SETTINGS = "org.hibernate.cfg.AvailableSettings";
  private static final String SPRING_MIN_IDLE = "spring.datasource.hikari.minimum-idle";
  private static final String SPRING_SIZE = "spring.datasource.hikari.maximum-pool-size";
  private static final String SPRING_QUERY = "spring.datasource.hikari.connection-test-query";
  private static final String SPRING_INIT = "spring.datasource.hikari.connection-init-sql";
  private static final String HIBERNATE_MIN_IDLE = "hibernate.hikari.minimumIdle";
  private static final String JPA_REPOSITORIES =
      "org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean";
  private static final String BOOTSTRAP = "spring.data.jpa.repositories.bootstrap-mode";
  private static final String DIALECT = "hibernate.dialect";
  private static final String METADATA = "hibernate.boot.allow_jdbc_metadata_access";
  private static final String OLDER_METADATA = "hibernate.temp.use_jdbc_metadata_defaults";
  private static final String BYTECODE = "hibernate.bytecode.provider";
  private static final String ENTITY_CACHE = "hibernate.cache.use_second_level_cache";
  private static final String INITIAL_SIZE = "quarkus.datasource.jdbc.initial-size";
  private static final String MIN_SIZE = "quarkus.datasource.jdbc.min-size";
  private static final String JPA = "spring.jpa.properties.";

  private static final String MICRONAUT = "datasources.default.";

  private static final Pattern OTHER_OF_QUARKUS =
      Pattern.compile(
          "^quarkus\\.datasource\\.(?!(jdbc|devservices|metrics|reactive|health)\\b)[^.]+"
              + "\\.(jdbc|db-kind|username)");

  private static final Pattern OTHER_OF_MICRONAUT =
      Pattern.compile("^datasources\\.(?!default\\b)");

  private static final String SEVERAL =
      "there are several data sources, and nothing says which one the request needs";

  private static final String WITHOUT_CLASSES =
      "Hibernate generates no classes for its entities, of which none is loaded lazily";

  private static final String NO_HIBERNATE = "the package has no Hibernate";
  private static final String IN_BUILD = "Quarkus decides it in its build";

  private final Explanation explanation;
  private final SettingsInCode code;
  private final DatabaseModule module;
  private final WhyNot whyNot;
  private final List<Setting> settings;
  private final List<Remedy> remedies = new ArrayList<>();

  private DatabaseRemedies(
      Explanation explanation, JavaSources sources, DatabaseModule module, WhyNot whyNot) {
    this.explanation = explanation;
    this.code = new SettingsInCode(sources);
    this.module = module;
    this.whyNot = whyNot;
    this.settings = module.settings();
  }

  /**
   * @param sources of the module, as the draft has them
   * @param whyNot gets what stands in the way
   */
  public static List<Remedy> of(
      Explanation explanation, JavaSources sources, DatabaseModule module, WhyNot whyNot) {
    DatabaseRemedies all = new DatabaseRemedies(explanation, sources, module, whyNot);
    all.each(Family.POOL_IDLE, all::pool);
    all.each(Family.TEST_QUERY, all::testQuery);
    all.each(Family.DIALECT, all::dialect);
    all.each(Family.SCHEMA_CHECK, finding -> all.schema(Family.SCHEMA_CHECK, finding));
    all.each(Family.SCHEMA_UPDATE, finding -> all.schema(Family.SCHEMA_UPDATE, finding));
    all.each(Family.ENTITY_LIST, all::entities);
    all.each(Family.BYTECODE, all::bytecode);
    all.each(Family.ENTITY_CACHE, all::entityCache);
    all.each(Family.REPOSITORIES, all::repositories);
    all.each(Family.CONNECTION, all::connection);
    return List.copyOf(all.remedies);
  }

  private void each(Family family, Consumer<Finding> offer) {
    explanation.findings().stream()
        .filter(finding -> family.answers(finding.id()))
        .findFirst()
        .ifPresent(offer);
  }

  private boolean isSpring() {
    return code.knows(SPRING);
  }

  private boolean isQuarkus() {
    return module.has("quarkus-agroal") || module.has("io.quarkus.quarkus-agroal");
  }

  private void offer(Family family, Finding finding, String what, Change change) {
    remedies.add(
        family.remedy(
            Optional.of(finding.id()),
            what,
            new Prediction(finding.lowMillis(), finding.highMillis()),
            change));
  }

  private void refuse(Family family, String fact) {
    whyNot.add(family, fact);
  }

  /** Returns the first of what sets one of these already, as a fact. */
  private Optional<String> set(String... keys) {
    return Stream.of(keys)
        .flatMap(key ->
            inFile(key)
                .map(setting -> setting.place() + " sets " + setting.key())
                .or(() -> module.variable(key))
                .or(() -> code.names(key))
                .stream())
        .findFirst();
  }

  private Optional<Setting> inFile(String key) {
    return settings.stream().filter(each -> each.isOf(key)).findFirst();
  }

  /** An option of the JVM. */
  private static Change options(String... settings) {
    return new Change.JvmOptions(Stream.of(settings).map(each -> "-D" + each).toList());
  }

  private void pool(Finding finding) {
    Family family = Family.POOL_IDLE;
    Optional<String> set =
        set(SPRING_MIN_IDLE, HIBERNATE_MIN_IDLE, MICRONAUT + "minimum-idle")
            .or(() -> HikariCalls.first(code, "setMinimumIdle"));
    Optional<String> one =
        onlyConnection(
            SPRING_SIZE, MICRONAUT + "maximum-pool-size", "hibernate.connection.pool_size");
    if (!code.knows(HikariCalls.CONFIG)) {
      refuse(family, "the package has no Hikari");
    } else if (set.isPresent()) {
      refuse(family, set.get());
    } else if (!code.made(HikariCalls.CONFIG).isEmpty()) {
      HikariCalls.Edits idle = HikariCalls.idle(code);
      idle.facts().forEach(fact -> refuse(family, fact));
      if (!idle.edits().isEmpty()) {
        offer(
            family,
            finding,
            "the pool opens a connection when one is needed: " + idle.place(),
            new Change.Sources(idle.edits()));
      }
    } else if (one.isPresent()) {
      refuse(family, one.get());
    } else if (isSpring()) {
      Optional<String> bean = code.bean(DATA_SOURCE);
      if (bean.isPresent()) {
        refuse(
            family, bean.get() + " makes a data source that Spring Boot's settings do not reach");
      } else {
        offer(
            family,
            finding,
            "the pool opens a connection when one is needed: SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE",
            new Change.Variables(Map.of("SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE", "0")));
      }
    } else if (module.has("micronaut-jdbc-hikari")) {
      micronautPool(finding);
    } else if (module.has("hibernate-hikaricp")) {
      offer(
          family,
          finding,
          "the pool opens a connection when one is needed: " + HIBERNATE_MIN_IDLE,
          options(HIBERNATE_MIN_IDLE + "=0"));
    } else {
      refuse(family, "no code of the module makes the pool, and no setting of Spring Boot does");
    }
  }

  private void micronautPool(Finding finding) {
    if (hasSetting(OTHER_OF_MICRONAUT)) {
      refuse(Family.POOL_IDLE, SEVERAL);
    } else {
      offer(
          Family.POOL_IDLE,
          finding,
          "the pool opens a connection when one is needed: DATASOURCES_DEFAULT_MINIMUM_IDLE",
          new Change.Variables(Map.of("DATASOURCES_DEFAULT_MINIMUM_IDLE", "0")));
    }
  }

  private boolean hasSetting(Pattern name) {
    return settings.stream().anyMatch(each -> name.matcher(each.key()).find());
  }

  private Optional<String> onlyConnection(String... keys) {
    return Stream.of(keys)
        .flatMap(key -> inFile(key).stream())
        .filter(each -> each.value().equals("1"))
        .map(each -> each.place() + " gives the pool one connection")
        .findFirst();
  }

  private void testQuery(Finding finding) {
    Family family = Family.TEST_QUERY;
    Optional<String> init =
        set(SPRING_INIT).or(() -> HikariCalls.first(code, "setConnectionInitSql"));
    Optional<Setting> query = inFile(SPRING_QUERY);
    HikariCalls.Edits removed = HikariCalls.withoutTestQuery(code);
    removed.facts().forEach(fact -> refuse(family, fact));
    if (!removed.edits().isEmpty()) {
      offer(
          family,
          finding,
          "the driver's own test takes the place of connectionTestQuery: " + removed.place(),
          new Change.Sources(removed.edits()));
    } else if (query.isPresent()) {
      Optional<String> variable = module.variable(SPRING_QUERY);
      if (variable.isPresent()) {
        refuse(family, variable.get());
      } else if (!HikariCalls.isPlainTest(query.get().value())) {
        refuse(family, query.get().place() + " has a test query that may do more than test");
      } else {
        offer(
            family,
            finding,
            "the driver's own test takes the place of %s: SPRING_DATASOURCE_HIKARI_CONNECTION_TEST_QUERY"
                .formatted(query.get().place()),
            new Change.Variables(Map.of("SPRING_DATASOURCE_HIKARI_CONNECTION_TEST_QUERY", "")));
      }
    } else if (removed.facts().isEmpty()) {
      refuse(
          family,
          init.map(fact -> fact + ", which may set sessions up")
              .orElse("no connectionTestQuery is set: it is the driver's own test"));
    }
  }

  private void dialect(Finding finding) {
    Family family = Family.DIALECT;
    boolean isNew = code.hasConstant(SETTINGS, METADATA);
    Optional<String> own =
        set(DIALECT, JPA + DIALECT, "spring.jpa.database-platform", "spring.jpa.database");
    Optional<String> taken = set(METADATA, JPA + METADATA, OLDER_METADATA, JPA + OLDER_METADATA);
    List<String> drivers = module.drivers();
    if (isQuarkus()) {
      refuse(family, IN_BUILD);
    } else if (taken.isPresent()) {
      refuse(family, taken.get());
    } else if (!code.knows(SETTINGS)) {
      refuse(family, NO_HIBERNATE);
    } else if (own.isEmpty() && !drivers.equals(List.of("postgresql"))) {
      refuse(
          family,
          "nothing names the dialect, and the drivers of the package are no proof of one: "
              + (drivers.isEmpty() ? "none is known" : String.join(", ", drivers)));
    } else if (own.isEmpty() && !isNew) {
      refuse(family, "nothing names the dialect, and this Hibernate has one for each version");
    } else {
      String metadata = (isNew ? METADATA : OLDER_METADATA) + "=false";
      offer(
          family,
          finding,
          "Hibernate takes the dialect from a setting and opens no connection for it"
              + own.map(fact -> " (" + fact + ")").orElse(""),
          own.isPresent()
              ? options(metadata)
              : options(metadata, DIALECT + "=org.hibernate.dialect.PostgreSQLDialect"));
    }
  }

  private void schema(Family family, Finding finding) {
    SchemaSetting.Found found = SchemaSetting.of(code, module, settings);
    switch (found) {
      case SchemaSetting.Found.None(String fact) -> refuse(family, fact);
      case SchemaSetting.Found.One(String value, String place, Change without) -> {
        Family fitting = value.equals("validate") ? Family.SCHEMA_CHECK : Family.SCHEMA_UPDATE;
        if (!List.of("validate", "update").contains(value)) {
          refuse(family, place + " has " + value + ": the function makes its schema itself");
        } else if (family != fitting) {
          refuse(family, place + " has " + value);
        } else {
          offer(
              family,
              finding,
              value.equals("validate")
                  ? "Hibernate does not compare the schema, which tests and a deployment can: "
                      + place
                  : "Hibernate does not change the schema, which a deployment must do: " + place,
              without);
        }
      }
    }
  }

  private void entities(Finding finding) {
    Family family = Family.ENTITY_LIST;
    if (isSpring()) {
      refuse(family, "Spring makes the list; ahead-of-time processing makes it in the build");
      return;
    }
    Optional<String> set = set("hibernate.archive.scanner");
    if (set.isPresent()) {
      refuse(family, set.get());
      return;
    }
    switch (EntityList.of(code, module)) {
      case EntityList.Proposal.Refused(String fact) -> refuse(family, fact);
      case EntityList.Proposal.Named(List<TextEdit> edits, String place) ->
          offer(
              family,
              finding,
              "the list of entities is complete, and nothing searches for more: " + place,
              new Change.Sources(edits));
    }
  }

  private void bytecode(Finding finding) {
    Family family = Family.BYTECODE;
    Optional<String> version = module.version("hibernate-core");
    Optional<String> set = set(BYTECODE, JPA + BYTECODE);
    Optional<String> lazy = LazyEntities.of(code);
    boolean isByOption = version.filter(each -> each.startsWith("5.")).isPresent();
    if (isQuarkus()) {
      refuse(family, IN_BUILD);
    } else if (version.isEmpty()) {
      refuse(family, "the package has no jar of hibernate-core");
    } else if (set.isPresent() && isByOption) {
      refuse(family, set.get());
    } else if (lazy.isPresent()) {
      refuse(family, lazy.get());
    } else if (isByOption) {
      offer(family, finding, WITHOUT_CLASSES, options(BYTECODE + "=none"));
    } else if (BytecodeOff.obstacle(code, module).isPresent()) {
      refuse(family, BytecodeOff.obstacle(code, module).get());
    } else {
      offer(family, finding, WITHOUT_CLASSES, new Change.Sources(BytecodeOff.edits(code, module)));
    }
  }

  private void entityCache(Finding finding) {
    Family family = Family.ENTITY_CACHE;
    Optional<String> set = set(ENTITY_CACHE, JPA + ENTITY_CACHE);
    Optional<String> variable = module.variable(ENTITY_CACHE);
    if (isQuarkus()) {
      refuse(family, IN_BUILD);
    } else if (!code.knows(SETTINGS)) {
      refuse(family, NO_HIBERNATE);
    } else if (variable.isPresent()) {
      refuse(family, variable.get());
    } else if (set.isPresent() && !isSpring()) {
      refuse(family, set.get());
    } else {
      offer(
          family,
          finding,
          "Hibernate starts no second-level cache: each read of an entity asks the database",
          options((set.isPresent() ? JPA : "") + ENTITY_CACHE + "=false"));
    }
  }

  private void repositories(Finding finding) {
    Family family = Family.REPOSITORIES;
    Optional<String> annotated =
        code.annotated("org.springframework.data.jpa.repository.config.EnableJpaRepositories");
    Optional<String> set = set(BOOTSTRAP);
    if (!isSpring() || !module.has("spring-data-jpa")) {
      refuse(family, "the package has no Spring Data JPA with Spring Boot, which has the setting");
    } else if (explanation.classes().list().stream()
        .noneMatch(each -> each.name().equals(JPA_REPOSITORIES))) {
      refuse(family, "this start makes no repository of Spring Data JPA");
    } else if (!module.restored().isEmpty()) {
      refuse(
          family,
          "with SnapStart, which %s has, the repositories are in the snapshot"
              .formatted(module.restored().getFirst()));
    } else if (module.isMadeByBuild()) {
      refuse(family, "the build makes the bean definitions, which would have to say so");
    } else if (annotated.isPresent()) {
      refuse(family, annotated.get() + " has @EnableJpaRepositories, which sets it itself");
    } else if (set.isPresent()) {
      refuse(family, set.get());
    } else {
      offer(
          family,
          finding,
          "Spring Data makes a repository when something first calls it:"
              + " SPRING_DATA_JPA_REPOSITORIES_BOOTSTRAP_MODE",
          new Change.Variables(Map.of("SPRING_DATA_JPA_REPOSITORIES_BOOTSTRAP_MODE", "lazy")));
    }
  }

  /** That of Quarkus' pool, which a variable has opened in init; other code has to be changed. */
  private void connection(Finding finding) {
    Family family = Family.CONNECTION;
    if (!isQuarkus()) {
      return;
    }
    Optional<String> set = set(INITIAL_SIZE, MIN_SIZE);
    if (!module.restored().isEmpty()) {
      refuse(
          family,
          "with SnapStart, which %s has, a connection does not outlive the snapshot"
              .formatted(module.restored().getFirst()));
    } else if (set.isPresent()) {
      refuse(family, set.get());
    } else if (hasSetting(OTHER_OF_QUARKUS)) {
      refuse(family, SEVERAL);
    } else {
      offer(
          family,
          finding,
          "the pool opens its first connection in init: QUARKUS_DATASOURCE_JDBC_INITIAL_SIZE",
          new Change.Variables(Map.of("QUARKUS_DATASOURCE_JDBC_INITIAL_SIZE", "1")));
    }
  }
}
