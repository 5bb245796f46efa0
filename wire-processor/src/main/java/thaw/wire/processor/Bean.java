package thaw.wire.processor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;
import thaw.wire.Ignored;
import thaw.wire.Key;
import thaw.wire.With;

/**
 * Finds the properties of a bean: public fields, and pairs of a getter and a setter. Those of its
 * superclasses come first; within a class they are in the order in which it first has the field,
 * the getter or the setter.
 */
final class Bean {
  /**
   * A property.
   *
   * @param marked its field, getter and setter, as far as there are any
   */
  record Part(
      String name, TypeMirror type, List<Element> marked, String getter, @Nullable String setter) {}

  /** What a class and those above it have of one name. */
  private static final class Members {
    private @Nullable VariableElement field;
    private @Nullable ExecutableElement getter;
    private final List<ExecutableElement> setters = new ArrayList<>();
    private boolean ignored;
    private @Nullable Element annotated;
    private final List<Element> all = new ArrayList<>();

    private void add(Members methods) {
      getter = methods.getter;
      setters.addAll(methods.setters);
      ignored |= methods.ignored;
      annotated = methods.annotated == null ? annotated : methods.annotated;
      all.addAll(methods.all);
    }
  }

  private final TypeElement type;
  private final Tools tools;
  private final Map<String, Members> byName = new LinkedHashMap<>();

  private Bean(TypeElement type, Tools tools) {
    this.type = type;
    this.tools = tools;
  }

  static List<Part> parts(TypeElement type, Tools tools) {
    Bean bean = new Bean(type, tools);
    bean.collect(type);
    bean.joinByCase();
    List<Part> parts = new ArrayList<>();
    for (Map.Entry<String, Members> entry : bean.byName.entrySet()) {
      Part part = bean.part(entry.getKey(), entry.getValue());
      if (part != null) {
        parts.add(part);
      }
    }
    if (parts.isEmpty() && bean.hasState()) {
      throw new Mistake(
          type,
          "no property of " + type.getQualifiedName() + " can be read and written",
          "give each a getter and a setter, make it a public field, or make the class a record");
    }
    return parts;
  }

  private void collect(TypeElement at) {
    TypeElement above = Tools.element(at.getSuperclass());
    if (above != null && !above.getQualifiedName().contentEquals("java.lang.Object")) {
      collect(above);
    }
    for (Element element : at.getEnclosedElements()) {
      if (element.getModifiers().contains(Modifier.STATIC)) {
        refuseMark(element, "it is static");
      } else if (element.getKind() == ElementKind.FIELD) {
        Members members = members(element.getSimpleName().toString());
        members.field = (VariableElement) element;
        note(members, element);
      } else if (element.getKind() == ElementKind.METHOD) {
        method((ExecutableElement) element);
      }
    }
  }

  private void method(ExecutableElement method) {
    if (!method.getModifiers().contains(Modifier.PUBLIC)) {
      refuseMark(method, "it is not public");
      return;
    }
    String name = method.getSimpleName().toString();
    int parameters = method.getParameters().size();
    TypeKind result = method.getReturnType().getKind();
    Members members;
    if (parameters == 0 && isName(name, "get") && result != TypeKind.VOID) {
      members = members(decapitalized(name.substring(3)));
      members.getter = method;
    } else if (parameters == 0 && isName(name, "is") && isBoolean(method.getReturnType())) {
      members = members(decapitalized(name.substring(2)));
      members.getter = method;
    } else if (parameters == 1 && isName(name, "set")) {
      members = members(decapitalized(name.substring(3)));
      members.setters.add(method);
    } else {
      refuseMark(method, "it is neither a getter nor a setter");
      return;
    }
    note(members, method);
  }

  /**
   * A field belongs to a getter that is called as it is but for capitals, as {@code url} to {@code
   * getURL}; its name is the property's.
   */
  private void joinByCase() {
    for (String name : List.copyOf(byName.keySet())) {
      Members field = byName.get(name);
      if (field == null
          || field.field == null
          || field.getter != null
          || !field.setters.isEmpty()) {
        continue;
      }
      for (Map.Entry<String, Members> other : List.copyOf(byName.entrySet())) {
        Members methods = other.getValue();
        if (methods != field && methods.field == null && other.getKey().equalsIgnoreCase(name)) {
          byName.remove(other.getKey());
          field.add(methods);
        }
      }
    }
  }

  private @Nullable Part part(String name, Members members) {
    if (members.ignored) {
      return null;
    }
    ExecutableElement getter = members.getter;
    VariableElement field = members.field;
    if (getter != null) {
      TypeMirror value = ((ExecutableType) of(getter)).getReturnType();
      for (ExecutableElement setter : members.setters) {
        if (tools
            .types()
            .isSameType(value, ((ExecutableType) of(setter)).getParameterTypes().get(0))) {
          return new Part(
              name,
              value,
              members.all,
              "." + getter.getSimpleName() + "()",
              setter.getSimpleName().toString());
        }
      }
    }
    if (field != null
        && field.getModifiers().contains(Modifier.PUBLIC)
        && !field.getModifiers().contains(Modifier.FINAL)
        && !field.getModifiers().contains(Modifier.TRANSIENT)) {
      return new Part(name, of(field), members.all, "." + field.getSimpleName(), null);
    }
    if (!members.setters.isEmpty()) {
      ExecutableElement setter = members.setters.get(0);
      throw new Mistake(
          setter,
          "the property " + name + " has a setter, but no getter of the same type",
          "add the getter, or @Ignored to the setter");
    }
    if (members.annotated != null) {
      throw new Mistake(
          members.annotated,
          "the property " + name + " cannot be read and written",
          "give it a getter and a setter, or make its field public");
    }
    return null;
  }

  /** A member's type, with what the bean's own superclasses make of type parameters. */
  private TypeMirror of(Element member) {
    return tools.types().asMemberOf((DeclaredType) type.asType(), member);
  }

  private Members members(String name) {
    return byName.computeIfAbsent(name, each -> new Members());
  }

  private static void note(Members members, Element element) {
    members.all.add(element);
    members.ignored |= element.getAnnotation(Ignored.class) != null;
    if (isMarked(element)) {
      members.annotated = element;
    }
  }

  private static void refuseMark(Element element, String why) {
    if (isMarked(element)) {
      throw new Mistake(
          element,
          "@Key and @With mean nothing on " + element.getSimpleName() + ": " + why,
          "put them on the field, the getter or the setter of a property");
    }
  }

  private static boolean isMarked(Element element) {
    return element.getAnnotation(Key.class) != null
        || Marks.type(element, With.class, "value") != null;
  }

  private boolean hasState() {
    for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
      if (!field.getModifiers().contains(Modifier.STATIC)
          && field.getAnnotation(Ignored.class) == null) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBoolean(TypeMirror type) {
    return type.getKind() == TypeKind.BOOLEAN || Names.text(type).equals("java.lang.Boolean");
  }

  private static boolean isName(String method, String prefix) {
    return method.startsWith(prefix)
        && method.length() > prefix.length()
        && !Character.isLowerCase(method.charAt(prefix.length()));
  }

  /** As the JavaBeans specification has it: {@code URL} stays as it is. */
  private static String decapitalized(String name) {
    return name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1))
        ? name
        : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }
}
