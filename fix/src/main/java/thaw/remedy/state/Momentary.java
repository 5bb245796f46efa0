package thaw.remedy.state;

import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Calls whose result belongs to the moment or to the thread: taken in init it may be another one,
 * and with a snapshot it is days old, and the same in all environments. Calls that decide at run
 * time what is called are no better known.
 */
final class Momentary {
  private static final Set<String> METHODS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.Math.random",
          "java.lang.StrictMath.random",
          "java.util.UUID.randomUUID",
          "java.util.concurrent.ThreadLocalRandom.current",
          "java.util.Calendar.getInstance",
          "java.security.SecureRandom.getInstance",
          "java.security.SecureRandom.getInstanceStrong",
          "java.lang.Thread.currentThread",
          "java.lang.ThreadLocal.get",
          "java.lang.ProcessHandle.current",
          "java.io.File.createTempFile",
          "java.nio.file.Files.createTempFile",
          "java.nio.file.Files.createTempDirectory");

  private static final Set<String> CONSTRUCTORS =
      Set.of(
          "java.util.Date",
          "java.util.GregorianCalendar",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.security.SecureRandom");

  private static final Set<String> REFLECTIVE =
      Set.of(
          "java.lang.Class.forName",
          "java.lang.Class.newInstance",
          "java.lang.ClassLoader.loadClass",
          "java.lang.reflect.Method.invoke",
          "java.lang.reflect.Constructor.newInstance",
          "java.lang.invoke.MethodHandle.invoke",
          "java.lang.invoke.MethodHandle.invokeExact");

  /**
   * Names of variables and properties that an invocation sets, and of credentials, which a
   * snapshot's init does not have.
   */
  private static final String OF_INVOCATION =
      "_X_AMZN_TRACE_ID|com\\.amazonaws\\.xray\\..*|AWS_(ACCESS|SECRET|SESSION).*";

  private Momentary() {}

  /** Returns why a call's result is not the same in init; empty when it may be. */
  static Optional<String> of(ExecutableElement called) {
    if (!(called.getEnclosingElement() instanceof TypeElement type)) {
      return Optional.empty();
    }
    String owner = type.getQualifiedName().toString();
    String name = owner + "." + called.getSimpleName();
    boolean isConstructor = called.getSimpleName().contentEquals("<init>");
    if (METHODS.contains(name)
        || isConstructor && CONSTRUCTORS.contains(owner) && isOfTheMoment(called)
        || owner.startsWith("java.time.") && called.getSimpleName().contentEquals("now")) {
      return Optional.of("it depends on the moment or the thread: " + name);
    }
    return REFLECTIVE.contains(name)
        ? Optional.of("a name decides at run time what it calls: " + name)
        : Optional.empty();
  }

  /** A date or a seed that is given is no chance. */
  private static boolean isOfTheMoment(ExecutableElement constructor) {
    return constructor.getParameters().isEmpty();
  }

  /**
   * Returns why a setting that is read by its name is not the same in init; empty when it may be.
   */
  static Optional<String> ofSetting(ExecutableElement called, String name) {
    return String.valueOf(called.getEnclosingElement()).equals("java.lang.System")
            && name.matches(OF_INVOCATION)
        ? Optional.of("it reads " + name + ", which is another one in an invocation")
        : Optional.empty();
  }
}
