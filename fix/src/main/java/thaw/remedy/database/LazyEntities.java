package thaw.remedy.database;

import com.sun.source.util.TreePath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import thaw.remedy.edit.JavaSources;

/** Tells whether anything of a module needs a proxy in the place of an entity. */
final class LazyEntities {
  private static final List<String> JPA = List.of("jakarta.persistence.", "javax.persistence.");
  private static final Set<String> TO_ONE = Set.of("ManyToOne", "OneToOne");

  /** Each gives an object whose state is read at its first use. */
  private static final Set<String> REFERENCES =
      Set.of("getReference", "getReferenceById", "getOne", "getById", "load", "byId");

  private static final List<String> SESSIONS =
      List.of(
          "jakarta.persistence.EntityManager",
          "javax.persistence.EntityManager",
          "org.hibernate.Session",
          "org.springframework.data.jpa.repository.JpaRepository");

  private LazyEntities() {}

  /** Returns the first place that needs one, as a fact. */
  static Optional<String> of(SettingsInCode code) {
    for (TypeElement type : code.sources().types()) {
      for (Element member : type.getEnclosedElements()) {
        if (member.getAnnotationMirrors().stream().anyMatch(LazyEntities::isLazy)) {
          TreePath path = code.sources().trees().getPath(member);
          return Optional.of(code.place(path) + " has an entity that is loaded lazily, by a proxy");
        }
      }
    }
    for (String session : SESSIONS) {
      Optional<String> reference =
          code.calls(session, REFERENCES::contains).stream()
              .findFirst()
              .map(call -> code.place(call.path()) + " asks for a proxy by " + call.method());
      if (reference.isPresent()) {
        return reference;
      }
    }
    return Optional.empty();
  }

  private static boolean isLazy(AnnotationMirror annotation) {
    String name = annotation.getAnnotationType().toString();
    return JPA.stream().anyMatch(home -> name.startsWith(home))
        && TO_ONE.contains(name.substring(name.lastIndexOf('.') + 1))
        && annotation.getElementValues().entrySet().stream()
            .anyMatch(each -> isFetch(each.getKey()) && isLazy(each.getValue()));
  }

  private static boolean isFetch(ExecutableElement member) {
    return member.getSimpleName().contentEquals("fetch");
  }

  private static boolean isLazy(AnnotationValue value) {
    return String.valueOf(value.getValue()).endsWith("LAZY");
  }

  /** Returns the classes of the module that JPA has to know, by their binary names. */
  static List<String> managed(JavaSources sources) {
    return sources.types().stream()
        .filter(type ->
            type.getAnnotationMirrors().stream()
                .map(each -> each.getAnnotationType().toString())
                .anyMatch(name ->
                    JPA.stream().anyMatch(name::startsWith)
                        && name.matches(".*\\.(Entity|Embeddable|MappedSuperclass|Converter)")))
        .map(type -> sources.elements().getBinaryName(type).toString())
        .sorted()
        .toList();
  }
}
