package thaw.attribution;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.recording.Frame;

/**
 * Tells what one frame says of the cause of a sample. Read from the leaf to the root, the first
 * frame that says anything wins, so that nested work is exclusive: a class load inside verification
 * is a class load.
 *
 * <p>{@link FrameNames} has the names. A frame that none of them knows says nothing.
 */
public final class FrameRules {
  private final Map<Frame, Optional<Cause>> said = new HashMap<>();

  /** Returns whether a class belongs to the JDK, by its name. */
  static boolean isJdk(String className) {
    // Asked for every frame of every sample: most are told apart without a pattern.
    return className.startsWith("java.")
        || className.startsWith("jdk.")
        || className.startsWith("sun.")
        || (isDoubtful(className)
            && FrameNames.JDK_CLASS.matcher(className).matches()
            && !FrameNames.NOT_JDK.matcher(className).matches());
  }

  private static boolean isDoubtful(String className) {
    return className.startsWith("javax.")
        || className.startsWith("com.sun.")
        || className.startsWith("org.")
        || className.equals("?");
  }

  /** Returns whether the sample was taken in the probe's own work. */
  boolean isObserver(List<Frame> frames) {
    for (Frame frame : frames) {
      if (frame instanceof Frame.Java) {
        return false;
      }
      if (frame instanceof Frame.Native(String library, String symbol)
          && (library.equals("libthawprobe.so") || FrameNames.OBSERVER.matcher(symbol).find())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the kernel was handling a page fault, wherever in that it was. */
  boolean isPageFault(List<Frame> frames) {
    for (Frame frame : frames) {
      if (!(frame instanceof Frame.Kernel(String symbol))) {
        return false;
      }
      if (FrameNames.PAGE_FAULT.matcher(symbol).find()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether something else made the kernel take the CPU, such as a timer. */
  boolean isInterrupt(List<Frame> frames) {
    return frames.stream()
        .takeWhile(Frame.Kernel.class::isInstance)
        .anyMatch(frame -> FrameNames.INTERRUPT.matcher(frame.text()).find());
  }

  /**
   * Returns whether the JDK was about to find a class for the code below it: jars are opened and
   * inflated for other reasons as well.
   */
  public static boolean isClassLoading(List<Frame> frames) {
    for (Frame frame : frames) {
      switch (frame) {
        case Frame.Kernel _ -> {}
        case Frame.Native(String _, String symbol) -> {
          if (symbol.startsWith("SystemDictionary::") || symbol.startsWith("ClassFileParser::")) {
            return true;
          }
        }
        case Frame.Java(String className, String method, int _) -> {
          if (!isJdk(className)) {
            return false;
          }
          if (method.startsWith("loadClass")
              || method.startsWith("findClass")
              || method.startsWith("defineClass")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Returns the cause that a frame stands for; empty when it stands for none. */
  Optional<Cause> of(Frame frame) {
    return said.computeIfAbsent(frame, FrameRules::say);
  }

  private static Optional<Cause> say(Frame frame) {
    return switch (frame) {
      case Frame.Kernel(String symbol) -> first(FrameNames.KERNEL, symbol);
      case Frame.Native code -> say(code);
      case Frame.Java(String className, String method, int _) -> say(className, method);
    };
  }

  private static Optional<Cause> say(Frame.Native code) {
    String library = code.library();
    if (library.equals("libjvm.so")) {
      return first(FrameNames.JVM, code.symbol());
    }
    if (library.equals("libjimage.so")) {
      return Optional.of(Cause.CLASS_PARSE);
    }
    return library.equals("libzip.so") || library.startsWith("libz.so")
        ? Optional.of(Cause.JAR_IO)
        : Optional.empty();
  }

  private static Optional<Cause> first(List<FrameNames.Rule> rules, String name) {
    return rules.stream()
        .filter(rule -> rule.names().matcher(name).find())
        .map(FrameNames.Rule::cause)
        .findFirst();
  }

  private static Optional<Cause> say(String className, String method) {
    if (isJdk(className)) {
      if (isNeutral(className, method)) {
        return isLookup(className, method) ? Optional.of(Cause.REFLECTION) : Optional.empty();
      }
      Optional<Cause> known =
          FrameNames.JDK.stream()
              .filter(rule -> rule.names().matcher(className).matches())
              .map(FrameNames.Rule::cause)
              .findFirst();
      if (known.isPresent()) {
        return known;
      }
      if (isLookup(className, method)) {
        return Optional.of(Cause.REFLECTION);
      }
      return method.equals("<clinit>") ? Optional.of(Cause.STATIC_INIT) : Optional.empty();
    }
    if (FrameNames.JSON.matcher(className).matches()) {
      return Optional.of(Cause.JSON);
    }
    if (FrameNames.INJECTION.matcher(className).matches()) {
      return Optional.of(Cause.INJECTION);
    }
    return FrameNames.CRYPTO_LIBRARY.matcher(className).matches()
        ? Optional.of(Cause.CRYPTO)
        : Optional.empty(); // library code: whose it is decides
  }

  private static boolean isNeutral(String className, String method) {
    return (FrameNames.NEUTRAL.matcher(className).matches() && !method.equals("<clinit>"))
        || (className.equals("java.lang.invoke.DirectMethodHandle")
            && FrameNames.LINKED_HANDLE.matcher(method).matches());
  }

  /** {@code Class.getMethods} and the like. */
  private static boolean isLookup(String className, String method) {
    return (className.equals("java.lang.Class")
            && (method.startsWith("getDeclared")
                || method.startsWith("privateGet")
                || method.startsWith("getMethod")
                || method.startsWith("getField")
                || method.startsWith("getConstructor")
                || method.startsWith("getAnnotation")
                || method.startsWith("reflectionData")
                || method.startsWith("annotationData")
                || method.startsWith("getGeneric")))
        || (className.startsWith("java.lang.reflect.")
            && (method.startsWith("getGeneric")
                || method.startsWith("getAnnotation")
                || method.startsWith("newProxy")
                || method.startsWith("acquire")));
  }
}
