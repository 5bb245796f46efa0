package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.junit.durable.DurableCallback;
import thaw.junit.durable.DurableOperation;
import thaw.junit.durable.DurableResult;

/** Holds that users get what starts the program, and no other class of Thaw and no JSON library. */
class ThinClientTest {
  private static final Path SOURCES = Path.of("src/main/java/thaw/junit");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+);");
  private static final Predicate<String> ALLOWED =
      name ->
          Stream.of(
                  "java.",
                  "org.jspecify.",
                  "org.junit.",
                  "org.opentest4j.",
                  "thaw.junit.",
                  "thaw.program.")
              .anyMatch(name::startsWith);

  private static Map<String, Set<String>> imports(Path folder) throws IOException {
    Map<String, Set<String>> imports = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file :
          files.filter(each -> each.toString().endsWith(".java")).collect(Collectors.toList())) {
        Set<String> names = new TreeSet<>();
        Matcher name = IMPORT.matcher(Files.readString(file));
        while (name.find()) {
          names.add(name.group(1));
        }
        imports.put(file.getFileName().toString(), names);
      }
    }
    return imports;
  }

  @Test
  void only_the_one_class_for_json_uses_anything_else_than_junit() throws IOException {
    Map<String, Set<String>> imports = imports(SOURCES);
    assertTrue(imports.size() > 30, imports::toString);
    Set<String> json = imports.remove("HandlerJson.java");
    assertTrue(
        json.stream()
            .filter(ALLOWED.negate())
            .allMatch(
                name -> name.startsWith("com.amazonaws.services.lambda.runtime.serialization.")),
        json::toString);
    imports.values().forEach(names -> names.removeIf(ALLOWED));
    imports.values().removeIf(Set::isEmpty);
    assertEquals(Map.of(), imports);
  }

  @Test
  void what_starts_the_program_knows_no_junit_and_none_of_those_that_use_it() throws IOException {
    Map<String, Set<String>> imports = imports(SOURCES.resolve("program"));
    imports
        .values()
        .forEach(names ->
            names.removeIf(
                name -> !name.startsWith("org.junit.") && !name.startsWith("thaw.junit.")));
    imports.values().removeIf(Set::isEmpty);
    assertEquals(Map.of(), imports);
  }

  @Test
  void what_users_call_takes_and_returns_no_type_of_a_json_library() {
    List<Class<?>> api =
        List.of(
            LambdaFunction.class,
            LambdaResponse.class,
            ThawRun.class,
            FunctionInvocation.class,
            ReportFigures.class,
            FunctionFailure.class,
            ResponseAssert.class,
            FailureAssert.class,
            PendingInvocation.class,
            InvocationMark.class,
            ColdStarts.class,
            ColdStartBudget.class,
            DurableResult.class,
            DurableOperation.class,
            DurableCallback.class);
    List<String> foreign = new ArrayList<>();
    for (Class<?> type : api) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())) {
          Stream.concat(
                  Stream.of(method.getReturnType()), Arrays.stream(method.getParameterTypes()))
              .filter(each -> !isPlain(each))
              .forEach(each -> foreign.add(method + ": " + each));
        }
      }
      for (Constructor<?> constructor : type.getConstructors()) {
        Arrays.stream(constructor.getParameterTypes())
            .filter(each -> !isPlain(each))
            .forEach(each -> foreign.add(constructor + ": " + each));
      }
    }
    assertEquals(List.of(), foreign);
  }

  private static boolean isPlain(Class<?> type) {
    return type.isPrimitive()
        || type.isArray()
        || type.getName().startsWith("java.")
        || List.of("thaw.junit", "thaw.junit.durable").contains(type.getPackageName());
  }

  @Test
  void a_folder_has_at_most_thirty_files() throws IOException {
    assertTrue(imports(SOURCES.resolve("program")).size() <= 30);
    try (Stream<Path> files = Files.list(SOURCES)) {
      List<Path> all = files.filter(Files::isRegularFile).collect(Collectors.toList());
      assertTrue(all.size() <= 30, () -> "files: " + all.size());
    }
  }
}
