package thaw.remedy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.remedy.database.DatabaseModule;
import thaw.remedy.database.DatabaseRemedies;
import thaw.remedy.database.FirstConnection;
import thaw.remedy.edit.JavaSources;

/** A module with sources and settings, beside types of libraries as far as remedies know them. */
public final class DatabaseProject {
  private static final Map<String, String> LIBRARY =
      Map.ofEntries(
          Map.entry(
              "com.zaxxer.hikari.HikariConfig",
              """
              public class HikariConfig {
                public void setJdbcUrl(String url) {}
                public void setMinimumIdle(int idle) {}
                public void setMaximumPoolSize(int size) {}
                public void setConnectionTestQuery(String query) {}
                public void setConnectionInitSql(String sql) {}
              }
              """),
          Map.entry(
              "com.zaxxer.hikari.HikariDataSource",
              """
              public abstract class HikariDataSource extends HikariConfig
                  implements javax.sql.DataSource {
                public static HikariDataSource of(HikariConfig config) { return null; }
              }
              """),
          Map.entry(
              "org.hibernate.cfg.AvailableSettings",
              """
              public interface AvailableSettings {
                String METADATA = "hibernate.boot.allow_jdbc_metadata_access";
                String HBM2DDL_AUTO = "hibernate.hbm2ddl.auto";
              }
              """),
          Map.entry(
              "org.hibernate.cfg.Configuration",
              """
              public class Configuration {
                public Configuration setProperty(String name, String value) { return this; }
              }
              """),
          Map.entry(
              "org.hibernate.boot.archive.scan.internal.DisabledScanner",
              "public class DisabledScanner {}"),
          Map.entry(
              "org.hibernate.service.spi.ServiceContributor",
              "public interface ServiceContributor {}"),
          Map.entry(
              "org.hibernate.bytecode.internal.none.BytecodeProviderImpl",
              "public class BytecodeProviderImpl {}"),
          Map.entry("jakarta.persistence.Entity", "public @interface Entity {}"),
          Map.entry("jakarta.persistence.FetchType", "public enum FetchType { LAZY, EAGER }"),
          Map.entry(
              "jakarta.persistence.ManyToOne",
              "public @interface ManyToOne { FetchType fetch() default FetchType.EAGER; }"),
          Map.entry(
              "jakarta.persistence.EntityManager",
              "public interface EntityManager { <T> T getReference(Class<T> type, Object id); }"),
          Map.entry("com.amazonaws.services.lambda.runtime.Context", "public interface Context {}"),
          Map.entry(
              "com.amazonaws.services.lambda.runtime.RequestHandler",
              "public interface RequestHandler<I, O> { O handleRequest(I input, Context context); }"));

  private static final Map<String, String> SPRING =
      Map.of(
          "org.springframework.boot.SpringApplication",
          "public class SpringApplication {}",
          "org.springframework.context.annotation.Bean",
          "public @interface Bean {}",
          "org.springframework.data.jpa.repository.config.EnableJpaRepositories",
          "public @interface EnableJpaRepositories {}");

  private final Path folder;
  private final Map<String, String> environment = new TreeMap<>();
  private final List<Path> libraries = new ArrayList<>();
  private List<String> restored = List.of();
  private WhyNot whyNot = new WhyNot();
  private String place = "";
  private List<Explanation.LoadedClass> loaded = List.of();

  private DatabaseProject(Path folder) {
    this.folder = folder;
  }

  public static DatabaseProject in(Path folder) throws Exception {
    DatabaseProject project = new DatabaseProject(folder);
    project.add(LIBRARY);
    project.jar("postgresql-42.7.8.jar");
    project.source("shop.Nothing", "class Nothing {}");
    return project;
  }

  private void add(Map<String, String> types) throws Exception {
    SourceFolder stubs = new SourceFolder(folder);
    for (Map.Entry<String, String> each : types.entrySet()) {
      int dot = each.getKey().lastIndexOf('.');
      stubs.write(
          "library/" + each.getKey().replace('.', '/') + ".java",
          "package " + each.getKey().substring(0, dot) + ";\n" + each.getValue());
    }
    stubs.compile("library", "classes", "-proc:none");
  }

  public DatabaseProject spring() throws Exception {
    add(SPRING);
    jar("spring-data-jpa-3.5.1.jar");
    return this;
  }

  public DatabaseProject jar(String name) {
    libraries.add(Path.of(name));
    return this;
  }

  public DatabaseProject variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public DatabaseProject restored() {
    restored = List.of("Restored");
    return this;
  }

  /** Has the finding name a place. */
  public DatabaseProject at(String found) {
    place = found;
    return this;
  }

  public DatabaseProject loadedInInit(String type) {
    loaded =
        List.of(new Explanation.LoadedClass(type, "function", PhaseName.HANDLER_INIT, false, 1));
    return this;
  }

  public DatabaseProject resource(String file, String text) throws Exception {
    new SourceFolder(folder).write("src/main/resources/" + file, text);
    return this;
  }

  public DatabaseProject source(String type, String text) throws Exception {
    int dot = type.lastIndexOf('.');
    new SourceFolder(folder)
        .write(
            "src/main/java/" + type.replace('.', '/') + ".java",
            "package " + type.substring(0, dot) + ";\n\n" + text);
    return this;
  }

  /** Returns what is offered for a finding. */
  public List<Remedy> offers(String finding) {
    Explanation explanation =
        Explanations.EMPTY
            .withClasses(new Explanation.Classes(1, List.of(), List.of(), loaded))
            .withFindings(List.of(new Finding(finding, "", "", place, 20, 90, "")));
    whyNot = new WhyNot();
    JavaSources sources =
        JavaSources.read(
            folder, folder.resolve("src/main/java"), List.of(folder.resolve("classes")));
    DatabaseModule module =
        new DatabaseModule(folder, folder, libraries, environment, restored, false);
    List<Remedy> all = new ArrayList<>(DatabaseRemedies.of(explanation, sources, module, whyNot));
    FirstConnection.of(explanation, sources, module, "shop.Handler", whyNot).ifPresent(all::add);
    return all;
  }

  /** Returns the only one. */
  public Remedy offer(String finding) {
    List<Remedy> offers = offers(finding);
    if (offers.size() != 1) {
      throw new AssertionError(offers + ", not offered: " + whyNot.list());
    }
    return offers.getFirst();
  }

  /** Returns why a family is not offered. */
  public String refusal(Family family) {
    List<Remedy> offers = offers(family.findings().iterator().next());
    Optional<String> fact =
        whyNot.list().stream()
            .filter(each -> each.family() == family)
            .map(WhyNot.NotOffered::because)
            .findFirst();
    return offers.stream().anyMatch(each -> each.id().equals(family.id()))
        ? "offered: " + offers
        : fact.orElse("no word");
  }

  /** Returns a file with a remedy. */
  public String with(Remedy remedy, String file) {
    return new Draft(List.of(remedy))
        .texts(each -> {
          try {
            return Files.readString(folder.resolve(each));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })
        .get(Path.of(file));
  }
}
