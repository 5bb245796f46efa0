package thaw.wire.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.wire.Blank;

/** Writes the methods of the shape of a record or a bean. */
final class ObjectWriter {
  private final Tools tools;
  private final ValueFinder values;
  private final ShapeFile file;
  private final DescribedPart part;
  private final MixIns mixIns;
  private final String self;
  private final @Nullable String blank;

  ObjectWriter(Tools tools, ValueFinder values, ShapeFile file, DescribedPart part, MixIns mixIns) {
    this.tools = tools;
    this.values = values;
    this.file = file;
    this.part = part;
    this.mixIns = mixIns;
    self = part.self();
    blank = blank(part.type());
  }

  void write() {
    TypeElement type = part.type();
    boolean record = type.getKind() == ElementKind.RECORD;
    if (!record) {
      refuseUnmade(type);
    }
    List<Property> properties = new ArrayList<>();
    List<Value> ways = new ArrayList<>();
    for (Property each : TypeProperties.of(type, tools, mixIns)) {
      Property property = each;
      if (!property.ignored() && !property.unknown()) {
        property =
            property.in(
                file.field(
                    part,
                    property.constant(),
                    property.number(),
                    property.name(),
                    property.calls()));
      }
      properties.add(property);
      ways.add(
          property.ignored()
              ? Value.direct("", Names.zero(property.type()))
              : property.unknown() ? Value.direct("unknown", "null") : values.of(property));
    }
    writing(properties, ways);
    if (!record) {
      bean(properties, ways);
    } else if (blank == null) {
      record(properties, ways);
    } else {
      recordOf(
          part.reads() + "    " + self + " from = value == null ? " + blank + " : value;\n",
          "from",
          properties,
          ways);
    }
  }

  private void refuseUnmade(TypeElement type) {
    if (blank != null) {
      return;
    }
    if (type.getNestingKind().isNested() && !type.getModifiers().contains(Modifier.STATIC)) {
      throw new Mistake(
          type,
          type.getQualifiedName() + " is an inner class, which belongs to an object",
          "make it static");
    }
    if (Catalog.isMade(type, file.home)) {
      return;
    }
    for (Element each : type.getEnclosedElements()) {
      if (each.getKind() == ElementKind.METHOD
          && each.getModifiers().contains(Modifier.STATIC)
          && each.getSimpleName().toString().toLowerCase(Locale.ROOT).endsWith("builder")) {
        throw new Mistake(
            type,
            type.getQualifiedName() + " is made by a builder, which cannot be described",
            "make it a record, or write its shape by hand and name it with @With");
      }
    }
    throw new Mistake(
        type,
        type.getQualifiedName() + " has no constructor without parameters that can be called",
        "add one, make it a record, or have a static method make it that is annotated with @Blank");
  }

  private void writing(List<Property> properties, List<Value> ways) {
    StringBuilder text = file.methods;
    text.append("\n").append(part.writes());
    for (int i = 0; i < ways.size(); i++) {
      Property property = properties.get(i);
      if (!property.ignored()) {
        text.append("    ")
            .append(ways.get(i).call(property.constant(), property.of("value")))
            .append(";\n");
      }
    }
    text.append("  }\n\n");
  }

  private void bean(List<Property> properties, List<Value> ways) {
    StringBuilder text = file.methods;
    text.append(part.reads())
        .append("    ")
        .append(self)
        .append(" read = value == null ? ")
        .append(blank == null ? "new " + self + "()" : blank)
        .append(" : value;\n");
    for (int i = 0; i < ways.size(); i++) {
      Property property = properties.get(i);
      String before = property.of("read");
      String setter = property.setter();
      if (setter == null) {
        line(before + " = " + ways.get(i).read(property.constant(), before) + ";");
      } else if (property.type().getKind().isPrimitive()) {
        line(setter.formatted("read", ways.get(i).read(property.constant(), before)) + ";");
      } else {
        // A setter may refuse the null that a missing field would give it. It is one line, for each
        // is an entry of the class's table of lines.
        String type = Names.text(property.type());
        line(
            "{ %s before = %s, after = %s; if (after != before) { %s; } }"
                .formatted(
                    type,
                    before,
                    ways.get(i).read(property.constant(), "before"),
                    setter.formatted("read", "after")));
      }
    }
    text.append("    return read;\n  }\n");
  }

  private void line(String code) {
    file.methods.append("    ").append(code).append("\n");
  }

