package thaw.recording;

/**
 * Names of classes that are made at run time. The JVM appends the address to the name of a hidden
 * class (JEP 371), and up to JDK 17 a running number to {@code $$Lambda}; Guice and CGLIB append a
 * hash. All differ from run to run, so that equal classes of two runs would never be counted as
 * one.
 */
final class GeneratedClass {
  private static final String LAMBDA = "$$Lambda";

  private GeneratedClass() {}

  /**
   * The name without address, running number and hash: {@code a.B$$Lambda} of {@code
   * a.B$$Lambda$14/0x00007f1d60000a08}, {@code a.B$$FastClassByGuice} of {@code
   * a.B$$FastClassByGuice$$f3d34}; names of other classes as they are.
   *
   * @param name with the address behind {@code /} (logs, {@link Class#getName}), {@code .} (JVMTI)
   *     or {@code +} (the JVM's own symbols)
   */
  static String named(String name) {
    if (name.indexOf('$') < 0 && name.indexOf("0x") < 0) {
      return name; // nearly all
    }
    int address = name.lastIndexOf("0x");
    if (address > 1 && isSeparator(name.charAt(address - 1)) && isHex(name, address + 2)) {
      return withoutNumber(name.substring(0, address - 1));
    }
    int hash = name.lastIndexOf("$$");
    if (hash > 0 && isHex(name, hash + 2) && name.lastIndexOf("By", hash) > name.indexOf("$$")) {
      return name.substring(0, hash);
    }
    return withoutNumber(name);
  }

  private static String withoutNumber(String name) {
    int lambda = name.lastIndexOf(LAMBDA);
    if (lambda < 0) {
      return name;
    }
    int end = lambda + LAMBDA.length();
    if (end + 1 >= name.length() || name.charAt(end) != '$') {
      return name;
    }
    for (int i = end + 1; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return name;
      }
    }
    return name.substring(0, end);
  }

  private static boolean isSeparator(char c) {
    return c == '/' || c == '.' || c == '+';
  }

  private static boolean isHex(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return from < text.length();
  }
}
