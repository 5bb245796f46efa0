package thaw.escape;

/**
 * A method.
 *
 * @param className binary name, with dots
 * @param name as in the class file: {@code <init>}
 * @param descriptor as in the class file
 */
public record MethodName(String className, String name, String descriptor) {
  /**
   * Parses a name as the JVM's log writes it: {@code com.example.Reader read
   * (Ljava/lang/String;)I}.
   */
  static MethodName parse(String text) {
    String[] parts = text.split(" ", 3);
    return new MethodName(
        parts[0].replace('/', '.'),
        parts.length > 1 ? parts[1] : "",
        parts.length > 2 ? parts[2] : "");
  }

  /**
   * Tells whether the class is in no file because the JVM made it for a lambda or a method handle.
   */
  boolean isHidden() {
    return className.contains("$$Lambda") || className.startsWith("java.lang.invoke.LambdaForm$");
  }

  /** The class of a lambda. */
  boolean isLambda() {
    return className.contains("$$Lambda");
  }

  /** {@code Reader.read}, without package and descriptor. */
  public String simple() {
    return simpleClass() + "." + (name.equals("<init>") ? "new" : name);
  }

  /** The class without its package. */
  String simpleClass() {
    return simple(className);
  }

  static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