  private void record(List<Property> properties, List<Value> ways) {
    StringBuilder text = file.methods;
    text.append(part.reads())
        .append("    if (value != null) {\n      return ")
        .append(part.method("over"))
        .append("(w, value);\n    }\n");
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < ways.size(); i++) {
      Property property = properties.get(i);
      arguments.add(property.ignored() ? zero(property) : ways.get(i).readNew(property.constant()));
    }
    made(arguments);
    text.append("\n");
    recordOf(
        "  /** Reads an object and takes the fields of another one where they are missing. */\n"
            + "  private "
            + (file.isGeneric() ? "" : "static ")
            + self
            + " "
            + part.method("over")
            + "(thaw.wire.Wire w, "
            + self
            + " value) {\n",
        "value",
        properties,
        ways);
  }

  private void recordOf(String head, String from, List<Property> properties, List<Value> ways) {
    file.methods.append(head);
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < ways.size(); i++) {
      Property property = properties.get(i);
      String before = property.of(from);
      arguments.add(property.ignored() ? before : ways.get(i).read(property.constant(), before));
    }
    made(arguments);
  }

  private void made(List<String> arguments) {
    StringBuilder text = file.methods;
    text.append("    return new ")
        .append(part.type().getQualifiedName())
        .append(file.isGeneric() ? "<>(" : "(");
    String before = "\n        ";
    for (String argument : arguments) {
      text.append(before).append(argument);
      before = ",\n        ";
    }
    text.append(");\n  }\n");
  }

  private static String zero(Property property) {
    String name = Names.text(property.type());
    int end = name.indexOf('<');
    String raw = end < 0 ? name : name.substring(0, end);
    return raw.startsWith("java.util.Optional") ? raw + ".empty()" : Names.zero(property.type());
  }

  /** The expression of what the user has as blank; null for none. */
  private @Nullable String blank(TypeElement type) {
    Element found = null;
    for (Element each : type.getEnclosedElements()) {
      if (each.getAnnotation(Blank.class) != null) {
        refuseBlank(type, each, found);
        found = each;
      }
    }
    return found == null ? mixedBlank(type) : code(type, found);
  }

  /** Returns what a mix-in marks with {@code Blank}. */
  private @Nullable String mixedBlank(TypeElement type) {
    for (MixIns.MixIn mixIn : mixIns.of(type)) {
      for (Element each : mixIn.members()) {
        if (each.getAnnotation(Blank.class) != null
            && each instanceof ExecutableElement method
            && sameErasure(method.getReturnType(), type)) {
          refuseBlank(type, each, null);
          return code(mixIn.on(), each);
        }
      }
    }
    return null;
  }

  private String code(TypeElement in, Element found) {
    return in.getQualifiedName()
        + "."
        + (file.isGeneric() && found.getKind() == ElementKind.METHOD ? arguments(found) : "")
        + found.getSimpleName()
        + (found.getKind() == ElementKind.METHOD ? "()" : "");
  }

  /** A generic method is called for the type's own parameters. */
  private String arguments(Element method) {
    if (((ExecutableElement) method).getTypeParameters().isEmpty()) {
      return "";
    }
    return self.substring(self.indexOf('<'));
  }

  private void refuseBlank(TypeElement type, Element element, @Nullable Element other) {
    String remedy = "let it be a static method without parameters that gives a " + self;
    if (other != null) {
      throw new Mistake(element, self + " has two blanks", "take @Blank from one of them");
    }
    if (!element.getModifiers().contains(Modifier.STATIC) || !Catalog.isOpen(element, file.home)) {
      throw new Mistake(element, "a blank must be static, and not private", remedy);
    }
    if (element.getKind() == ElementKind.METHOD) {
      ExecutableElement method = (ExecutableElement) element;
      if (!method.getParameters().isEmpty() || !sameErasure(method.getReturnType(), type)) {
        throw new Mistake(element, "a blank must be a " + self, remedy);
      }
    } else if (!sameErasure(element.asType(), type)) {
      throw new Mistake(element, "a blank must be a " + self, remedy);
    } else if (type.getKind() != ElementKind.RECORD) {
      throw new Mistake(
          element, "the blank of a class is filled, so that a constant cannot be it", remedy);
    }
  }

  private boolean sameErasure(TypeMirror one, TypeElement type) {
    return tools
        .types()
        .isSameType(tools.types().erasure(one), tools.types().erasure(type.asType()));
  }
}
