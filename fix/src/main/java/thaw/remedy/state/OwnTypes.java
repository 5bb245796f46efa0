package thaw.remedy.state;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import thaw.remedy.edit.JavaSources;

/** The classes that a module declares, and how they depend on each other. */
record OwnTypes(JavaSources sources) {
  static List<? extends Tree> members(TreePath declared) {
    return ((ClassTree) declared.getLeaf()).getMembers();
  }

  static boolean isInitialiser(Tree member) {
    return member instanceof BlockTree
        || member instanceof VariableTree field && field.getInitializer() != null;
  }

  /** A class, and all that extend or implement it. */
  List<TypeElement> withSubtypes(TypeElement type) {
    Types types = sources.typeUtilities();
    List<TypeElement> all = new ArrayList<>(List.of(type));
    for (TypeElement each : sources.types()) {
      if (!each.equals(type)
          && types.isSubtype(types.erasure(each.asType()), types.erasure(type.asType()))) {
        all.add(each);
      }
    }
    return all;
  }

  /** The project's methods that may run when this one of the project's is called. */
  List<ExecutableElement> overriding(ExecutableElement called) {
    if (called.getKind() != ElementKind.METHOD
        || called.getModifiers().contains(Modifier.STATIC)
        || sources.trees().getPath(called) == null) {
      return List.of();
    }
    List<ExecutableElement> all = new ArrayList<>();
    for (TypeElement type : sources.types()) {
      for (Element member : type.getEnclosedElements()) {
        if (member instanceof ExecutableElement method
            && method.getSimpleName().equals(called.getSimpleName())
            && sources.elements().overrides(method, called, type)) {
          all.add(method);
        }
      }
    }
    return all;
  }

  /** A static field's initialiser must not. */
  boolean throwsChecked(ExecutableElement called) {
    return called.getThrownTypes().stream()
        .filter(thrown -> thrown.getKind() == TypeKind.DECLARED)
        .anyMatch(
            thrown -> !is(thrown, "java.lang.RuntimeException") && !is(thrown, "java.lang.Error"));
  }

  /** Returns whether a type is a subtype of one that is known by name. */
  boolean is(TypeMirror type, String name) {
    TypeElement known = sources.elements().getTypeElement(name);
    return known != null
        && type.getKind() == TypeKind.DECLARED
        && sources
            .typeUtilities()
            .isSubtype(
                sources.typeUtilities().erasure(type),
                sources.typeUtilities().erasure(known.asType()));
  }

  /** One of the project's. */
  Optional<TypeElement> superclass(TypeElement type) {
    return type.getSuperclass() instanceof DeclaredType above
            && above.asElement() instanceof TypeElement element
            && sources.trees().getPath(element) != null
        ? Optional.of(element)
        : Optional.empty();
  }
}
