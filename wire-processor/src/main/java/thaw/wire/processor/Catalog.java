package thaw.wire.processor;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;
import thaw.wire.Described;
import thaw.wire.With;

/** Knows which types are described, by what, and which are still to be described. */
final class Catalog {
  static final String SHAPE = "thaw.wire.Shape";
  private static final String DESCRIBED = "thaw.described";

  /**
   * A type to be described.
   *
   * @param type the type
   * @param origin what asks for it; mistakes in types of libraries are reported there
   */
  record Job(TypeElement type, Element origin) {}

  /** The mix-ins, which stand for annotations in types of libraries. */
  final MixIns mixIns = new MixIns();

  private final Tools tools;
  private final Set<String> compiled = new HashSet<>();
  private final Map<String, TypeElement> custom = new HashMap<>();
  private final Map<String, Job> jobs = new HashMap<>();
  private final Queue<Job> queue = new ArrayDeque<>();
  private final Set<String> parts = new HashSet<>();

  Catalog(Tools tools) {
    this.tools = tools;
  }

  /** A class that is compiled here, and is not inside another one. */
  void compiles(TypeElement outermost) {
    compiled.add(outermost.getQualifiedName().toString());
  }

  boolean isCompiledHere(TypeElement type) {
    return compiled.contains(Names.outermost(type).getQualifiedName().toString());
  }

  /** Has a type described, once. */
  void describe(TypeElement type, Element origin) {
    Job job = new Job(type, origin);
    if (jobs.putIfAbsent(type.getQualifiedName().toString(), job) == null) {
      queue.add(job);
    }
  }

  /** Has another attempt at a type, as the compiler knows it now. */
  void describeAgain(Job job) {
    String name = job.type().getQualifiedName().toString();
    TypeElement type = tools.elements().getTypeElement(name);
    if (type != null) {
      Job again = new Job(type, job.origin());
      jobs.put(name, again);
      queue.add(again);
    }
  }

  @Nullable Job next() {
    return queue.poll();
  }

  /** A shape of somebody's, for its type wherever it is met. */
  void useEverywhere(TypeMirror shape, Element origin) {
    TypeElement element = Tools.element(shape);
    DeclaredType as = element == null ? null : tools.as(element.asType(), SHAPE);
    TypeElement described = as == null ? null : Tools.element(as.getTypeArguments().get(0));
    if (element == null || described == null) {
      throw new Mistake(
          origin,
          Names.text(shape) + " says not of which class it is a shape",
          "let it extend Shape<T> of a class T");
    }
    custom.put(described.getQualifiedName().toString(), element);
  }

  /** The shape that was given for a type everywhere. */
  @Nullable TypeElement custom(TypeElement type) {
    TypeElement given = custom.get(type.getQualifiedName().toString());
    if (given != null) {
      return given;
    }
    TypeMirror with = Marks.type(type, With.class, "value");
    if (with != null && !type.getAnnotation(With.class).constant().equals("SHAPE")) {
      throw new Mistake(
          type,
          "@With on a type names a constant: " + type.getAnnotation(With.class).constant(),
          "call it SHAPE, or put @With on each property");
    }
    return with == null ? null : Tools.element(with);
  }

  /** The package of the shape that is written for a type. */
  String packageOf(TypeElement type) {
    String own = Names.packageOf(type).getQualifiedName().toString();
    return isCompiledHere(type) ? own : own.isEmpty() ? DESCRIBED : DESCRIBED + "." + own;
  }

  /** Lets types of libraries be parts of those that refer to them. */
  void usePart(TypeMirror type) {
    parts.add(Names.text(type));
  }

  /**
   * Returns whether a type is described in the class of another one that refers to it. That costs a
   * program no class. A type that somebody asks for has a class of its own; so have those that need
   * the access of their own package, and generic ones, which are made with the shapes of their
   * arguments.
   */
  boolean isPart(TypeElement type, ShapeFile file) {
    if (isWrittenHere(type)
        || type.getAnnotation(Described.class) != null
        || file.isGeneric()
        || !type.getTypeParameters().isEmpty()
        || !isDescribable(type)
        || hasShape(type)) {
      return false;
    }
    if (isCompiledHere(type)) {
      return Names.packageOf(type).equals(Names.packageOf(file.type));
    }
    return parts.contains(type.getQualifiedName().toString()) || isInsideOneWrittenHere(type);
  }

