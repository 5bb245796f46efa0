package thaw.race;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The values at one instruction. What is put into an object that was made here becomes part of it.
 */
final class OriginFrame extends Frame<ReadOrigins> {
  OriginFrame(int locals, int maxStack) {
    super(locals, maxStack);
  }

  OriginFrame(Frame<? extends ReadOrigins> other) {
    super(other);
  }

  @Override
  public void execute(AbstractInsnNode instruction, Interpreter<ReadOrigins> interpreter)
      throws AnalyzerException {
    int given = given(instruction);
    ReadOrigins target = given == 0 ? ReadOrigins.none(1) : fromTop(given);
    Set<Integer> put = given == 0 ? Set.of() : readsOfTop(given);
    super.execute(instruction, interpreter);
    if (target.made() != ReadOrigins.NOT_HERE && !put.isEmpty()) {
      for (int i = 0; i < getLocals(); i++) {
        if (getLocal(i).made() == target.made()) {
          setLocal(i, getLocal(i).and(put));
        }
      }
      for (int i = 0; i < getStackSize(); i++) {
        if (getStack(i).made() == target.made()) {
          setStack(i, getStack(i).and(put));
        }
      }
    }
  }

  /**
   * Returns the number of values above the target that an instruction puts into it; 0 if it has no
   * target.
   */
  private static int given(AbstractInsnNode instruction) {
    return switch (instruction.getOpcode()) {
      case Opcodes.PUTFIELD -> 1;
      case Opcodes.AASTORE, Opcodes.IASTORE, Opcodes.LASTORE -> 2;
      case Opcodes.INVOKESPECIAL, Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE ->
          Type.getArgumentCount(((MethodInsnNode) instruction).desc);
      default -> 0;
    };
  }

  private ReadOrigins fromTop(int depth) {
    return getStack(getStackSize() - 1 - depth);
  }

  /** Returns the reads of which the topmost values on the stack were made. */
  Set<Integer> readsOfTop(int count) {
    Set<Integer> reads = new HashSet<>();
    for (int i = 0; i < count; i++) {
      reads.addAll(fromTop(i).reads());
    }
    return reads;
  }
}
