package thaw.remedy.edit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import thaw.files.WholeFile;

/**
 * Code that may decide over Spring's beans when a function starts. A build that makes the bean
 * definitions would decide it once, and with what the build machine has.
 */
final class RunTimeConditions {
  private static final String CONDITIONAL = "org.springframework.context.annotation.Conditional";
  private static final String BEAN = "org.springframework.context.annotation.Bean";

  /** Each runs while bean definitions are made. */
  private static final List<String> MAKERS =
      List.of(
          "org.springframework.beans.factory.config.BeanFactoryPostProcessor",
          "org.springframework.context.ApplicationContextInitializer",
          "org.springframework.context.annotation.ImportBeanDefinitionRegistrar",
          "org.springframework.context.annotation.ImportSelector",
          "org.springframework.boot.EnvironmentPostProcessor",
          "org.springframework.boot.env.EnvironmentPostProcessor");

  /** It names a function, which is looked up among beans that are there. */
  private static final String FUNCTION_NAME = "SPRING_CLOUD_FUNCTION_DEFINITION";

  /** They say how a database is used, and not which beans there are. */
  private static final Pattern OF_DATABASE =
      Pattern.compile(
          "spring(datasource(url|username|password|driverclassname|hikari.+)"
              + "|jpa(databaseplatform|showsql|generateddl|hibernateddlauto|properties.+))");

  private static final String URL = "SPRING_DATASOURCE_URL";

  /** Spring makes a data source of one of them where no address is set. */
  private static final List<String> EMBEDDED =
      List.of("org.h2.Driver", "org.hsqldb.jdbcDriver", "org.apache.derby.jdbc.EmbeddedDriver");

  private static final Pattern SETTING = Pattern.compile("(?i)(spring|management|server)[._].*");

  private static final Pattern OPTION = Pattern.compile("-Dspring\\.(?!jpa\\.properties\\.)");

  private static final Pattern APPLICATION_FILE =
      Pattern.compile("(application|bootstrap)(-[^.]+)?\\.(properties|ya?ml)");

  /** Profiles and files from elsewhere, and settings of libraries that variables have a part in. */
  private static final Pattern OPEN_PROPERTY =
      Pattern.compile(
          "(?m)^\\s*(spring\\.(?!profiles\\.active\\s*[=:][^$\\n]*$)(profiles|config|cloud\\.bootstrap)[^=:\\s]*"
              + "|(?:spring|management|server)\\.[^=:\\s]*(?=\\s*[=:].*\\$\\{))");

  /** A profile by its name, which the build reads as each start does, in its YAML form. */
  private static final Pattern ACTIVE_PROFILE =
      Pattern.compile(
          "(?m)^( *)profiles:[ ]*\\n\\1 +active:[^$\\n]*$(?!\\n\\1 +\\S)"
              + "|^ *spring\\.profiles\\.active:[^$\\n]*$");

  private static final Pattern OPEN_YAML =
      Pattern.compile(
          "(?m)^\\s*(?:- )?(profiles|config|spring\\.(?:profiles|config)\\S*|[\\w.-]+(?=:.*\\$\\{))\\s*:");

  private final JavaSources sources;
  private final Path root;
  private final List<String> found = new ArrayList<>();

  private RunTimeConditions(JavaSources sources, Path root) {
    this.sources = sources;
    this.root = root;
  }

  /**
   * @param root that names of files are relative to
   * @param module its folder
   * @param environment the function's variables
   * @return none where all is decided by the time of the build
   */
  static List<String> of(
      JavaSources sources, Path root, Path module, Map<String, String> environment) {
    RunTimeConditions conditions = new RunTimeConditions(sources, root);
    conditions.found.addAll(variables(sources, environment));
    sources.types().forEach(conditions::type);
    conditions.files(module.resolve("src/main/resources"));
    return List.copyOf(conditions.found);
  }

