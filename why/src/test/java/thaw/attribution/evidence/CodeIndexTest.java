package thaw.attribution.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.finding.Example;
import thaw.fixture.Sources;

/** The package's classes, which are the function's own, and what reaches what. */
class CodeIndexTest {
  private static final String HANDLER =
      """
      package example;
      import java.util.function.Supplier;
      public class Handler {
        static final String ONE = Early.make();
        public Handler() { own(); }
        void own() { new Task().fork(); }
        public String run(String event) {
          Shape shape = new Square();
          Supplier<String> later = Handler::late;
          Runnable task = new Task();
          return shape.name() + later.get() + Late.VALUE + Early.make();
        }
        static String late() { return "late"; }
        void nobody() {}
      }
      """;
  private static final String OTHERS =
      """
      package example;
      public class Shape {
        String name() { return "shape"; }
      }
      class Square extends Shape {
        @Override String name() { return "square"; }
      }
      class Task implements Runnable {
        public void run() { Shape.class.getName(); }
        void fork() {}
      }
      class Early {
        static { System.nanoTime(); }
        static String make() { return "early"; }
      }
      class Late {
        static final String VALUE = System.lineSeparator();
      }
      """;

  private static final Predicate<String> IN_TIME = name -> false;

  @TempDir private Path folder;

  @Test
  void init_and_invocation_are_told_apart() throws IOException {
    Sources.compile(folder, HANDLER, OTHERS);
    CodeIndex code = index();
    ReachableMethods reach = ReachableMethods.of(code, settings("example.Handler::run"), IN_TIME);

    assertEquals(
        Set.of(
            "Early.<clinit>",
            "Early.make",
            "Handler.<clinit>",
            "Handler.<init>",
            "Handler.own",
            "Task.<init>",
            "Task.fork",
            "Task.run"),
        names(reach.init));
    assertEquals(
        Set.of(
            "Early.make",
            "Handler.late",
            "Handler.run",
            "Late.<clinit>",
            "Shape.<init>",
            "Shape.name",
            "Square.<init>",
            "Square.name",
            "Task.<init>",
            "Task.fork",
            "Task.run"),
        names(reach.handlerMethods()));
  }

  @Test
  void a_hook_before_the_snapshot_is_init_with_snap_start_only() throws IOException {
    Sources.compile(
        folder,
        """
        package example;
        public class Handler {
          public String handleRequest(String event) { return event; }
          public void beforeCheckpoint(Object context) {}
        }
        """);
    Evidence.Settings plain = settings("example.Handler");
    Evidence.Settings snapStart = Example.snapStart().apply(plain);

    assertFalse(
        names(ReachableMethods.of(index(), plain, IN_TIME).init)
            .contains("Handler.beforeCheckpoint"));
    assertTrue(
        names(ReachableMethods.of(index(), snapStart, IN_TIME).init)
            .contains("Handler.beforeCheckpoint"));
  }

  private CodeIndex index() {
    return CodeIndex.of(
        PackageClasses.of(folder, Optional.empty()), name -> name.startsWith("example."));
  }

  private static Evidence.Settings settings(String handler) {
    return new Evidence.Settings(
        handler,
        512,
        0.3,
        25,
        true,
        true,
        false,
        Set.of(),
        Duration.ofSeconds(10),
        "my-app",
        "{}",
        Optional.empty());
  }

  private static Set<String> names(Set<CallSite.MethodId> methods) {
    Set<String> names = new TreeSet<>();
    methods.forEach(id -> names.add(id.className().replace("example.", "") + "." + id.name()));
    return names;
  }

  @Test
  void classes_are_found_in_the_folder_in_lib_and_in_layers_in_this_order() throws IOException {
    Path classes = Sources.compile(folder.resolve("classes"), "package example; public class A {}");
    Path other = Sources.compile(folder.resolve("other"), "package org.lib; public class B {}");
    Path task = folder.resolve("task");
    Sources.compile(task, "package example; public class Handler {}");
    Sources.jar(classes, task.resolve("lib/a.jar"));
    Files.writeString(task.resolve("lib/broken.jar"), "no jar");
    Sources.jar(other, folder.resolve("opt/java/lib/b.jar"));

    try (PackageClasses found = PackageClasses.of(task, Optional.of(folder.resolve("opt")))) {
      assertEquals(
          List.of("example.Handler", "example.A", "org.lib.B"), List.copyOf(found.names()));
      assertEquals(
          List.of(new PackageClasses.Jar("a.jar", 1, 1), new PackageClasses.Jar("b.jar", 1, 1)),
          found.jars());
      assertEquals(
          "org.lib.B", found.find("org.lib.B").flatMap(ClassCodeReader::read).orElseThrow().name());
      assertTrue(found.find("org.lib.Missing").isEmpty());
    }
  }

  @Test
  void a_file_that_is_no_class_is_passed_over() {
    assertTrue(ClassCodeReader.read(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}).isEmpty());
  }
}
