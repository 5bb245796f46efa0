package thaw.function.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Signature;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import thaw.function.packaging.CodeSource;

/**
 * An event for a handler that takes a class of the function's own, with a value in each property
 * that Lambda's runtime client binds: what setters, getters and public fields name, and the
 * components of records. It loads no class.
 */
public final class ExampleEvent {
  /** A class may have one of its own kind inside. */
  private static final int DEEPEST = 4;

  private static final String JACKSON = "Lcom/fasterxml/jackson/annotation/";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final Set<String> NUMBERS =
      Set.of(
          "java/lang/Byte",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double",
          "java/lang/Number",
          "java/math/BigDecimal",
          "java/math/BigInteger");

  private static final Set<String> LISTS =
      Set.of(
          "java/lang/Iterable",
          "java/util/ArrayList",
          "java/util/Collection",
          "java/util/HashSet",
          "java/util/LinkedList",
          "java/util/List",
          "java/util/Set");

  private static final Set<String> MAPS =
      Set.of("java/util/HashMap", "java/util/LinkedHashMap", "java/util/Map");

  /** Names of texts that are often read as numbers. */
  private static final Pattern NUMERIC =
      Pattern.compile(
          "id$|^(?:limit|page|size|count|offset|top|skip|max|min|number|num|age|amount|price|quantity|year|month|day|lat|lon|lng|latitude|longitude)$");

  private static final String TEXT_IN_BASE_64 = "YQ==";

  private final Function<String, Optional<ClassModel>> classes;
  private final Deque<String> open = new ArrayDeque<>();

  private ExampleEvent(Function<String, Optional<ClassModel>> classes) {
    this.classes = classes;
  }

  /**
   * Returns an event as JSON; empty where the class is not found or has no property.
   *
   * @param code of the function, as it is built
   * @param type of the event, by its full name
   */
  public static Optional<String> of(CodeSource code, String type) {
    try {
      return new ExampleEvent(name -> HandlerClass.anywhere(code, name))
          .object(type.replace('.', '/'))
          .filter(node -> !node.isEmpty())
          .map(JsonNode::toString);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // who starts it tells why
    }
  }

  /**
   * @param name of a class, with {@code /} between packages
   */
  private Optional<JsonNode> object(String name) {
    Optional<ClassModel> found =
        open.contains(name) || open.size() >= DEEPEST
            ? Optional.empty()
            : classes.apply(name.replace('/', '.'));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (found.get().flags().has(AccessFlag.ENUM)) {
      return found.get().fields().stream()
          .filter(field -> field.flags().has(AccessFlag.ENUM))
          .findFirst()
          .map(field -> JSON.textNode(field.fieldName().stringValue()));
    }
    open.push(name);
    try {
      ObjectNode node = JSON.objectNode();
      addProperties(found.get(), node);
      return Optional.of(node);
    } finally {
      open.pop();
    }
  }

  private void addProperties(ClassModel model, ObjectNode to) {
    model
        .superclass()
        .map(above -> above.asInternalName())
        .filter(above -> !above.startsWith("java/"))
        .flatMap(above -> classes.apply(above.replace('/', '.')))
        .ifPresent(above -> addProperties(above, to));
    model
        .findAttribute(Attributes.record())
        .ifPresentOrElse(
            record ->
                record
                    .components()
                    .forEach(component ->
                        add(
                            List.of(component),
                            component.name().stringValue(),
                            component
                                .findAttribute(Attributes.signature())
                                .map(signature -> signature.asTypeSignature())
                                .orElseGet(() ->
                                    Signature.parseFrom(component.descriptor().stringValue())),
                            to)),
            () -> model.fields().forEach(field -> addField(model, field, to)));
  }

