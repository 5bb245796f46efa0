package thaw.runtime;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Finds what a class gives for the type parameters of an interface, through all its supertypes. */
final class TypeArguments {
  private final Class<?> type;

  /** The arguments for the type's own parameters; null when they are not given. */
  private final Type @Nullable [] given;

  private TypeArguments(Class<?> type, Type @Nullable [] given) {
    this.type = type;
    this.given = given;
  }

  /**
   * Searches the interfaces of a class, then its super class, then those of these.
   *
   * @return null when the class has the interface without arguments, or not at all
   */
  static Type @Nullable [] of(Class<?> type, Class<?> wanted) {
    ArrayDeque<TypeArguments> open = new ArrayDeque<>();
    open.add(new TypeArguments(type, null));
    while (!open.isEmpty()) {
      TypeArguments at = open.remove();
      for (Type each : at.type.getGenericInterfaces()) {
        TypeArguments found = at.of(each);
        if (each instanceof ParameterizedType && found.type == wanted) {
          return found.given;
        }
        open.add(found);
      }
      Type superclass = at.type.getGenericSuperclass();
      if (superclass != null) {
        open.add(at.of(superclass));
      }
    }
    return null;
  }

  /** A super type of this one. */
  private TypeArguments of(Type supertype) {
    if (!(supertype instanceof ParameterizedType generic)) {
      return new TypeArguments((Class<?>) supertype, null);
    }
    Type[] arguments = generic.getActualTypeArguments();
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] instanceof TypeVariable<?> variable) {
        arguments[i] = resolved(variable);
      }
    }
    return new TypeArguments((Class<?>) generic.getRawType(), arguments);
  }

  private Type resolved(TypeVariable<?> variable) {
    if (given != null) {
      TypeVariable<?>[] parameters = type.getTypeParameters();
      for (int i = 0; i < parameters.length; i++) {
        if (parameters[i].getName().equals(variable.getName())) {
          return given[i];
        }
      }
    }
    return variable;
  }
}
