package thaw.remedy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.files.WholeFile;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SourceText;
import thaw.remedy.edit.TextEdit;

/**
 * Spring makes a bean when something first needs it, in place of all beans in init: those that no
 * request of a cold start needs are not made in it.
 */
public final class SpringLazy {
  /** The method within which Spring makes all beans. */
  private static final String MAKING =
      "org.springframework.beans.factory.support.DefaultListableBeanFactory"
          + ".preInstantiateSingletons";

  private static final String BOOT = "org.springframework.boot.SpringApplication";
  private static final String RESOURCE = "org.crac.Resource";
  private static final String COMPONENT = "org.springframework.stereotype.Component";
  private static final String BEAN = "org.springframework.context.annotation.Bean";
  private static final String SCHEDULED = "org.springframework.scheduling.annotation.Scheduled";
  private static final Path SETTINGS = Path.of("src/main/resources/application.properties");
  private static final String LINE = "spring.main.lazy-initialization=true\n";
  private static final Pattern SET = Pattern.compile("(?i)lazy[-_.]?initialization");

  private static final List<String> FILES =
      List.of(
          "application.properties",
          "application.yml",
          "application.yaml",
          "config/application.properties",
          "config/application.yml",
          "config/application.yaml");

  /** The first request needs most of the beans of a small function. */
  private static final double LEAST = 0.1;

  private static final double MOST = 0.6;

  private SpringLazy() {}

  /**
   * The handler's module.
   *
   * @param root that names of files are relative to
   * @param folder of the module
   * @param classes that its build made, of sources in any language
   * @param environment the function's variables
   * @param restored the functions of the module that start from a snapshot of what init makes
   */
  public record Module(
      Path root,
      Path folder,
      List<Path> classes,
      Map<String, String> environment,
      List<String> restored) {
    public Module {
      classes = List.copyOf(classes);
      environment = Map.copyOf(environment);
      restored = List.copyOf(restored);
    }
  }

  /**
   * @param sources of the module, as the draft has them; they are told what stands in the way
   */
  public static Optional<Remedy> of(Explanation explanation, JavaSources sources, Module module) {
    Optional<Finding> finding =
        explanation.findings().stream()
            .filter(each -> Family.SPRING_LAZY.answers(each.id()))
            .findFirst();
    if (finding.isEmpty()) {
      return Optional.empty();
    }
    double millis =
        explanation.methods().stream()
            .filter(each -> each.method().equals(MAKING))
            .mapToDouble(Explanation.MethodTime::inclusiveMillis)
            .sum();
    List<TypeElement> types = sources.types(module.classes());
    Optional<String> obstacle =
        obstacle(sources, module, millis)
            .or(() -> types.stream().flatMap(type -> needed(sources, type).stream()).findFirst());
    obstacle.ifPresent(sources::note);
    return obstacle.isPresent()
        ? Optional.empty()
        : Optional.of(
            Family.SPRING_LAZY.remedy(
                Optional.of(finding.get().id()),
                "Spring makes a bean when something first needs it: "
                    + module.root().relativize(module.folder().resolve(SETTINGS))
                    + hooks(sources, types),
                new Prediction(LEAST * millis, MOST * millis),
                new Change.Sources(List.of(edit(module)))));
  }