  /** Returns the variables of a function that do so, in the order of their names. */
  static List<String> variables(JavaSources sources, Map<String, String> environment) {
    List<String> found = new ArrayList<>();
    boolean isEmbedded = EMBEDDED.stream().anyMatch(sources::exists);
    new TreeMap<>(environment)
        .forEach((name, value) -> {
          if (SETTING.matcher(name).matches()
              && !name.equals(FUNCTION_NAME)
              && (!isOfDatabase(name) || name.equals(URL) && isEmbedded)) {
            found.add("the variable " + name);
          } else if (OPTION.matcher(value).find()) {
            found.add("the option -Dspring... in " + name);
          }
        });
    return found;
  }

  private void type(TypeElement type) {
    annotated(type, type);
    for (String each : MAKERS) {
      if (is(type.asType(), each)) {
        found.add(type.getQualifiedName() + ", " + simple(each) + sources.at(type));
      }
    }
    for (Element member : type.getEnclosedElements()) {
      annotated(member, type);
    }
    for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
      if (method.getAnnotationMirrors().stream().anyMatch(each -> name(each).equals(BEAN))) {
        MAKERS.stream()
            .filter(each -> is(method.getReturnType(), each))
            .findFirst()
            .ifPresent(each ->
                found.add(
                    type.getQualifiedName()
                        + "."
                        + method.getSimpleName()
                        + ", "
                        + simple(each)
                        + sources.at(method)));
      }
    }
  }

  private void annotated(Element element, TypeElement owner) {
    element.getAnnotationMirrors().stream()
        .filter(each -> isCondition(each, new HashSet<>()))
        .findFirst()
        .ifPresent(each ->
            found.add(
                "@"
                    + simple(name(each))
                    + " in "
                    + owner.getQualifiedName()
                    + sources.at(element)));
  }

  private boolean isCondition(AnnotationMirror annotation, Set<String> seen) {
    String name = name(annotation);
    return name.equals(CONDITIONAL)
        || seen.add(name)
            && annotation.getAnnotationType().asElement().getAnnotationMirrors().stream()
                .anyMatch(each -> isCondition(each, seen));
  }

  private boolean is(TypeMirror type, String name) {
    return Optional.ofNullable(sources.elements().getTypeElement(name))
        .filter(each ->
            sources
                .typeUtilities()
                .isAssignable(
                    sources.typeUtilities().erasure(type),
                    sources.typeUtilities().erasure(each.asType())))
        .isPresent();
  }

  private void files(Path resources) {
    if (!Files.isDirectory(resources)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(resources)) {
      tree.filter(each -> APPLICATION_FILE.matcher(each.getFileName().toString()).matches())
          .sorted()
          .forEach(this::file);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + resources + ": " + e, e);
    }
  }

  private void file(Path file) {
    String name = root.relativize(file).toString();
    if (!file.getFileName().toString().startsWith("application.")) {
      found.add(name);
      return;
    }
    Pattern open = name.endsWith(".properties") ? OPEN_PROPERTY : OPEN_YAML;
    String text =
        withoutDatabase(
            file,
            ACTIVE_PROFILE
                .matcher(WholeFile.text(file))
                .replaceAll(match -> match.group().replaceAll("[^\n]", " ")));
    open.matcher(text)
        .results()
        .findFirst()
        .ifPresent(match ->
            found.add(
                "%s in %s:%d"
                    .formatted(match.group(1), name, SourceText.line(text, match.start(1)))));
  }

  private static boolean isOfDatabase(String name) {
    return OF_DATABASE.matcher(Setting.canonical(name)).matches();
  }

  /** Returns a file's text with blank lines in place of what says how a database is used. */
  private static String withoutDatabase(Path file, String text) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    for (Setting each : SettingFiles.of(file, text)) {
      if (isOfDatabase(each.key())) {
        lines.set(each.line() - 1, "");
      }
    }
    return String.join("\n", lines);
  }

  private static String name(AnnotationMirror annotation) {
    return annotation.getAnnotationType().toString();
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
