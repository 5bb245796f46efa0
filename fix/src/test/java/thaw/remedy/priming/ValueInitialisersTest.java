package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.evidence.PackageClasses;

class ValueInitialisersTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Made { static final int[] X = {1, 2}; }",
        "class Made { static final java.util.Map<String, Integer> X = java.util.Map.of(\"a\", 1);"
            + " }",
        "enum Made { A, B { int one() { return 2; } }; int one() { return 1; } }",
        "class Made { static final java.util.regex.Pattern X ="
            + " java.util.regex.Pattern.compile(\"a\"); }",
        "class Made { static final java.util.function.Function<String, String> X = a -> a + 1; }",
        "class Made { static final String X = Other.joined(\"a\"); }"
            + " class Other { static String joined(String a) { return a.trim(); } }",
        "class Made { static final Object X = Part.start().with(1).end(); }"
            + " final class Part { static Part start() { return new Part(); }"
            + " Part with(int i) { return this; } Object end() { return \"\"; } }",
        "class Made extends Above {} class Above { static Object X = new Object(); }",
        "class Made { static int X; static { X = 1; assert X == 1; } }",
        "class Made { void run() { System.exit(1); } }"
      })
  void an_initialiser_that_makes_values_only_is_safe(String source) throws Exception {
    assertTrue(made(source), source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Made { static final long X = System.nanoTime(); }",
        "class Made { static final double X = Math.random(); }",
        "class Made { static final String X = System.getenv(\"A\"); }",
        "class Made { static final java.util.UUID X = java.util.UUID.randomUUID(); }",
        "class Made { static final Object X = new java.util.Random(); }",
        "class Made { static { new Thread().start(); } }",
        "class Made { static { System.out.println(); } }",
        "class Made { static final Integer X = Integer.getInteger(\"a\"); }",
        "class Made { static final Object X = new Other(); }"
            + " class Other { static final long T = System.currentTimeMillis(); }",
        "class Made { static final Object X = Other.deep(); } class Other { static Object deep() {"
            + " return deeper(); } private static Object deeper() { return"
            + " java.nio.file.Path.of(\"a\").toFile().exists(); } }",
        "class Made extends Above {} class Above { static long X = System.nanoTime(); }",
        "class Made implements Above {} interface Above { long X = System.nanoTime();"
            + " default void one() {} }",
        "class Made { static final Object X = new Part().value(); }"
            + " class Part { Object value() { return 1; } }",
        "class Made { static final Object X = java.util.Optional.of(1).map(Made::now).get();"
            + " static Object now(int i) { return System.nanoTime(); } }",
        "class Made { static { Other.X = 1; } } class Other { static int X; }",
        "class Made { static final Object X = Other.X; } class Other { static Object X; }",
        "class Made { static { load(); } static native void load(); }"
      })
  void an_initialiser_that_does_anything_else_is_not(String source) throws Exception {
    assertFalse(made(source), source);
  }

  @Test
  void classes_of_jars_are_read_and_those_of_the_jdk_are_left_alone() throws Exception {
    compile("package shop; public enum Status { OPEN, PAID }");
    Path root = Files.createDirectories(folder.resolve("task/lib"));
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(root.resolve("a.jar")))) {
      jar.putNextEntry(new JarEntry("shop/Status.class"));
      jar.write(Files.readAllBytes(folder.resolve("classes/shop/Status.class")));
    }
    assertTrue(isSafe("task", "shop.Status"));
    assertFalse(isSafe("task", "java.util.Currency"));
    assertFalse(isSafe("task", "shop.Gone"));
  }

  @Test
  void a_logger_is_a_value_once_logging_is_there() throws Exception {
    String logger = "java.util.logging.Logger";
    compile("class Made { static final Object X = " + logger + ".getLogger(\"a\"); }");
    try (PackageClasses code = PackageClasses.of(folder.resolve("classes"), Optional.empty())) {
      assertFalse(new ValueInitialisers(code).test("Made"));
      assertTrue(new ValueInitialisers(code, List.of(logger)).test("Made"));
    }
  }

  private boolean made(String source) throws Exception {
    compile(source);
    return isSafe("classes", "Made");
  }

  private boolean isSafe(String root, String className) {
    try (PackageClasses code = PackageClasses.of(folder.resolve(root), Optional.empty())) {
      return new ValueInitialisers(code).test(className);
    }
  }

  private void compile(String source) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path file = folder.resolve("Sources.java");
    Files.writeString(file, source.replace("public enum", "enum"));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                errors,
                errors,
                Stream.of("-d", classes.toString(), "--release", "17", file.toString())
                    .toArray(String[]::new));
    assertEquals(0, exit, errors.toString(StandardCharsets.UTF_8));
  }
}