  private static Optional<String> obstacle(JavaSources sources, Module module, double millis) {
    if (sources.elements().getTypeElement(BOOT) == null) {
      return Optional.of("Spring Boot, which has the setting, is not in the package");
    }
    if (millis == 0) {
      return Optional.of("Spring was not seen to make its beans in this start");
    }
    if (!module.restored().isEmpty()) {
      return Optional.of(
          "with SnapStart, which %s has, the beans that init makes are in the snapshot"
              .formatted(module.restored().getFirst()));
    }
    for (Map.Entry<String, String> each : module.environment().entrySet()) {
      if (SET.matcher(each.getKey() + " " + each.getValue()).find()) {
        return Optional.of("the variable " + each.getKey() + " sets lazy initialization");
      }
    }
    for (String name : FILES) {
      Path file = module.folder().resolve("src/main/resources").resolve(name);
      if (Files.isRegularFile(file)) {
        String text = WholeFile.text(file);
        Matcher set = SET.matcher(text);
        if (set.find()) {
          return Optional.of(
              "%s:%d sets lazy initialization"
                  .formatted(module.root().relativize(file), SourceText.line(text, set.start())));
        }
      }
    }
    Path settings = module.folder().resolve(SETTINGS);
    if (Files.exists(settings)
        && (Files.isSymbolicLink(settings)
            || !WholeFile.text(settings).chars().allMatch(each -> each < 128))) {
      return Optional.of(
          module.root().relativize(settings) + " is a link, or has letters that are not ASCII");
    }
    return Optional.empty();
  }

  /** Returns why a bean must be made although nothing asks for it. */
  private static Optional<String> needed(JavaSources sources, TypeElement type) {
    for (Element member : type.getEnclosedElements()) {
      if (has(member, SCHEDULED)) {
        return Optional.of(
            type.getQualifiedName()
                + "."
                + member.getSimpleName()
                + " is @Scheduled, and nothing else would make its bean"
                + sources.at(member));
      }
    }
    return Optional.empty();
  }

  /**
   * Says which hooks of snapshots would no longer be made: without SnapStart none of them runs, and
   * one that is no bean is made by other code, or by none.
   */
  private static String hooks(JavaSources sources, List<TypeElement> types) {
    TypeElement resource = sources.elements().getTypeElement(RESOURCE);
    String names =
        types.stream()
            .filter(type ->
                resource != null
                    && type.getKind().isClass()
                    && sources.typeUtilities().isAssignable(type.asType(), resource.asType())
                    && isBean(sources, types, type))
            .map(type -> type.getSimpleName().toString())
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? ""
        : "; not for SnapStart, as %s %s would not be made"
            .formatted(names.contains(",") ? "its hooks" : "its hook", names);
  }

  /** Returns whether Spring makes it: by an annotation of its own, or by a method that does. */
  private static boolean isBean(JavaSources sources, List<TypeElement> types, TypeElement type) {
    return isComponent(type, new HashSet<>())
        || types.stream()
            .flatMap(each -> ElementFilter.methodsIn(each.getEnclosedElements()).stream())
            .filter(method -> has(method, BEAN))
            .anyMatch(method -> isMade(sources, type, method.getReturnType()));
  }

  /** A method that returns an Object may make anything. */
  private static boolean isMade(JavaSources sources, TypeElement type, TypeMirror returned) {
    Types types = sources.typeUtilities();
    TypeElement object = sources.elements().getTypeElement("java.lang.Object");
    return types.isAssignable(type.asType(), returned)
        && (object == null || !types.isSameType(object.asType(), returned));
  }

  /** Annotations may be annotated themselves, and so in turn. */
  private static boolean isComponent(Element element, Set<Element> seen) {
    return has(element, COMPONENT)
        || element.getAnnotationMirrors().stream()
            .map(each -> each.getAnnotationType().asElement())
            .anyMatch(each -> seen.add(each) && isComponent(each, seen));
  }

  private static boolean has(Element element, String annotation) {
    return element.getAnnotationMirrors().stream()
        .anyMatch(each -> each.getAnnotationType().toString().equals(annotation));
  }

  private static TextEdit edit(Module module) {
    Path file = module.folder().resolve(SETTINGS);
    Path name = module.root().relativize(file);
    if (!Files.exists(file)) {
      return TextEdit.created(name, LINE);
    }
    String text = WholeFile.text(file);
    String feed = text.contains("\r\n") ? "\r\n" : "\n";
    String ended = text.isEmpty() || text.endsWith("\n") ? text : text + feed;
    return TextEdit.between(name, text, ended + LINE.replace("\n", feed));
  }
}
