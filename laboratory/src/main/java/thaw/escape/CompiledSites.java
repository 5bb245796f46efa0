package thaw.escape;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/** Finds the allocating instructions of a method that one compilation contains. */
final class CompiledSites {
  private CompiledSites() {}

  static List<Site> in(Compiled compiled, MethodCode code) {
    List<Site> sites = code.sites();
    if (sites.isEmpty()) {
      return sites;
    }
    Set<AbstractInsnNode> reached = Reached.of(compiled, code);
    return sites.stream().filter(site -> isIn(site, compiled, code, reached)).toList();
  }

  private static boolean isIn(
      Site site, Compiled compiled, MethodCode code, Set<AbstractInsnNode> reached) {
    AbstractInsnNode made = code.at(site.at().bci());
    if (made == null || !reached.contains(made)) {
      return false;
    }
    return switch (site.kind()) {
      case ARRAY -> true; // the log has nothing of it
      case BOX, LAMBDA -> !compiled.calls(site.at().bci()).isEmpty();
      case OBJECT -> isConstructed(made, compiled, code);
    };
  }

  /** The log tells of the constructor's call where it tells nothing of the object's making. */
  private static boolean isConstructed(AbstractInsnNode made, Compiled compiled, MethodCode code) {
    for (AbstractInsnNode each : code.instructions()) {
      if (each instanceof MethodInsnNode call && call.name.equals("<init>")) {
        Frame<SourceValue> frame = code.before(call);
        int arguments = org.objectweb.asm.Type.getArgumentTypes(call.desc).length;
        if (frame != null
            && frame.getStack(frame.getStackSize() - 1 - arguments).insns.contains(made)) {
          return !compiled.calls(code.bci(call)).isEmpty();
        }
      }
    }
    return false;
  }
}
