package thaw.function.handler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.function.packaging.BuildFiles;

/**
 * Finds the handler of a project that is not built yet, by its sources: a class that names one of
 * the handler interfaces; where a framework has the handler, by what the build file names.
 */
final class SourceHandlers {
  private static final List<String> LANGUAGES = List.of("java", "kotlin", "scala", "groovy");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");

  /** From the modifiers of a class to its body, or to the end of what it says of supertypes. */
  private static final Pattern CLASS =
      Pattern.compile(
          "(?m)^[ \\t]*((?:[\\w@]+[ \\t]+)*)class\\s+(\\w+)([^{}]*?\\b(?:RequestHandler|RequestStreamHandler)\\b)");

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
    List<String> own =
        LANGUAGES.stream()
            .flatMap(language -> sources(project.resolve("src/main").resolve(language)).stream())
            .flatMap(file -> inFile(WholeFile.text(file)).stream())
            .sorted()
            .distinct()
            .toList();
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

  private static List<String> inFile(String text) {
    String code = COMMENT.matcher(text).replaceAll("");
    Optional<String> name =
        PACKAGE.matcher(code).results().findFirst().map(found -> found.group(1) + ".");
    List<String> classes = new ArrayList<>();
    for (MatchResult found : CLASS.matcher(code).results().toList()) {
      boolean isAbstract = found.group(1).matches("(?s).*\\b(abstract|private|annotation)\\b.*");
      if (!isAbstract && isOutside(code.substring(0, found.start()))) {
        classes.add(name.orElse("") + found.group(2));
      }
    }
    return classes;
  }

  /** Whether what comes next is in no other class. */
  private static boolean isOutside(String before) {
    return before.chars().filter(each -> each == '{').count()
        == before.chars().filter(each -> each == '}').count();
  }
}
