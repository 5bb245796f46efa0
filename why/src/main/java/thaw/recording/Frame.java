package thaw.recording;

/** One frame of a stack. */
public sealed interface Frame {
  /** Returns the name of the frame in flame graphs. */
  String text();

  /**
   * A Java method.
   *
   * @param className binary name, such as {@code java.util.Map$Entry}; of a hidden class without
   *     the number that the JVM gave it
   * @param method such as {@code <clinit>}
   * @param bci index of the bytecode that runs; negative where that is not known (native methods)
   */
  record Java(String className, String method, int bci) implements Frame {
    @Override
    public String text() {
      return className + "." + method;
    }
  }

  /**
   * A function of the JVM or of a library.
   *
   * @param library file name without folder, such as {@code libjvm.so}
   * @param symbol demangled; {@code ?} where the library has no symbols
   */
  record Native(String library, String symbol) implements Frame {
    @Override
    public String text() {
      return symbol.equals("?") ? library : symbol;
    }
  }

  /**
   * A function of the kernel.
   *
   * @param symbol {@code ?} where the kernel keeps its symbols to itself
   */
  record Kernel(String symbol) implements Frame {
    @Override
    public String text() {
      return symbol.equals("?") ? "[kernel]" : symbol;
    }
  }
}
