package thaw.wire.processor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import thaw.wire.Described;
import thaw.wire.Field;

/** Writes the methods of the shape of a sealed or abstract type, whose discriminator says which. */
final class AlternativesWriter {
  private static final String NUMBER = "@Described(discriminatorNumber = ...)";

  private final Tools tools;
  private final Catalog catalog;
  private final ShapeFile file;
  private final DescribedPart part;
  private final TypeElement type;
  private final String name;
  private final int number;

  AlternativesWriter(Tools tools, Catalog catalog, ShapeFile file, DescribedPart part) {
    this.tools = tools;
    this.catalog = catalog;
    this.file = file;
    this.part = part;
    type = part.type();
    Described described = type.getAnnotation(Described.class);
    name = described == null ? "type" : described.discriminator();
    number = described == null ? 127 : described.discriminatorNumber();
  }

  static boolean isFor(TypeElement type) {
    return type.getKind().isInterface()
        || (type.getKind() == ElementKind.CLASS && type.getModifiers().contains(Modifier.ABSTRACT));
  }

  void write() {
    if (file.isGeneric()) {
      throw new Mistake(
          type,
          "the alternatives of a type with type parameters cannot be described",
          "make it a type without parameters, or write its shape by hand and name it with @With");
    }
    if (number < 1 || number > Field.MAX_NUMBER) {
      throw new Mistake(
          type,
          "the number of a discriminator cannot be " + number,
          "take one of 1 to " + Field.MAX_NUMBER + " with " + NUMBER);
    }
    Map<String, TypeElement> alternatives = alternatives(type, tools);
    alternatives.values().forEach(this::refuseField);
    String discriminator = file.field(part, "DISCRIMINATOR", number, name, "");
    StringBuilder writes = new StringBuilder();
    StringBuilder reads = new StringBuilder();
    for (Map.Entry<String, TypeElement> each : alternatives.entrySet()) {
      branch(each.getValue(), Names.literal(each.getKey()), discriminator, writes, reads);
    }
    String known = String.join(", ", alternatives.keySet());
    file.methods.append(
        """

        %8$s            Class<?> type = value.getClass();
        %2$s    throw w.error(
                "no description of ".concat(type.getName()).concat(%5$s));
          }

        %9$s            String type = w.string(%10$s, null);
        %3$s    throw w.error(
                (type == null ? %4$s : %6$s.concat(type)).concat(%7$s));
          }
        """
            .formatted(
                Names.self(type),
                writes,
                reads,
                Names.literal("the field " + name + " is missing"),
                Names.literal(" as a " + type.getSimpleName() + ": known are " + known),
                Names.literal("no " + type.getSimpleName() + " is called "),
                Names.literal(": it must be one of " + known),
                part.writes(),
                part.reads(),
                discriminator));
  }

  /** Adds what is done for one alternative to both methods. */
  private void branch(
      TypeElement alternative,
      String literal,
      String discriminator,
      StringBuilder writes,
      StringBuilder reads) {
    String text = Names.self(alternative);
    String writing;
    String reading;
    if (catalog.isPart(alternative, file)) {
      DescribedPart other = file.partOf(alternative);
      writing = other.method("write") + "(w";
      reading = "(" + text + ") " + other.method("read") + "(w";
    } else {
      String shape = shape(alternative);
      writing = "writeFields(" + shape + ", w";
      reading = "readFields(" + shape + ", w";
    }
    writes.append(
        """
            if (type == %1$s.class) {
              w.string(%4$s, %2$s);
              %3$s, (%1$s) value);
              return;
            }
        """
            .formatted(text, literal, writing, discriminator));
    reads.append(
        """
            if (%2$s.equals(type)) {
              return %3$s, value instanceof %1$s same ? same : null);
            }
        """
            .formatted(text, literal, reading));
  }

  private String shape(TypeElement alternative) {
    String shape = catalog.shapeClass(alternative, type);
    TypeElement there = shape == null ? null : tools.elements().getTypeElement(shape);
    boolean written = catalog.isWrittenHere(alternative);
    if (shape == null
        || !alternative.getTypeParameters().isEmpty()
        || (!written && (there == null || !tools.isA(there.asType(), "thaw.wire.SplitShape")))) {
      throw new Mistake(
          type,
          "the alternative "
              + alternative.getQualifiedName()
              + " of "
              + type.getSimpleName()
              + " has no description that the processor has written",
          "annotate it with @Described, or name it in @DescribedTypes; it cannot have type"
              + " parameters or a shape of its own");
    }
    return shape + ".SHAPE";
  }

  /** Returns the alternatives by what the discriminator says. */
  static Map<String, TypeElement> alternatives(TypeElement type, Tools tools) {
    Set<TypeElement> concrete = new LinkedHashSet<>();
    List<TypeMirror> named = Marks.types(type, Described.class, "alternatives");
    if (named.isEmpty()) {
      collect(type, type, concrete);
    }
    for (TypeMirror each : named) {
      TypeElement element = Tools.element(each);
      if (element == null || !tools.types().isSubtype(each, type.asType())) {
        throw new Mistake(
            type,
            Names.text(each) + " is no " + type.getSimpleName(),
            "name types below it as its alternatives");
      }
      collect(type, element, concrete);
    }
    Map<String, TypeElement> byName = new LinkedHashMap<>();
    for (TypeElement each : concrete) {
      Described described = each.getAnnotation(Described.class);
      String as =
          described == null || described.as().isEmpty()
              ? each.getSimpleName().toString()
              : described.as();
      TypeElement other = byName.put(as, each);
      if (other != null) {
        throw new Mistake(
            type,
            other.getQualifiedName() + " and " + each.getQualifiedName() + " are both called " + as,
            "give one of them another name with @Described(as = ...)");
      }
    }
    return byName;
  }

  private static void collect(TypeElement type, TypeElement at, Set<TypeElement> concrete) {
    if (at.getKind() == ElementKind.ENUM) {
      throw new Mistake(
          type,
          "the alternative " + at.getQualifiedName() + " is an enum, which has no fields",
          "make it a record");
    }
    if (!isFor(at)) {
      concrete.add(at);
    }
    List<? extends TypeMirror> permitted = new ArrayList<>(at.getPermittedSubclasses());
    if (isFor(at) && permitted.isEmpty()) {
      throw new Mistake(
          type,
          at.equals(type)
              ? type.getQualifiedName() + " is abstract, and nothing says what there is of it"
              : "the alternative " + at.getQualifiedName() + " is abstract itself",
          "seal it, or name all concrete types with @Described(alternatives = ...)");
    }
    for (TypeMirror each : permitted) {
      TypeElement element = Tools.element(each);
      if (element != null) {
        collect(type, element, concrete);
      }
    }
  }

  /** Its fields are in the same object as the discriminator. */
  private void refuseField(TypeElement alternative) {
    for (Property property : TypeProperties.of(alternative, tools, catalog.mixIns)) {
      Element at = catalog.isCompiledHere(alternative) ? property.element() : type;
      if (property.name().equals(name) && !property.ignored()) {
        throw new Mistake(
            at,
            "a field of "
                + alternative.getQualifiedName()
                + " is called as the discriminator of "
                + type.getSimpleName()
                + ": "
                + name,
            "give one of them another name, with @Key(name = ...) or"
                + " @Described(discriminator = ...)");
      }
      if (property.number() == number) {
        throw new Mistake(
            at,
            "a field of "
                + alternative.getQualifiedName()
                + " has the number of the discriminator of "
                + type.getSimpleName()
                + ": "
                + number,
            "give one of them another number, with @Key(number = ...) or " + NUMBER);
      }
    }
  }
}
