package thaw.remedy.edit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * An event as Java code: its text, or an object that is filled by setters. It is Java 8, whatever
 * the project's version is, and its maps can be changed as those can that the runtime makes.
 */
final class EventCode {
  static final String METHOD = "firstRequest";
  static final String CONSTANT = "FIRST_REQUEST";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final JavaSources sources;
  private final UnaryOperator<String> named;
  private final List<String> lines = new ArrayList<>();
  private int variables;

  private EventCode(JavaSources sources, UnaryOperator<String> named) {
    this.sources = sources;
    this.named = named;
  }

  /** A constant with the text; no text block, which needs Java 15. */
  static String json(String constant, JsonNode event) {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
    try {
      return "private static final String %s =\n\t\t%s;\n"
          .formatted(
              constant,
              JSON.writer(printer)
                  .writeValueAsString(event)
                  .lines()
                  .map(EventCode::literal)
                  .collect(Collectors.joining("\n\t\t\t\t+ ")));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event has no text", e);
    }
  }

  /** A method that makes an object of the handler's type; none where the type has no setters. */
  static Optional<String> made(
      JavaSources sources, TypeMirror type, JsonNode event, UnaryOperator<String> named) {
    if (!event.isObject() || !isBean(type)) {
      return Optional.empty();
    }
    EventCode code = new EventCode(sources, named);
    String variable = code.object((DeclaredType) type, event);
    return code.lines.size() > 1
        ? Optional.of(
            "private static %s %s() {\n%s\treturn %s;\n}\n"
                .formatted(
                    code.name(type),
                    METHOD,
                    code.lines.stream()
                        .map(line -> "\t" + line + "\n")
                        .collect(Collectors.joining()),
                    variable))
        : Optional.empty();
  }

  /**
   * A method that has the runtime's own serializer bind an event, as the runtime does for the
   * handler; for a type without setters, such as a record or a map. It is reached by name: it is on
   * the class path of the runtime, and not of the build.
   */
  static Optional<String> bound(
      JavaSources sources, TypeMirror type, JsonNode event, UnaryOperator<String> named) {
    if (!event.isObject() || !(type instanceof DeclaredType declared)) {
      return Optional.empty();
    }
    EventCode code = new EventCode(sources, named);
    List<? extends TypeMirror> arguments = declared.getTypeArguments();
    boolean isPlain =
        Stream.concat(Stream.of(type), arguments.stream())
            .allMatch(each ->
                each instanceof DeclaredType of
                    && (each == type || of.getTypeArguments().isEmpty())
                    && !of.asElement().getModifiers().contains(Modifier.PRIVATE));
    if (!isPlain || type.toString().equals("java.lang.String")) {
      return Optional.empty();
    }
    String raw = code.name(sources.typeUtilities().erasure(type));
    String whole =
        arguments.isEmpty()
            ? raw
            : raw + arguments.stream().map(code::name).collect(Collectors.joining(", ", "<", ">"));
    return Optional.of(
        """
        /** Has the event bound as the runtime does it. */
        %sprivate static %s %s() throws ReflectiveOperationException {
        \tString serialization = "com.amazonaws.services.lambda.runtime.serialization.";
        \tClass<?> factory = Class.forName(serialization + "factories.JacksonFactory");
        \tObject serializer =
        \t\t\tfactory
        \t\t\t\t\t.getMethod("getSerializer", Class.class)
        \t\t\t\t\t.invoke(factory.getMethod("getInstance").invoke(null), %s.class);
        \treturn (%s)
        \t\t\tClass.forName(serialization + "PojoSerializer")
        \t\t\t\t\t.getMethod("fromJson", String.class)
        \t\t\t\t\t.invoke(serializer, %s);
        }

        """
                .formatted(
                    arguments.isEmpty() ? "" : "@SuppressWarnings(\"unchecked\")\n",
                    whole,
                    METHOD,
                    raw,
                    whole,
                    CONSTANT)
            + json(CONSTANT, event));
  }

  /** Returns how code names the class of a type; none of one that other classes do not see. */
  static Optional<String> raw(JavaSources sources, TypeMirror type, UnaryOperator<String> named) {
    TypeMirror erased = sources.typeUtilities().erasure(type);
    for (Element at = sources.typeUtilities().asElement(erased);
        at instanceof TypeElement;
        at = at.getEnclosingElement()) {
      if (at.getModifiers().contains(Modifier.PRIVATE)) {
        return Optional.empty();
      }
    }
    return erased instanceof DeclaredType
        ? Optional.of(new EventCode(sources, named).name(erased))
        : Optional.empty();
  }

