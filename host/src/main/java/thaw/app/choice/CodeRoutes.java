package thaw.app.choice;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.MethodParametersAttribute;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.attribution.evidence.PackageClasses;
import thaw.function.packaging.CodeSource;

/**
 * The routes that annotations of a function's classes declare: those of Spring, JAX-RS and
 * Micronaut. Loads no class. Clients with the same annotations are no routes.
 */
final class CodeRoutes {
  private static final String SPRING = "org.springframework.web.bind.annotation.";
  private static final String MICRONAUT = "io.micronaut.http.annotation.";
  private static final List<String> JAX_RS = List.of("jakarta.ws.rs.", "javax.ws.rs.");
  private static final Set<String> CLIENTS =
      Set.of(
          "org.springframework.cloud.openfeign.FeignClient",
          "org.eclipse.microprofile.rest.client.inject.RegisterRestClient",
          "io.micronaut.http.client.annotation.Client");
  private static final Set<String> METHODS =
      Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  private static final List<String> FRAMEWORKS =
      List.of(SPRING, MICRONAUT, JAX_RS.getFirst(), JAX_RS.getLast());

  /**
   * Packages of libraries that are large, and declare no route of the function. Functions are in
   * others of {@code com.amazonaws}: those that AWS shows.
   */
  private static final List<String> LIBRARIES =
      List.of(
          "org.springframework.",
          "io.micronaut.",
          "io.quarkus.",
          "io.vertx.",
          "io.netty.",
          "jakarta.",
          "javax.",
          "com.amazonaws.serverless.proxy.",
          "com.amazonaws.services.",
          "software.amazon.awssdk.",
          "com.fasterxml.",
          "org.apache.",
          "org.glassfish.",
          "org.hibernate.",
          "org.jboss.",
          "ch.qos.",
          "kotlin.",
          "reactor.");

  /** Parts of names in constant pools: a class without them declares no route. */
  private static final List<byte[]> MARKS =
      Stream.of("web/bind/annotation/", "ws/rs/", "micronaut/http/annotation/")
          .map(mark -> mark.getBytes(StandardCharsets.ISO_8859_1))
          .toList();

  private static final Pattern PARAMETER =
      Pattern.compile("\\{([^}:*+]+)(:(?:[^{}]|\\{[^}]*})*)?}");

  private final List<KnownRequest> routes = new ArrayList<>();
  private String applicationPath = "";

  private CodeRoutes() {}

