package thaw.attribution.evidence;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * Has what checks need to know of one class file.
 *
 * @param name binary name
 * @param supertypes superclass and interfaces, but {@code Object}
 * @param sourceFile without folder; empty where the class file does not say
 */
public record ClassCode(
    String name, List<String> supertypes, String sourceFile, List<Method> methods) {
  /**
   * @param isBridge whether the compiler made it, for callers of a supertype
   * @param sites in the order of the bytecode
   * @param lines from the index of a bytecode to its line
   * @param strings constants that it loads
   * @param jumps index of each jump back, to where it goes: loops
   * @param keeps whether it puts an object into a field
   */
  public record Method(
      CallSite.MethodId id,
      boolean isAbstract,
      boolean isBridge,
      List<CallSite> sites,
      NavigableMap<Integer, Integer> lines,
      Set<String> strings,
      Map<Integer, Integer> jumps,
      boolean keeps) {
    /** Returns whether an instruction runs again and again. */
    public boolean loops(int bci) {
      return jumps.entrySet().stream()
          .anyMatch(jump -> jump.getValue() <= bci && bci <= jump.getKey());
    }
  }
}