  private void addField(ClassModel model, FieldModel field, ObjectNode to) {
    if (field.flags().has(AccessFlag.STATIC) || field.flags().has(AccessFlag.TRANSIENT)) {
      return;
    }
    String name = field.fieldName().stringValue();
    String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    Set<String> accessors = Set.of("set" + capital, "get" + capital, "is" + capital);
    List<MethodModel> methods =
        model.methods().stream()
            .filter(method -> method.flags().has(AccessFlag.PUBLIC))
            .filter(method -> accessors.contains(method.methodName().stringValue()))
            .toList();
    if (methods.isEmpty() && !field.flags().has(AccessFlag.PUBLIC)) {
      return;
    }
    List<AttributedElement> annotated = new ArrayList<>(methods);
    annotated.add(field);
    Signature type =
        field
            .findAttribute(Attributes.signature())
            .map(signature -> signature.asTypeSignature())
            .orElseGet(() -> Signature.parseFrom(field.fieldType().stringValue()));
    add(annotated, name, type, to);
  }

  private void add(
      List<? extends AttributedElement> annotated, String name, Signature type, ObjectNode to) {
    if (annotated.stream().noneMatch(each -> annotation(each, "JsonIgnore").isPresent())) {
      String property =
          annotated.stream()
              .flatMap(each -> annotation(each, "JsonProperty").stream())
              .flatMap(each -> each.elements().stream())
              .filter(element -> element.name().equalsString("value"))
              .map(element -> element.value())
              .filter(AnnotationValue.OfString.class::isInstance)
              .map(value -> ((AnnotationValue.OfString) value).stringValue())
              .findFirst()
              .orElse(name);
      value(property, type).ifPresent(value -> to.set(property, value));
    }
  }

  private static Optional<Annotation> annotation(AttributedElement element, String name) {
    return element
        .findAttribute(Attributes.runtimeVisibleAnnotations())
        .flatMap(all ->
            all.annotations().stream()
                .filter(each -> each.className().equalsString(JACKSON + name + ";"))
                .findFirst());
  }

  private Optional<JsonNode> value(String name, Signature type) {
    return switch (type) {
      case Signature.BaseTypeSig base ->
          Optional.of(
              switch (base.baseType()) {
                case 'Z' -> JSON.booleanNode(true);
                case 'C' -> JSON.textNode("a");
                default -> JSON.numberNode(1);
              });
      case Signature.ArrayTypeSig array ->
          Optional.of(
              array.componentSignature().signatureString().equals("B")
                  ? JSON.textNode(TEXT_IN_BASE_64)
                  : list(name, array.componentSignature()));
      case Signature.ClassTypeSig of -> value(name, of);
      default -> Optional.empty();
    };
  }

  private Optional<JsonNode> value(String name, Signature.ClassTypeSig type) {
    String of = type.classDesc().descriptorString().replaceFirst("^L(.*);$", "$1");
    if (of.equals("java/lang/String") || of.equals("java/lang/CharSequence")) {
      return Optional.of(JSON.textNode(text(name)));
    }
    if (of.equals("java/lang/Boolean")) {
      return Optional.of(JSON.booleanNode(true));
    }
    if (of.equals("java/util/UUID")) {
      return Optional.of(JSON.textNode("00000000-0000-4000-8000-000000000001"));
    }
    if (NUMBERS.contains(of)) {
      return Optional.of(JSON.numberNode(1));
    }
    List<Signature> arguments =
        type.typeArgs().stream()
            .filter(Signature.TypeArg.Bounded.class::isInstance)
            .<Signature>map(each -> ((Signature.TypeArg.Bounded) each).boundType())
            .toList();
    if (LISTS.contains(of)) {
      return Optional.of(arguments.isEmpty() ? JSON.arrayNode() : list(name, arguments.getFirst()));
    }
    if (MAPS.contains(of)) {
      ObjectNode map = JSON.objectNode();
      if (arguments.size() > 1) {
        value(name, arguments.get(1)).ifPresent(value -> map.set("key", value));
      }
      return Optional.of(map);
    }
    return object(of);
  }

  private ArrayNode list(String name, Signature of) {
    ArrayNode list = JSON.arrayNode();
    value(name, of).ifPresent(list::add);
    return list;
  }

  /** A text that may be of use where others ask for more than any. */
  static String text(String property) {
    String name = property.toLowerCase(Locale.ROOT);
    if (NUMERIC.matcher(name).find()) {
      return "1";
    }
    return Map.of("email", "a@example.com", "url", "https://example.com", "date", "2026-01-31")
        .entrySet()
        .stream()
        .filter(each -> name.contains(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(property);
  }
}
