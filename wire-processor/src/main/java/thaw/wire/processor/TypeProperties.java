package thaw.wire.processor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.wire.Field;
import thaw.wire.Ignored;
import thaw.wire.Key;
import thaw.wire.Unknown;
import thaw.wire.With;

/** Finds the fields of a record or a bean, with their names and numbers. */
final class TypeProperties {
  private final List<Property> found = new ArrayList<>();
  private final Map<String, Element> byName = new HashMap<>();
  private final Map<Integer, Property> byNumber = new HashMap<>();
  private final Set<String> constants = new HashSet<>(Set.of("SHAPE", "DISCRIMINATOR"));
  private final Set<String> components = new HashSet<>();
  private int last;

  private TypeProperties() {}

  /** Returns the properties of a type in the order in which they are written. */
  static List<Property> of(TypeElement type, Tools tools, MixIns mixIns) {
    TypeProperties properties = new TypeProperties();
    if (type.getKind() == ElementKind.RECORD) {
      List<MixIns.MixIn> mixedIn = mixIns.of(type);
      for (RecordComponentElement component : type.getRecordComponents()) {
        properties.addComponent(component, mixedIn);
      }
      properties.refuseUnknown(type, mixedIn);
    } else {
      for (Bean.Part part : Bean.parts(type, tools, mixIns)) {
        properties.add(
            part.name(), part.name(), part.type(), part.marked(), part.getter(), part.setter());
      }
    }
    properties.refuseUnknownBefore();
    return List.copyOf(properties.found);
  }

  private void addComponent(RecordComponentElement component, List<MixIns.MixIn> mixIns) {
    String own = component.getSimpleName().toString();
    String name = own;
    List<Element> marked = new ArrayList<>();
    marked.add(component);
    boolean ignored = component.getAnnotation(Ignored.class) != null;
    for (MixIns.MixIn mixIn : mixIns) {
      name = mixIn.nameOf(own);
      for (Element member : mixIn.members()) {
        if (member.getSimpleName().contentEquals(own)) {
          marked.add(member);
          ignored |= member.getAnnotation(Ignored.class) != null;
        }
      }
    }
    components.add(own);
    String getter = "%s." + own + "()";
    if (ignored) {
      found.add(
          new Property(
              own,
              0,
              "",
              component.asType(),
              component,
              null,
              getter,
              null,
              true,
              Key.Integers.VARINT,
              "",
              false));
    } else {
      add(own, name, component.asType(), marked, getter, null);
    }
  }

  /**
   * Refuses mix-ins that name a component which the record does not have. Their order says nothing:
   * components are in the order of the constructor.
   */
  private void refuseUnknown(TypeElement type, List<MixIns.MixIn> mixIns) {
    for (MixIns.MixIn mixIn : mixIns) {
      for (String name : mixIn.names()) {
        if (components.stream().noneMatch(own -> mixIn.nameOf(own).equals(name))) {
          throw mixIn.unknownName(type, name);
        }
      }
      for (Element member : mixIn.members()) {
        if (Bean.isMarked(member) && !components.contains(member.getSimpleName().toString())) {
          throw mixIn.unknownMember(type, member);
        }
      }
    }
  }

  /** What is not known is only known behind all that is. */
  private void refuseUnknownBefore() {
    for (int i = 0; i < found.size() - 1; i++) {
      if (found.get(i).unknown()) {
        throw new Mistake(
            found.get(i).element(),
            "the fields that are not known come behind all others",
            "make this the last component or property");
      }
    }
  }

  private void addUnknown(
      String own, Element element, TypeMirror type, String getter, @Nullable String setter) {
    if (!Names.text(type).equals("byte[]")) {
      throw new Mistake(element, "@Unknown is on a " + Names.text(type), "make it a byte[]");
    }
    found.add(
        new Property(
            own, 0, "", type, element, null, getter, setter, false, Key.Integers.VARINT, "", true));
  }

  /**
   * Adds one.
   *
   * @param marked the elements that may have annotations; the first is where mistakes are reported
   */
  private void add(
      String own,
      String called,
      TypeMirror type,
      List<? extends Element> marked,
      String getter,
      @Nullable String setter) {
    String name = called;
    int number = last + 1;
    String tags = "";
    Property.Asked with = null;
    Element element = marked.get(0);
    Key.Integers integers = Key.Integers.VARINT;
    for (Element each : marked) {
      if (each.getAnnotation(Unknown.class) != null) {
        addUnknown(own, each, type, getter, setter);
        return;
      }
      Key key = each.getAnnotation(Key.class);
      if (key != null) {
        element = each;
        name = key.name().isEmpty() ? name : key.name();
        number = key.number() == 0 ? number : key.number();
        integers = key.integers();
        String given =
            tag("withLength", key.length(), each) + tag("withElements", key.elements(), each);
        tags = given.isEmpty() ? tags : given;
        refuseCode(key, each);
      }
      TypeMirror shape = Marks.type(each, With.class, "value");
      if (shape != null) {
        with = new Property.Asked(shape, each.getAnnotation(With.class).constant());
      }
    }
    requireNumber(number, element);
    requireName(name, element);
    Property property =
        new Property(
            name,
            number,
            Names.constant(own, constants),
            type,
            element,
            with,
            getter,
            setter,
            false,
            integers,
            tags,
            false);
    requireOwnNumber(byNumber.put(number, property), property, element);
    last = number;
    found.add(property);
  }

  private static void requireOwnNumber(
      @Nullable Property other, Property property, Element element) {
    if (other != null) {
      throw new Mistake(
          element,
          "the fields "
              + other.name()
              + " and "
              + property.name()
              + " both have the number "
              + property.number(),
          "give one of them another number with @Key(number = ...); without it, a field's number"
              + " is one more than that of the field before");
    }
  }

  private void requireName(String name, Element element) {
    if (byName.put(name, element) != null) {
      throw new Mistake(
          element,
          "two fields are called " + Names.literal(name),
          "give one of them another name with @Key(name = ...)");
    }
  }

  private static void requireNumber(int number, Element element) {
    if (number < 1 || number > Field.MAX_NUMBER) {
      throw new Mistake(
          element,
          "the number of a field cannot be " + number,
          "take one of 1 to " + Field.MAX_NUMBER);
    }
  }

  /** Returns the call of a method that gives a field a tag of FIX, or nothing for 0. */
  private static String tag(String method, int tag, Element at) {
    if (tag < 0 || tag > Field.MAX_NUMBER) {
      throw new Mistake(at, "a tag cannot be " + tag, "take one of 1 to " + Field.MAX_NUMBER);
    }
    return tag == 0 ? "" : "." + method + "(" + tag + ")";
  }

  private static void refuseCode(Key key, Element at) {
    if (!key.code().isEmpty()) {
      throw new Mistake(
          at,
          "a field has no code: " + Names.literal(key.code()),
          "give codes to the constants of the enum");
    }
  }
}