  /** Returns whether it is a class whose objects are made without arguments. */
  static boolean isBean(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.getTypeArguments().isEmpty()
        && declared.asElement().getKind() == ElementKind.CLASS
        && !declared.asElement().getModifiers().contains(Modifier.ABSTRACT)
        && ElementFilter.constructorsIn(declared.asElement().getEnclosedElements()).stream()
            .anyMatch(each ->
                each.getParameters().isEmpty() && each.getModifiers().contains(Modifier.PUBLIC));
  }

  /** Nested types by their outer one, which is imported. */
  private String name(TypeMirror type) {
    TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
    return element.getEnclosingElement() instanceof TypeElement outer
        ? name(outer.asType()) + "." + element.getSimpleName()
        : named.apply(element.getQualifiedName().toString());
  }

  /**
   * @return the variable that holds it
   */
  private String object(DeclaredType type, JsonNode fields) {
    String variable = variables == 0 ? "request" : "part" + variables;
    variables++;
    lines.add("%s %s = new %s();".formatted(name(type), variable, name(type)));
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      Optional<ExecutableElement> setter = setter(type, field.getKey());
      if (setter.isPresent() && !field.getValue().isNull()) {
        TypeMirror wanted = setter.get().getParameters().getFirst().asType();
        value(wanted, field.getValue())
            .ifPresent(value ->
                lines.add("%s.%s(%s);".formatted(variable, setter.get().getSimpleName(), value)));
      }
    }
    return variable;
  }

  private Optional<ExecutableElement> setter(DeclaredType type, String field) {
    return ElementFilter.methodsIn(sources.elements().getAllMembers((TypeElement) type.asElement()))
        .stream()
        .filter(method -> method.getSimpleName().toString().equalsIgnoreCase("set" + field))
        .filter(method -> method.getParameters().size() == 1)
        .filter(method -> method.getModifiers().contains(Modifier.PUBLIC))
        .findFirst();
  }

  private Optional<String> value(TypeMirror type, JsonNode value) {
    return switch (type.toString()) {
      case "java.lang.String" ->
          value.isValueNode() ? Optional.of(literal(value.asText())) : Optional.empty();
      case "java.lang.Boolean", "boolean" ->
          value.isBoolean() ? Optional.of(value.asText()) : Optional.empty();
      case "java.lang.Integer", "int" ->
          value.canConvertToInt() ? Optional.of(value.asText()) : Optional.empty();
      case "java.lang.Long", "long" ->
          value.canConvertToLong() ? Optional.of(value.asText() + "L") : Optional.empty();
      case "java.util.List<java.lang.String>" ->
          value.isArray() ? Optional.of(strings(value)) : Optional.empty();
      case "java.util.Map<java.lang.String,java.lang.String>" ->
          value.isObject()
              ? Optional.of(map(value, "String", each -> literal(each.asText())))
              : Optional.empty();
      case "java.util.Map<java.lang.String,java.util.List<java.lang.String>>" ->
          value.isObject()
              ? Optional.of(map(value, named.apply("java.util.List") + "<String>", this::strings))
              : Optional.empty();
      default ->
          value.isObject() && isBean(type)
              ? Optional.of(object((DeclaredType) type, value))
              : Optional.empty();
    };
  }

  private String strings(JsonNode array) {
    return named.apply("java.util.Arrays")
        + StreamSupport.stream(array.spliterator(), false)
            .map(each -> literal(each.asText()))
            .collect(Collectors.joining(", ", ".asList(", ")"));
  }

  /**
   * @param of returns the code of a value
   * @return the variable that holds it
   */
  private String map(JsonNode object, String type, Function<JsonNode, String> of) {
    String variable = "part" + variables++;
    lines.add(
        "%s<String, %s> %s = new %s<>();"
            .formatted(
                named.apply("java.util.Map"), type, variable, named.apply("java.util.HashMap")));
    object
        .properties()
        .forEach(each ->
            lines.add(
                "%s.put(%s, %s);"
                    .formatted(variable, literal(each.getKey()), of.apply(each.getValue()))));
    return variable;
  }

  private static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      literal.append(
          switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c);
          });
    }
    return literal.append('"').toString();
  }
}
