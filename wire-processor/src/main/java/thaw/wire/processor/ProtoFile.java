package thaw.wire.processor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;
import thaw.wire.Described;
import thaw.wire.Key;

/**
 * The schema of described types for {@code protoc}: a message for each of them and for those that
 * they refer to, whose classes read and write the same bytes as {@code Format.PROTOBUF}.
 *
 * <p>All fields but lists and maps are optional, for wire writes zeros as well.
 */
final class ProtoFile {
  /**
   * A field that is only a comment, for protobuf cannot have it.
   *
   * @param element where it is
   * @param what is wrong with it
   */
  record Omitted(Element element, String what) {}

  /** Why a type cannot be a field. */
  private static final class Unfit extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unfit(String why) {
      super(why);
    }
  }

  private static final Map<String, String> SCALARS =
      Map.ofEntries(
          Map.entry("java.lang.Boolean", "bool"),
          Map.entry("java.lang.Byte", "int32"),
          Map.entry("java.lang.Short", "int32"),
          Map.entry("java.lang.Integer", "int32"),
          Map.entry("java.util.OptionalInt", "int32"),
          Map.entry("java.lang.Long", "int64"),
          Map.entry("java.util.OptionalLong", "int64"),
          Map.entry("java.lang.Float", "float"),
          Map.entry("java.lang.Double", "double"),
          Map.entry("java.util.OptionalDouble", "double"),
          Map.entry("java.lang.Character", "uint32"),
          Map.entry("java.lang.String", "string"),
          Map.entry("char[]", "string"),
          Map.entry("java.math.BigDecimal", "string"),
          Map.entry("java.math.BigInteger", "string"),
          Map.entry("byte[]", "bytes"),
          Map.entry("java.nio.ByteBuffer", "bytes"),
          Map.entry("java.time.Instant", "google.protobuf.Timestamp"),
          Map.entry("java.util.Date", "google.protobuf.Timestamp"));

  private static final Map<String, String> KEYS =
      Map.of(
          "java.lang.Byte", "int32",
          "java.lang.Short", "int32",
          "java.lang.Integer", "int32",
          "java.lang.Long", "int64");

  private final Tools tools;
  private final Catalog catalog;

  /** The names of messages and enums by their types, with the arguments of generic ones. */
  private final Map<String, String> names = new LinkedHashMap<>();

  private final Set<String> taken = new HashSet<>();
  private final List<DeclaredType> messages = new ArrayList<>();
  private final Map<String, TypeElement> enums = new LinkedHashMap<>();
  private final List<Omitted> omitted = new ArrayList<>();
  private boolean timestamps;

  ProtoFile(Tools tools, Catalog catalog) {
    this.tools = tools;
    this.catalog = catalog;
  }

  /** Adds a described type; a generic one comes with those that say its arguments. */
  void add(TypeElement type) {
    if (type.getTypeParameters().isEmpty()) {
      message((DeclaredType) type.asType());
    }
  }

  /** What was left out; known once there is the text. */
  List<Omitted> omitted() {
    return omitted;
  }

  String text() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < messages.size(); i++) { // more while they are written
      write(messages.get(i), body);
    }
    enums.values().forEach(type -> write(type, body));
    String home = home();
    return "// Made by thaw-wire-processor: changes here are lost.\nsyntax = \"proto3\";\n"
        + (home.isEmpty()
            ? ""
            : "\npackage " + home + ";\n\noption java_package = \"" + home + ".protobuf\";\n")
        + (timestamps ? "\nimport \"google/protobuf/timestamp.proto\";\n" : "")
        + body;
  }

  /** The package that all types have in common. */
  private String home() {
    String home = null;
    for (DeclaredType type : messages) {
      String own = Names.packageOf(type.asElement()).getQualifiedName().toString();
      while (home != null && !own.equals(home) && !own.startsWith(home + ".")) {
        home = home.substring(0, Math.max(home.lastIndexOf('.'), 0));
      }
      home = home == null ? own : home;
    }
    return home == null ? "" : home;
  }

  // ---- messages

  /** The name of a type's message, which is written from now on if it was not. */
  private String message(DeclaredType type) {
    String key = Names.text(type);
    String known = names.get(key);
    if (known == null) {
      known = free(name(type));
      names.put(key, known);
      messages.add(type);
    }
    return known;
  }

  /** {@code Outer_Inner}, and {@code Page_Order} for a page of orders. */
  private static String name(DeclaredType type) {
    String shape = Names.shapeClass((TypeElement) type.asElement());
    StringBuilder name = new StringBuilder(shape.substring(0, shape.length() - "Shape".length()));
    for (TypeMirror argument : type.getTypeArguments()) {
      name.append('_');
      if (argument.getKind() == TypeKind.DECLARED) {
        name.append(name((DeclaredType) argument));
      } else {
        name.append(identifier(Names.text(argument)));
      }
    }
    return name.toString();
  }

  private String free(String wanted) {
    String name = wanted;
    for (int i = 2; !taken.add(name); i++) {
      name = wanted + "_" + i;
    }
    return name;
  }

  private void write(DeclaredType type, StringBuilder to) {
    TypeElement element = (TypeElement) type.asElement();
    to.append("\nmessage ").append(names.get(Names.text(type))).append(" {\n");
    Fields fields = new Fields(arguments(type));
    if (AlternativesWriter.isFor(element)) {
      Described described = element.getAnnotation(Described.class);
      fields.add(
          described == null ? "type" : described.discriminator(),
          described == null ? 127 : described.discriminatorNumber(),
          "optional string");
      for (TypeElement each : AlternativesWriter.alternatives(element, tools).values()) {
        fields.addAll(each);
      }
    } else {
      fields.addAll(element);
    }
    to.append(fields.text).append("}\n");
  }

  private static Map<String, TypeMirror> arguments(DeclaredType type) {
    Map<String, TypeMirror> arguments = new HashMap<>();
    List<? extends TypeMirror> given = type.getTypeArguments();
    for (int i = 0; i < given.size(); i++) {
      arguments.put(
          ((TypeElement) type.asElement()).getTypeParameters().get(i).getSimpleName().toString(),
          given.get(i));
    }
    return arguments;
  }

  /** The fields of a message while they are written. */
  private final class Fields {
    private final Map<String, TypeMirror> arguments;
    private final Map<Integer, String> byNumber = new HashMap<>();
    private final Set<String> fieldNames = new HashSet<>();
    private final StringBuilder text = new StringBuilder();

    Fields(Map<String, TypeMirror> arguments) {
      this.arguments = arguments;
    }

    void addAll(TypeElement type) {
      for (Property property : TypeProperties.of(type, tools, catalog.mixIns)) {
        if (property.ignored() || property.unknown()) {
          continue;
        }
        try {
          String declared = declared(property);
          String other = byNumber.get(property.number());
          if (other == null) {
            add(property.name(), property.number(), declared);
          } else if (!other.equals(declared + " " + property.name())) {
            throw new Unfit(
                "its number is that of "
                    + other
                    + " of another alternative, which is another field");
          }
        } catch (Unfit unfit) {
          text.append("  // ")
              .append(property.number())
              .append(", ")
              .append(identifier(property.name()))
              .append(": ")
              .append(unfit.getMessage())
              .append("\n");
          omitted.add(
              new Omitted(
                  catalog.isCompiledHere(type) ? property.element() : type,
                  "the field "
                      + property.name()
                      + " is not in the schema for protobuf: "
                      + unfit.getMessage()));
        }
      }
    }

    void add(String name, int number, String declared) {
      byNumber.put(number, declared + " " + name);
      String own = identifier(name);
      if (!fieldNames.add(own)) {
        own += "_" + number;
        fieldNames.add(own);
      }
      text.append("  ").append(declared).append(' ').append(own).append(" = ").append(number);
      if (!own.equals(name) || own.contains("_")) {
        text.append(" [json_name = ").append(literal(name)).append(']');
      }
      text.append(";\n");
    }

    private String declared(Property property) {
      if (property.with() != null) {
        Property.Asked with = property.with();
        TypeElement shape = Tools.element(with.type());
        if (shape == null || !tools.isA(shape.asType(), "thaw.wire.TextShape")) {
          throw new Unfit("only its shape knows what is written");
        }
        return "optional string";
      }
      Key.Integers integers = property.integers();
      TypeMirror type = resolved(property.type(), arguments);
      if (type instanceof DeclaredType optional && Names.text(type).startsWith(OPTIONAL)) {
        type = resolved(optional.getTypeArguments().get(0), arguments);
      }
      TypeMirror elements = elements(type);
      if (elements != null) {
        return "repeated " + one(resolved(elements, arguments), integers, arguments);
      }
      DeclaredType map = tools.as(type, "java.util.Map");
      if (map != null) {
        String keys =
            KEYS.getOrDefault(
                Names.text(resolved(map.getTypeArguments().get(0), arguments)), "string");
        String values =
            one(resolved(map.getTypeArguments().get(1), arguments), integers, arguments);
        return "map<" + keys + ", " + values + ">";
      }
      return "optional " + one(type, integers, arguments);
    }
  }

  private static final String OPTIONAL = "java.util.Optional<";

  /** The type of the elements of a list or an array; null for a type that is one value. */
  private @Nullable TypeMirror elements(TypeMirror type) {
    TypeElement element = Tools.element(type);
    if (SCALARS.containsKey(Names.text(type))
        || (element != null && catalog.custom(element) != null)) {
      return null;
    }
    if (type.getKind() == TypeKind.ARRAY) {
      return ((ArrayType) type).getComponentType();
    }
    DeclaredType collection = tools.as(type, "java.util.Collection");
    return collection == null ? null : collection.getTypeArguments().get(0);
  }

  /** The type of one value. */
  private String one(TypeMirror type, Key.Integers integers, Map<String, TypeMirror> arguments) {
    TypeElement element = Tools.element(type);
    TypeElement custom = element == null ? null : catalog.custom(element);
    if (custom != null) {
      if (!tools.isA(custom.asType(), "thaw.wire.TextShape")) {
        throw new Unfit("only the shape of " + Names.text(type) + " knows what is written");
      }
      return "string";
    }
    String name = Names.text(type);
    String scalar = SCALARS.get(name);
    if (scalar != null) {
      timestamps |= scalar.startsWith("google");
      return scalar.startsWith("int")
          ? switch (integers) {
            case VARINT -> scalar;
            case ZIGZAG -> "s" + scalar;
            case FIXED -> "sfixed" + scalar.substring(3);
          }
          : scalar;
    }
    if (Known.TEXTS.containsKey(name)) {
      return "string";
    }
    if (name.equals("java.lang.Object")) {
      throw new Unfit("nothing says the type of its values");
    }
    if (element == null
        || elements(type) != null
        || tools.as(type, "java.util.Map") != null
        || name.startsWith("java.util.Optional")) {
      throw new Unfit("a list or map cannot be in another one");
    }
    if (element.getKind() == ElementKind.ENUM) {
      return enumeration(element);
    }
    if (catalog.constant(element, type) != null || tools.isA(type, "thaw.wire.Wired")) {
      throw new Unfit(name + " has a description of its own, by hand");
    }
    List<TypeMirror> given = new ArrayList<>();
    for (TypeMirror argument : ((DeclaredType) type).getTypeArguments()) {
      given.add(resolved(argument, arguments));
    }
    return message(
        given.isEmpty()
            ? (DeclaredType) type
            : tools.types().getDeclaredType(element, given.toArray(new TypeMirror[0])));
  }

  /** A type without type parameters, wildcards and annotations, boxed where it is primitive. */
  private TypeMirror resolved(TypeMirror type, Map<String, TypeMirror> arguments) {
    return switch (type.getKind()) {
      case TYPEVAR -> Objects.requireNonNull(arguments.get(Names.text(type)));
      case WILDCARD -> {
        TypeMirror bound = ((WildcardType) type).getExtendsBound();
        yield bound == null
            ? tools.elements().getTypeElement("java.lang.Object").asType()
            : resolved(bound, arguments);
      }
      case BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, CHAR ->
          tools.types().boxedClass(tools.types().getPrimitiveType(type.getKind())).asType();
      default -> type;
    };
  }

  // ---- enums

  private String enumeration(TypeElement type) {
    String key = type.getQualifiedName().toString();
    enums.put(key, type);
    return names.computeIfAbsent(
        key, each -> free(name((DeclaredType) tools.types().erasure(type.asType()))));
  }

  /**
   * The constant of the number 0 comes first: proto3 wants one, and gives it to a missing field.
   */
  private void write(TypeElement type, StringBuilder to) {
    String name = Objects.requireNonNull(names.get(type.getQualifiedName().toString()));
    String prefix = Names.constant(name, new HashSet<>()) + "_";
    List<EnumShapes.Constant> constants = EnumShapes.constants(type);
    StringBuilder others = new StringBuilder();
    String zero = "";
    Set<String> constantNames = new HashSet<>();
    for (EnumShapes.Constant each : constants) {
      constantNames.add(each.constant());
      String line = "  " + prefix + each.constant() + " = " + each.number() + ";\n";
      if (each.number() == 0) {
        zero = line;
      } else {
        others.append(line);
      }
    }
    if (zero.isEmpty()) {
      zero =
          "  "
              + prefix
              + (constantNames.contains("UNSPECIFIED") ? "NO_CONSTANT" : "UNSPECIFIED")
              + " = 0;\n";
    }
    to.append("\nenum ").append(name).append(" {\n").append(zero).append(others).append("}\n");
  }

  // ---- names

  /** A name as protobuf may have it: letters, digits and underscores, the first a letter. */
  private static String identifier(String name) {
    StringBuilder identifier = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      identifier.append(letter || (c >= '0' && c <= '9') ? c : '_');
      if (i == 0 && !letter) {
        identifier.insert(0, "f");
      }
    }
    return identifier.toString();
  }

  private static String literal(String name) {
    return Names.literal(name);
  }
}
