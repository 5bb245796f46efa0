package thaw.wire.processor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * The mix-ins that stand for annotations in types that cannot be annotated, by those types' names.
 */
final class MixIns {
  private static final String NAME = thaw.wire.MixIn.class.getName();
  private static final String SEVERAL = thaw.wire.MixIn.Several.class.getCanonicalName();

  /**
   * The mix-in of a type.
   *
   * @param on the type that is annotated
   * @param names of fields in the order of documents; empty when it has none
   */
  record MixIn(TypeElement on, List<String> names) {
    /** The fields and methods of a type. */
    List<Element> members() {
      List<Element> members = new ArrayList<>();
      for (Element each : on.getEnclosedElements()) {
        if (each.getKind() == ElementKind.FIELD || each.getKind() == ElementKind.METHOD) {
          members.add(each);
        }
      }
      return members;
    }

    /** Returns the name of a property in documents: its own name when nothing else is said. */
    String nameOf(String property) {
      for (String name : names) {
        if (spelling(name).equals(spelling(property))) {
          return name;
        }
      }
      return property;
    }

    Mistake unknownName(TypeElement described, String name) {
      return new Mistake(
          on,
          described.getQualifiedName() + " has no property that is called as the field " + name,
          "name one that has a getter and a setter, and each once");
    }

    Mistake unknownMember(TypeElement described, Element member) {
      return new Mistake(
          on,
          described.getQualifiedName()
              + " has nothing that "
              + member.getSimpleName()
              + " stands for",
          "call it as a field, a getter or a setter is called");
    }
  }

  private final Map<String, List<MixIn>> byType = new HashMap<>();
  private final Set<String> used = new HashSet<>();

  /** Those that annotate a type. */
  void add(TypeElement element) {
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      String name = Names.text(mirror.getAnnotationType());
      if (name.equals(NAME)) {
        add(element, mirror);
      } else if (name.equals(SEVERAL)) {
        for (Object each : (List<?>) Objects.requireNonNull(Marks.value(mirror, "value"))) {
          add(element, (AnnotationMirror) ((AnnotationValue) each).getValue());
        }
      }
    }
  }

  private void add(TypeElement element, AnnotationMirror mirror) {
    Object names = Marks.value(mirror, "names");
    MixIn mixIn =
        new MixIn(
            element, names == null ? List.of() : List.of(names.toString().strip().split("\\s+")));
    for (TypeMirror type : Marks.types(mirror, "value")) {
      byType.computeIfAbsent(Names.text(type), each -> new ArrayList<>()).add(mixIn);
    }
  }

  /** Those of a type, in the order of the sources. */
  List<MixIn> of(TypeElement type) {
    String name = type.getQualifiedName().toString();
    used.add(name);
    return byType.getOrDefault(name, List.of());
  }

  /** Refuses those that nothing has asked for. */
  void refuseUnused() {
    for (Map.Entry<String, List<MixIn>> each : byType.entrySet()) {
      if (!used.contains(each.getKey())) {
        throw new Mistake(
            each.getValue().get(0).on(),
            "@MixIn names " + each.getKey() + ", which is not described here",
            "take it from there, or name the type in @DescribedTypes");
      }
    }
  }

  /** Returns what two spellings of one name have in common. */
  static String spelling(String name) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      if (Character.isLetterOrDigit(name.charAt(i))) {
        letters.append(name.charAt(i));
      }
    }
    return letters.toString().toLowerCase(Locale.ROOT);
  }
}
