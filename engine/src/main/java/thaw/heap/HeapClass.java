package thaw.heap;

import java.util.List;

/**
 * A class of a heap dump.
 *
 * @param superId 0 for {@code java.lang.Object}
 * @param loaderId 0 for the boot loader
 * @param fields of instances, its own only
 */
record HeapClass(
    long id, String name, long superId, long loaderId, List<Static> statics, List<Field> fields) {
  /**
   * @param bits an object's id, or the value's bits
   */
  record Static(String name, JavaType type, long bits) {}

  record Field(String name, JavaType type) {}

  /** Returns whether the JVM made it for a lambda or by {@code defineHiddenClass}. */
  boolean isHidden() {
    return name.indexOf('+') >= 0 || name.contains("$$");
  }

  /** Returns the name without the address that the name of a hidden class ends with. */
  String shownName() {
    int address = name.indexOf('+');
    return address < 0 ? name : name.substring(0, address);
  }
}