  private boolean isInsideOneWrittenHere(TypeElement type) {
    for (Element at = type.getEnclosingElement();
        at instanceof TypeElement outer;
        at = at.getEnclosingElement()) {
      if (isWrittenHere(outer)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a class is there that is the shape of a type. */
  private boolean hasShape(TypeElement type) {
    TypeElement there = tools.elements().getTypeElement(beside(type));
    return (there != null && tools.isA(there.asType(), SHAPE))
        || tools.elements().getTypeElement(DESCRIBED + "." + beside(type)) != null;
  }

  private static String beside(TypeElement type) {
    String own = Names.packageOf(type).getQualifiedName().toString();
    return (own.isEmpty() ? "" : own + ".") + Names.shapeClass(type);
  }

  /** Returns whether a shape is or will be written for a type in this compilation. */
  boolean isWrittenHere(TypeElement type) {
    return jobs.containsKey(type.getQualifiedName().toString());
  }

  /**
   * The class of a described type's shape, written by the processor or beside it: its full name, or
   * null when there is none. Types that are compiled here are described when they are asked for.
   */
  @Nullable String shapeClass(TypeElement type, Element at) {
    String beside = beside(type);
    if (!isWrittenHere(type)) {
      TypeElement there = tools.elements().getTypeElement(beside);
      boolean here = isCompiledHere(type);
      if (there != null && tools.isA(there.asType(), SHAPE) && (!here || isCompiledHere(there))) {
        return beside;
      }
      String other = DESCRIBED + "." + beside;
      if (!here) {
        return tools.elements().getTypeElement(other) == null ? null : other;
      }
      if (!isDescribable(type)) {
        return null;
      }
      describe(type, at);
    }
    String packageName = packageOf(type);
    return (packageName.isEmpty() ? "" : packageName + ".") + Names.shapeClass(type);
  }

  private boolean isDescribable(TypeElement type) {
    return constant(type, type.asType()) == null && !tools.isA(type.asType(), "thaw.wire.Wired");
  }

  /** Returns the expression for an instance of a shape that somebody wrote. */
  Expr instance(TypeElement shape, Element at, PackageElement from) {
    String name = shape.getQualifiedName().toString();
    if (constant(shape, null) != null && Tools.isVisible(shape, from)) {
      return new Expr(name + ".SHAPE", Expr.Place.OTHERS, true);
    }
    if (!shape.getModifiers().contains(Modifier.ABSTRACT)
        && Tools.isVisible(shape, from)
        && shape.getTypeParameters().isEmpty()) {
      for (ExecutableElement constructor :
          ElementFilter.constructorsIn(shape.getEnclosedElements())) {
        if (constructor.getParameters().isEmpty() && isOpen(constructor, from)) {
          return Expr.call("new " + name, Expr.Place.OTHERS);
        }
      }
    }
    throw new Mistake(
        at,
        "no instance of the shape " + name + " can be had here",
        "give it a constant SHAPE, or a constructor without parameters, that the package "
            + from.getQualifiedName()
            + " may use");
  }

  /**
   * The constant {@code SHAPE} of a class.
   *
   * @param described that it must be a shape of; null for any
   */
  @Nullable VariableElement constant(TypeElement type, @Nullable TypeMirror described) {
    return constant(type, "SHAPE", described);
  }

  /** The same of another name. */
  @Nullable VariableElement constant(
      TypeElement type, String name, @Nullable TypeMirror described) {
    for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
      if (field.getSimpleName().contentEquals(name)
          && field.getModifiers().contains(Modifier.STATIC)
          && !field.getModifiers().contains(Modifier.PRIVATE)) {
        DeclaredType as = tools.as(field.asType(), SHAPE);
        if (as != null
            && (described == null
                || (as.getTypeArguments().size() == 1
                    && tools.types().isSameType(as.getTypeArguments().get(0), described)))) {
          return field;
        }
      }
    }
    return null;
  }

  /** Returns whether code of a package may use a member, given that it may name its class. */
  static boolean isOpen(Element member, PackageElement from) {
    return Names.packageOf(member).equals(from)
        ? !member.getModifiers().contains(Modifier.PRIVATE)
        : member.getModifiers().contains(Modifier.PUBLIC);
  }

  /** A constructor without parameters of a class that is not abstract. */
  static boolean isMade(TypeElement type, PackageElement from) {
    if (type.getKind() != ElementKind.CLASS || type.getModifiers().contains(Modifier.ABSTRACT)) {
      return false;
    }
    for (ExecutableElement constructor : ElementFilter.constructorsIn(type.getEnclosedElements())) {
      if (constructor.getParameters().isEmpty() && isOpen(constructor, from)) {
        return true;
      }
    }
    return false;
  }
}