  /** Returns the routes of code that is built; none of code that cannot be read. */
  static List<KnownRequest> of(CodeSource code) {
    CodeRoutes found = new CodeRoutes();
    try {
      switch (code) {
        case CodeSource.Folder folder -> found.readTask(folder.path());
        case CodeSource.Archive archive -> found.readArchive(archive.path());
        case CodeSource.Built built -> built.classes().forEach(found::readOutput);
        case CodeSource.Project project ->
            Stream.of("target/classes", "build/classes/java/main", "build/classes/kotlin/main")
                .map(project.path()::resolve)
                .forEach(found::readOutput);
        case CodeSource.Image _ -> {}
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return List.of(); // who starts it tells why
    }
    String prefix = found.applicationPath;
    return found.routes.stream()
        .map(each ->
            new KnownRequest(
                each.method(), joined(prefix, each.path()), each.values(), each.origin()))
        .filter(each -> !each.path().contains("*") && !each.path().contains("${"))
        .filter(each -> !each.path().equals("/"))
        .toList();
  }

  /** Classes that a build has made, without its libraries. */
  private void readOutput(Path root) {
    if (Files.isDirectory(root)) {
      try (PackageClasses classes = PackageClasses.of(root, Optional.empty())) {
        classes.names().forEach(name -> classes.find(name).ifPresent(this::read));
      }
    }
  }

  /**
   * The task root's own classes first: those of libraries only where it declares no route. A
   * package without a framework of ours is not read.
   */
  private void readTask(Path root) {
    if (!Files.isDirectory(root)) {
      return;
    }
    try (PackageClasses classes = PackageClasses.of(root, Optional.empty())) {
      if (classes.names().stream().noneMatch(CodeRoutes::isOfFramework)) {
        return;
      }
      classes.names().stream()
          .filter(name -> !classes.isInJar(name) && !isLibrary(name))
          .forEach(name -> classes.find(name).ifPresent(this::read));
      if (routes.isEmpty()) {
        classes.names().stream()
            .filter(name -> classes.isInJar(name) && !isLibrary(name))
            .forEach(name -> classes.find(name).ifPresent(this::read));
      }
    }
  }

  private static boolean isOfFramework(String className) {
    return FRAMEWORKS.stream().anyMatch(className::startsWith);
  }

  private static boolean isLibrary(String className) {
    return LIBRARIES.stream().anyMatch(className::startsWith);
  }

  private void readArchive(Path archive) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      List<ZipEntry> classes = new ArrayList<>();
      zip.stream()
          .filter(entry -> entry.getName().endsWith(".class"))
          .filter(entry -> !entry.getName().startsWith("META-INF/"))
          .filter(entry -> !isLibrary(entry.getName().replace('/', '.')))
          .forEach(classes::add);
      for (ZipEntry entry : classes) {
        try (InputStream in = zip.getInputStream(entry)) {
          read(in.readAllBytes());
        }
      }
    }
  }

  private void read(byte[] classFile) {
    if (MARKS.stream().anyMatch(mark -> contains(classFile, mark))) {
      read(ClassFile.of().parse(classFile));
    }
  }

  private static boolean contains(byte[] text, byte[] mark) {
    for (int i = 0; i <= text.length - mark.length; i++) {
      int same = 0;
      while (same < mark.length && text[i + same] == mark[same]) {
        same++;
      }
      if (same == mark.length) {
        return true;
      }
    }
    return false;
  }

  private void read(ClassModel type) {
    Map<String, Annotation> own = annotations(type);
    if (own.keySet().stream().anyMatch(CLIENTS::contains)) {
      return;
    }
    for (String rs : JAX_RS) {
      Optional.ofNullable(own.get(rs + "ApplicationPath"))
          .ifPresent(each -> applicationPath = texts(each, "value").getFirst());
    }
    List<String> prefixes = new ArrayList<>();
    Optional.ofNullable(own.get(SPRING + "RequestMapping"))
        .ifPresent(each -> prefixes.addAll(texts(each, "path", "value")));
    Optional.ofNullable(own.get(MICRONAUT + "Controller"))
        .ifPresent(each -> prefixes.addAll(texts(each, "value")));
    JAX_RS.forEach(rs ->
        Optional.ofNullable(own.get(rs + "Path"))
            .ifPresent(each -> prefixes.addAll(texts(each, "value"))));
    String name = type.thisClass().asInternalName().replace('/', '.');
    for (MethodModel method : type.methods()) {
      String origin = name + "." + method.methodName().stringValue();
      declared(
          method,
          mapping -> {
            for (String prefix : prefixes.isEmpty() ? List.of("") : prefixes) {
              routes.add(route(method, mapping, prefix, origin));
            }
          });
    }
  }

  /** One method and path of an annotated method. */
  private record Mapping(String method, String path) {}

  private static void declared(MethodModel method, Consumer<Mapping> mappings) {
    Map<String, Annotation> own = annotations(method);
    own.forEach((name, annotation) -> {
      if (name.startsWith(SPRING) && name.endsWith("Mapping")) {
        String verb = name.substring(SPRING.length(), name.length() - "Mapping".length());
        List<String> verbs =
            verb.equals("Request") ? verbs(annotation) : List.of(verb.toUpperCase(Locale.ROOT));
        for (String each : verbs) {
          texts(annotation, "path", "value")
              .forEach(path -> mappings.accept(new Mapping(each, path)));
        }
      } else if (name.startsWith(MICRONAUT)) {
        String verb = name.substring(MICRONAUT.length()).toUpperCase(Locale.ROOT);
        if (METHODS.contains(verb)) {
          texts(annotation, "value", "uri", "uris")
              .forEach(path -> mappings.accept(new Mapping(verb, path)));
        }
      }
    });
    for (String rs : JAX_RS) {
      List<String> paths =
          Optional.ofNullable(own.get(rs + "Path"))
              .map(path -> texts(path, "value"))
              .orElse(List.of(""));
      METHODS.stream()
          .filter(verb -> own.containsKey(rs + verb))
          .forEach(verb -> mappings.accept(new Mapping(verb, paths.getFirst())));
    }
  }

  private static List<String> verbs(Annotation annotation) {
    List<String> verbs = texts(annotation, "method");
    return verbs.equals(List.of("")) ? List.of(KnownRequest.ANY) : verbs;
  }

  private static KnownRequest route(
      MethodModel method, Mapping mapping, String prefix, String origin) {
    String declared = joined(prefix, mapping.path()).replaceAll("\\{[?&/][^}]*}", "");
    Matcher braces = PARAMETER.matcher(declared);
    List<String> names =
        new ArrayList<>(
            new LinkedHashSet<>(braces.results().map(each -> each.group(1).strip()).toList()));
    String path =
        braces
            .reset()
            .replaceAll(each -> "{" + Matcher.quoteReplacement(each.group(1).strip()) + "}");
    Map<String, String> values = new HashMap<>();
    List<Parameter> parameters = parameters(method);
    List<Parameter> ofPath = parameters.stream().filter(Parameter::ofPath).toList();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Optional<Parameter> byPlace =
          ofPath.size() == names.size() ? Optional.of(ofPath.get(i)) : Optional.empty();
      parameters.stream()
          .filter(each -> each.name().equals(name))
          .findFirst()
          .or(() -> byPlace)
          .ifPresent(each -> values.put(name, TypedValue.of(each.type())));
    }
    return new KnownRequest(mapping.method(), path, values, origin);
  }

  /**
   * A parameter of a method.
   *
   * @param name in the path, or in the source; empty where neither is known
   * @param ofPath whether an annotation says that it is from the path
   */
  private record Parameter(String name, String type, boolean ofPath) {}

  private static List<Parameter> parameters(MethodModel method) {
    List<ClassDesc> types = method.methodTypeSymbol().parameterList();
    List<List<Annotation>> annotations =
        method
            .findAttribute(Attributes.runtimeVisibleParameterAnnotations())
            .map(each -> each.parameterAnnotations())
            .orElse(List.of());
    List<String> names =
        method
            .findAttribute(Attributes.methodParameters())
            .map(MethodParametersAttribute::parameters)
            .orElse(List.of())
            .stream()
            .map(each -> each.name().map(text -> text.stringValue()).orElse(""))
            .toList();
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Optional<Annotation> path =
          i < annotations.size()
              ? annotations.get(i).stream()
                  .filter(each -> name(each.classSymbol()).matches(".*[.](PathVariable|PathParam)"))
                  .findFirst()
              : Optional.empty();
      String given = path.map(each -> texts(each, "value", "name").getFirst()).orElse("");
      parameters.add(
          new Parameter(
              given.isEmpty() && i < names.size() ? names.get(i) : given,
              name(types.get(i)),
              path.isPresent()));
    }
    return parameters;
  }

  private static Map<String, Annotation> annotations(AttributedElement element) {
    Map<String, Annotation> annotations = new HashMap<>();
    element
        .findAttribute(Attributes.runtimeVisibleAnnotations())
        .ifPresent(all ->
            all.annotations().forEach(each -> annotations.put(name(each.classSymbol()), each)));
    return annotations;
  }

  private static String name(ClassDesc type) {
    return (type.packageName().isEmpty() ? "" : type.packageName() + ".") + type.displayName();
  }

  /** The texts of the first of these members that is there; an empty one where none is. */
  private static List<String> texts(Annotation annotation, String... members) {
    for (String member : members) {
      for (AnnotationElement element : annotation.elements()) {
        if (element.name().equalsString(member)) {
          List<String> texts = texts(element.value());
          if (!texts.isEmpty()) {
            return texts;
          }
        }
      }
    }
    return List.of("");
  }

  private static List<String> texts(AnnotationValue value) {
    return switch (value) {
      case AnnotationValue.OfString text -> List.of(text.stringValue());
      case AnnotationValue.OfEnum constant -> List.of(constant.constantName().stringValue());
      case AnnotationValue.OfArray array ->
          array.values().stream().flatMap(each -> texts(each).stream()).toList();
      default -> List.of();
    };
  }

  private static String joined(String prefix, String path) {
    return ("/" + prefix + "/" + path).replaceAll("/+", "/").replaceAll("(?<=.)/$", "");
  }
}
