package thaw.wire.processor;

import javax.lang.model.element.TypeElement;

/**
 * A type that a shape's class describes: the one that it is called after, or one of those that are
 * met in it.
 *
 * @param type the type
 * @param number 0 for the one that the class is called after
 * @param name what its methods and constants are called after; empty for that one
 */
record DescribedPart(TypeElement type, int number, String name) {
  boolean isFirst() {
    return number == 0;
  }

  /** The name of a method for it: {@code read}, {@code readLine}. */
  String method(String verb) {
    return verb + name;
  }

  /**
   * The head of the method that writes it, with the local variables {@code w} and {@code value}. A
   * part's takes an Object, so that all of them are of one descriptor in the class.
   */
  String writes() {
    return isFirst()
        ? "  @Override\n  protected void write(thaw.wire.Wire w, " + self() + " value) {\n"
        : "  private static void "
            + method("write")
            + "(thaw.wire.Wire w, Object object) {\n"
            + cast();
  }

  /** The head of the method that reads it, likewise. */
  String reads() {
    return isFirst()
        ? "  @Override\n  protected " + self() + " read(thaw.wire.Wire w, " + self() + " value) {\n"
        : "  private static Object "
            + method("read")
            + "(thaw.wire.Wire w, Object object) {\n"
            + cast();
  }

  private String cast() {
    return "    " + self() + " value = (" + self() + ") object;\n";
  }

  /** The type as code. */
  String self() {
    return Names.self(type);
  }
}
