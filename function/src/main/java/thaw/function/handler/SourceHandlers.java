package thaw.function.handler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.function.packaging.BuildFiles;

/**
 * Finds the handler of a project that is not built yet, by its sources: a class that names one of
 * the handler interfaces, or a type of the project that does; where a framework has the handler, by
 * what the build file names.
 */
final class SourceHandlers {
  private static final List<String> LANGUAGES = List.of("java", "kotlin", "scala", "groovy");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");

  /** From the modifiers of a type to its body, or to the next type where it has none. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^[ \\t]*((?:[\\w@]+[ \\t]+){0,9})(class|interface)\\s+(\\w+)((?:(?!^[ \\t]*(?:\\w+[ \\t]+){0,9}(?:class|interface)\\s)[^{}])*)");

  private static final Pattern SUPERTYPES = Pattern.compile("\\b(?:extends|implements)\\b|:");
  private static final Set<String> INTERFACES = Set.of("RequestHandler", "RequestStreamHandler");

  /** Its class is in the sources, and Lambda is given the framework's. */
  private static final String OF_QUARKUS =
      "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler::handleRequest";

  private static final String OF_SPRING =
      "org.springframework.cloud.function.adapter.aws.FunctionInvoker::handleRequest";

  private SourceHandlers() {}

  /** Returns names of classes, in alphabetical order, or a handler of a framework. */
  static List<String> of(Path project) {
    String build = BuildFiles.ofModule(project).map(WholeFile::text).orElse("");
    if (build.contains("quarkus-amazon-lambda")) {
      return List.of(OF_QUARKUS);
    }
    List<Type> types =
        LANGUAGES.stream()
            .flatMap(language -> sources(project.resolve("src/main").resolve(language)).stream())
            .flatMap(file -> inFile(WholeFile.text(file)).stream())
            .toList();
    List<String> own = handlers(types);
    return own.isEmpty() && build.contains("spring-cloud-function-adapter-aws")
        ? List.of(OF_SPRING)
        : own;
  }

  private static List<Path> sources(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().matches(".*\\.(java|kt|scala|groovy)"))
          .filter(Files::isRegularFile)
          .toList();
    } catch (IOException e) {
      return List.of(); // the build tells what is wrong with it
    }
  }

  /**
   * A type that is in no other.
   *
   * @param supertypes their simple names, and what else stands there
   */
  private record Type(String name, String simpleName, boolean isMade, Set<String> supertypes) {}

  private static List<Type> inFile(String text) {
    String code = COMMENT.matcher(text).replaceAll("");
    Optional<String> name =
        PACKAGE.matcher(code).results().findFirst().map(found -> found.group(1) + ".");
    List<Type> types = new ArrayList<>();
    for (MatchResult found : TYPE.matcher(code).results().toList()) {
      if (isOutside(code.substring(0, found.start()))) {
        types.add(
            new Type(
                name.orElse("") + found.group(3),
                found.group(3),
                found.group(2).equals("class")
                    && !found.group(1).matches("(?s).*\\b(abstract|private|annotation)\\b.*"),
                supertypes(found.group(4))));
      }
    }
    return types;
  }

  /** Without type arguments, and without what a constructor takes or is given. */
  private static Set<String> supertypes(String head) {
    String left = head;
    String before = "";
    while (!left.equals(before)) {
      before = left;
      left = left.replaceAll("<[^<>]*>|\\([^()]*\\)", " ");
    }
    Matcher first = SUPERTYPES.matcher(left);
    return first.find()
        ? Set.copyOf(List.of(left.substring(first.end()).trim().split("\\W+")))
        : Set.of();
  }

  /**
   * Returns the classes that have a handler interface, by themselves or by another type of these.
   */
  private static List<String> handlers(List<Type> types) {
    Set<String> known = new HashSet<>(INTERFACES);
    int before = 0;
    while (known.size() > before) {
      before = known.size();
      types.stream()
          .filter(type -> type.supertypes().stream().anyMatch(known::contains))
          .forEach(type -> known.add(type.simpleName()));
    }
    return types.stream()
        .filter(Type::isMade)
        .filter(type -> type.supertypes().stream().anyMatch(known::contains))
        .map(Type::name)
        .sorted()
        .distinct()
        .toList();
  }

  /** Whether what comes next is in no other class. */
  private static boolean isOutside(String before) {
    return before.chars().filter(each -> each == '{').count()
        == before.chars().filter(each -> each == '}').count();
  }
}
