package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.ReopenedPool;

class PoolReopeningTest {
  private static final String HANDLER =
      """
      package example;

      import com.zaxxer.hikari.HikariDataSource;

      public class Handler {
          private static final HikariDataSource DATA = new HikariDataSource();
          private final HikariDataSource other;

          public Handler() {
              other = new HikariDataSource();
          }
      }
      """;

  private static final String POM =
      """
      <project>
        <dependencies>
          <dependency>
            <groupId>com.zaxxer</groupId>
            <artifactId>HikariCP</artifactId>
          </dependency>
        </dependencies>
      </project>
      """;

  @TempDir Path folder;

  @BeforeEach
  void libraries() throws Exception {
    write(
        "hikari/com/zaxxer/hikari/HikariDataSource.java",
        """
        package com.zaxxer.hikari;
        public class HikariDataSource implements AutoCloseable {
          public HikariPoolMXBean getHikariPoolMXBean() { return null; }
          public int getMinimumIdle() { return 1; }
          public void setMinimumIdle(int idle) {}
          public java.sql.Connection getConnection() throws java.sql.SQLException { return null; }
          public void close() {}
        }
        """);
    write(
        "hikari/com/zaxxer/hikari/HikariPoolMXBean.java",
        "package com.zaxxer.hikari; public interface HikariPoolMXBean { void"
            + " softEvictConnections(); int getTotalConnections(); }");
    compile("hikari", "classes");
    write(
        "crac/org/crac/Resource.java",
        """
        package org.crac;
        public interface Resource {
          void beforeCheckpoint(Context<? extends Resource> context) throws Exception;
          void afterRestore(Context<? extends Resource> context) throws Exception;
        }
        """);
    write(
        "crac/org/crac/Context.java",
        "package org.crac; public interface Context<R> { void register(Resource each); }");
    write(
        "crac/org/crac/Core.java",
        """
        package org.crac;
        public class Core { public static Context<Resource> getGlobalContext() { return null; } }
        """);
  }

  private void write(String file, String text) throws Exception {
    new SourceFolder(folder).write(file, text);
  }

  private void compile(String from, String into) throws Exception {
    new SourceFolder(folder).compileFor("11", from, into);
  }

  private JavaSources sources() {
    return JavaSources.read(folder, folder.resolve("src"), List.of(folder.resolve("classes")));
  }

  private static Optional<Remedy> remedy(JavaSources sources, String field) {
    return PoolReopening.of(
        sources, field, Optional.of(new ReopenedPool.Build(Path.of("pom.xml"), POM)));
  }

  private String changed(String field) throws Exception {
    write("src/example/Handler.java", HANDLER);
    compile("crac", "classes");
    Remedy remedy = remedy(sources(), field).orElseThrow();
    Path file = Path.of("src/example/Handler.java");
    assertEquals(List.of(file), remedy.change().files());
    String after = new Draft(List.of(remedy)).texts(_ -> HANDLER).get(file);
    write(file.toString(), after);
    compile("src", "made");
    return after;
  }

  @Test
  void a_pool_in_a_static_field_gets_a_hook_behind_it() throws Exception {
    String after = changed("example.Handler.DATA");
    assertTrue(after.startsWith(HANDLER.substring(0, HANDLER.indexOf("import"))), after);
    assertTrue(
        after.contains(
            "    private static final Resource REOPENED_POOL = new ReopenedPool();\n\n"
                + "    static {\n"
                + "        Core.getGlobalContext().register(REOPENED_POOL);\n"),
        after);
    assertTrue(after.contains("            if (DATA.getHikariPoolMXBean() != null) {"), after);
    assertTrue(after.contains("import org.crac.Resource;\n"), after);
  }

  @Test
  void a_pool_in_an_object_gets_one_of_the_object() throws Exception {
    String after = changed("example.Handler.other");
    assertTrue(
        after.contains("    private final Resource reopenedPool = new ReopenedPool();\n"), after);
    assertTrue(after.contains("Handler.this.other.setMinimumIdle(0);"), after);
  }

  @Test
  void the_build_gets_the_dependency_that_it_lacks() throws Exception {
    write("src/example/Handler.java", HANDLER);
    Remedy remedy = remedy(sources(), "example.Handler.DATA").orElseThrow();
    Map<Path, String> texts =
        new Draft(List.of(remedy)).texts(file -> file.endsWith("pom.xml") ? POM : HANDLER);
    assertEquals(
        POM.replace(
            "  </dependencies>",
            "    <dependency>\n      <groupId>org.crac</groupId>\n"
                + "      <artifactId>crac</artifactId>\n      <version>1.5.0</version>\n"
                + "    </dependency>\n  </dependencies>"),
        texts.get(Path.of("pom.xml")));
    JavaSources other = sources();
    assertEquals(
        Optional.empty(), PoolReopening.of(other, "example.Handler.DATA", Optional.empty()));
    assertEquals(
        List.of("it needs the dependency org.crac:crac:1.5.0: add it first"), other.takeNotes());
  }

  @Test
  void what_may_be_closed_already_or_is_no_field_of_a_pool_is_left_alone() throws Exception {
    compile("crac", "classes");
    write(
        "src/example/Handler.java",
        HANDLER
            .replace("private final HikariDataSource", "private final javax.sql.DataSource")
            .replace("other = new HikariDataSource();", "other = null;"));
    JavaSources sources = sources();
    assertEquals(Optional.empty(), remedy(sources, "example.Handler.other"));
    assertEquals(Optional.empty(), remedy(sources, "example.Other.DATA"));
    assertEquals(
        List.of(
            "src/example/Handler.java:7 is declared as javax.sql.DataSource, not as"
                + " com.zaxxer.hikari.HikariDataSource",
            "example.Other.DATA is not in the module's Java sources"),
        sources.takeNotes());

    write(
        "src/example/Hook.java",
        """
        package example;

        class Hook implements org.crac.Resource {
          static final Class<?> OF = Handler.class;
          public void beforeCheckpoint(org.crac.Context<? extends org.crac.Resource> context) {}
          public void afterRestore(org.crac.Context<? extends org.crac.Resource> context) {}
        }
        """);
    JavaSources hooked = sources();
    assertEquals(Optional.empty(), remedy(hooked, "example.Handler.DATA"));
    assertEquals(
        List.of(
            "src/example/Handler.java:6 has a pool, and example.Hook is a hook already: it may"
                + " close it"),
        hooked.takeNotes());
  }

  @Test
  void a_hook_of_other_things_is_no_obstacle() throws Exception {
    compile("crac", "classes");
    write("src/example/Handler.java", HANDLER);
    write(
        "src/example/Hook.java",
        """
        package example;

        class Hook implements org.crac.Resource {
          public void beforeCheckpoint(org.crac.Context<? extends org.crac.Resource> context) {}
          public void afterRestore(org.crac.Context<? extends org.crac.Resource> context) {}
        }
        """);
    assertTrue(remedy(sources(), "example.Handler.DATA").isPresent());
  }
}
