package thaw.attribution.finding;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import thaw.attribution.evidence.AnalysisContext;

/**
 * Finds what a handler takes and gives, as far as its descriptor tells: not the types of a list's
 * elements.
 */
final class HandlerTypes {
  private static final String AWS = "com.amazonaws.services.lambda.runtime.";

  /**
   * The end of a shape's class name: a type {@code a.Outer$Inner} has the shape {@code
   * a.Outer_InnerShape}.
   */
  private static final String SUFFIX = "Shape";

  private static final String OF_OTHERS = "thaw.described.";

  /** Thaw's client reads and writes them without a description, and without reflection. */
  private static final Set<String> PLAIN =
      Set.of(
          "java.lang.Object",
          "java.lang.String",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Double",
          "java.lang.Boolean",
          "java.lang.Void",
          "java.io.InputStream",
          "java.io.OutputStream",
          "java.util.List",
          "java.util.Map",
          AWS + "Context");

  private HandlerTypes() {}

  /** Returns whether Thaw's client needs no reflection for any of them. */
  static boolean areDescribed(AnalysisContext examined) {
    return of(examined).stream().allMatch(type -> isDescribed(examined, type));
  }

  private static List<String> of(AnalysisContext examined) {
    return examined.code().find(examined.settings().handlerClass()).stream()
        .flatMap(code -> code.methods().stream())
        .filter(method -> method.id().name().equals(examined.settings().handlerMethod()))
        .filter(method -> !method.isBridge())
        .map(method -> MethodTypeDesc.ofDescriptor(method.id().descriptor()))
        .flatMap(type -> Stream.concat(Stream.of(type.returnType()), type.parameterList().stream()))
        .filter(type -> !type.isPrimitive())
        .map(HandlerTypes::name)
        .distinct()
        .toList();
  }

  private static String name(ClassDesc type) {
    return type.isArray()
        ? type.displayName()
        : type.packageName().isEmpty()
            ? type.displayName()
            : type.packageName() + "." + type.displayName();
  }

  private static boolean isDescribed(AnalysisContext examined, String type) {
    String shape = type.replace('$', '_') + SUFFIX;
    Set<String> names = examined.evidence().classes().names();
    return PLAIN.contains(type)
        || type.startsWith(AWS + "events.")
        || names.contains(shape)
        || names.contains(OF_OTHERS + shape)
        || examined.code().supertypes(type).contains("thaw.wire.Wired");
  }
}
