package thaw.wire.processor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
      String name, TypeMirror type, List<Element> marked, String getter, @Nullable String setter) {
    Part called(String newName) {
      return new Part(newName, type, marked, getter, setter);
    }
  }

  /** The members of one name that a class and its superclasses have. */
  private static final class Members {
    private @Nullable VariableElement field;
    private @Nullable ExecutableElement getter;
    private final List<ExecutableElement> setters = new ArrayList<>();
    private @Nullable ExecutableElement staticGetter;
    private @Nullable ExecutableElement staticSetter;
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
  private final MixIns mixIns;
  private final Map<String, Members> byName = new LinkedHashMap<>();

  private Bean(TypeElement type, Tools tools, MixIns mixIns) {
    this.type = type;
    this.tools = tools;
    this.mixIns = mixIns;
  }

  static List<Part> parts(TypeElement type, Tools tools, MixIns mixIns) {
    Bean bean = new Bean(type, tools, mixIns);
    bean.collect(type);
    bean.joinByCase();
    bean.mixIn(type);
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
    return bean.inOrder(parts);
  }

  /** Puts properties into the order of mix-ins: those that are named come first. */
  private List<Part> inOrder(List<Part> parts) {
    List<Part> left = new ArrayList<>(parts);
    List<Part> ordered = new ArrayList<>();
    for (MixIns.MixIn mixIn : mixIns.of(type)) {
      for (String name : mixIn.names()) {
        Part named = null;
        for (Part part : left) {
          if (MixIns.spelling(part.name()).equals(MixIns.spelling(name))) {
            named = part;
          }
        }
        if (named == null) {
          throw mixIn.unknownName(type, name);
        }
        left.remove(named);
        ordered.add(named.called(name));
      }
    }
    ordered.addAll(left);
    return ordered;
  }

  /** Those of superclasses too. */
  private void mixIn(TypeElement at) {
    TypeElement above = Tools.element(at.getSuperclass());
    if (above != null) {
      mixIn(above);
    }
    for (MixIns.MixIn mixIn : mixIns.of(at)) {
      for (Element member : mixIn.members()) {
        mixIn(mixIn, member);
      }
    }
  }

  private void mixIn(MixIns.MixIn mixIn, Element member) {
    boolean called = member instanceof ExecutableElement method && isCalled(method);
    if (!called && !isMarked(member) && member.getAnnotation(Ignored.class) == null) {
      return;
    }
    String own = member.getSimpleName().toString();
    String name = own;
    if (member.getKind() == ElementKind.METHOD) {
      name =
          isName(own, "get") || isName(own, "set")
              ? decapitalized(own.substring(3))
              : isName(own, "is") ? decapitalized(own.substring(2)) : "";
    }
    Members members = named(name);
    if (members == null) {
      throw mixIn.unknownMember(type, member);
    }
    if (called && isName(own, "set")) {
      members.staticSetter = (ExecutableElement) member;
    } else if (called) {
      members.staticGetter = (ExecutableElement) member;
    }
    note(members, member);
  }

  /** Returns whether a mix-in's method is a getter or setter itself, for it takes the object. */
  private boolean isCalled(ExecutableElement method) {
    String name = method.getSimpleName().toString();
    return method.getModifiers().contains(Modifier.STATIC)
        && (isName(name, "get") || isName(name, "set") || isName(name, "is"))
        && !method.getParameters().isEmpty()
        && tools.types().isSubtype(type.asType(), method.getParameters().get(0).asType());
  }

  private @Nullable Members named(String name) {
    Members members = byName.get(name);
    for (Map.Entry<String, Members> entry : byName.entrySet()) {
      if (members == null && entry.getKey().equalsIgnoreCase(name)) {
        members = entry.getValue();
      }
    }
    return members;
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
      if (field == null || field.field == null || field.getter != null) {
        continue;
      }
      for (Map.Entry<String, Members> other : List.copyOf(byName.entrySet())) {
        Members methods = other.getValue();
        if (methods != field
            && methods.field == null
            && (methods.getter != null || field.setters.isEmpty())
            && other.getKey().equalsIgnoreCase(name)) {
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
    if (members.staticGetter != null || members.staticSetter != null) {
      return mixed(name, members);
    }
    if (getter != null) {
      TypeMirror value = ((ExecutableType) of(getter)).getReturnType();
      ExecutableElement setter = setter(members, value);
      if (setter != null) {
        return new Part(
            name,
            value,
            members.all,
            "%s." + getter.getSimpleName() + "()",
            "%s." + setter.getSimpleName() + "(%s)");
      }
    }
    if (field != null
        && field.getModifiers().contains(Modifier.PUBLIC)
        && !field.getModifiers().contains(Modifier.FINAL)
        && !field.getModifiers().contains(Modifier.TRANSIENT)) {
      return new Part(name, of(field), members.all, "%s." + field.getSimpleName(), null);
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

  /** The setter of a type, or else one that takes its values: {@code Collection} for a list. */
  private @Nullable ExecutableElement setter(Members members, TypeMirror value) {
    ExecutableElement wider = null;
    for (ExecutableElement each : members.setters) {
      TypeMirror taken = ((ExecutableType) of(each)).getParameterTypes().get(0);
      if (tools.types().isSameType(value, taken)) {
        return each;
      }
      if (!value.getKind().isPrimitive() && tools.types().isSubtype(value, taken)) {
        wider = each;
      }
    }
    return wider;
  }

  /** A property whose getter or setter a mix-in has. */
  private Part mixed(String name, Members members) {
    ExecutableElement getter = members.staticGetter;
    ExecutableElement setter = members.staticSetter;
    TypeMirror value =
        getter != null
            ? getter.getReturnType()
            : Objects.requireNonNull(setter).getParameters().get(1).asType();
    String get =
        getter != null
            ? code(getter, "%s")
            : members.getter != null ? "%s." + members.getter.getSimpleName() + "()" : null;
    String set = setter != null ? code(setter, "%s, %s") : null;
    ExecutableElement own = setter(members, value);
    if (set == null && own != null) {
      set = "%s." + own.getSimpleName() + "(%s)";
    }
    if (get == null || set == null) {
      throw new Mistake(
          getter != null ? getter : Objects.requireNonNull(setter),
          "the property "
              + name
              + " has no "
              + (get == null ? "getter" : "setter")
              + " of its type",
          "give the mix-in one as well");
    }
    return new Part(name, value, members.all, get, set);
  }

  private static String code(ExecutableElement method, String arguments) {
    List<? extends VariableElement> parameters = method.getParameters();
    boolean takesWire =
        Names.text(parameters.get(parameters.size() - 1).asType()).equals("thaw.wire.Wire");
    return Objects.requireNonNull((TypeElement) method.getEnclosingElement()).getQualifiedName()
        + "."
        + method.getSimpleName()
        + "("
        + arguments
        + (takesWire ? ", w)" : ")");
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

  static boolean isMarked(Element element) {
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

  /** Makes a property's name as the JavaBeans specification does: {@code URL} stays as it is. */
  private static String decapitalized(String name) {
    return name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1))
        ? name
        : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }
}
