package thaw.escape;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The instructions of a method that one compilation contains: it leaves to the interpreter those
 * behind a branch that was never taken, and those behind a class that was not loaded. Handlers of
 * exceptions count as reached when something else leads there.
 */
final class Reached {
  private final Compiled compiled;
  private final MethodCode code;
  private final Set<AbstractInsnNode> reached = new HashSet<>();
  private final Deque<AbstractInsnNode> next = new ArrayDeque<>();

  private Reached(Compiled compiled, MethodCode code) {
    this.compiled = compiled;
    this.code = code;
  }

  static Set<AbstractInsnNode> of(Compiled compiled, MethodCode code) {
    Reached walk = new Reached(compiled, code);
    walk.go(
        compiled.entryBci() > 0
            ? code.at(compiled.entryBci())
            : code.instructions().iterator().next());
    while (!walk.next.isEmpty()) {
      walk.from(walk.next.poll());
    }
    return walk.reached;
  }

  private void go(@Nullable AbstractInsnNode to) {
    if (to != null && reached.add(to)) {
      next.add(to);
    }
  }

  private void from(AbstractInsnNode instruction) {
    int bci = code.bci(instruction);
    if (bci >= 0 && compiled.isNeverReached(bci)) {
      return;
    }
    switch (instruction) {
      case JumpInsnNode jump when jump.getOpcode() == Opcodes.GOTO -> go(jump.label);
      case JumpInsnNode jump -> {
        Compiled.Branch branch = compiled.branch(bci);
        if (branch == null || branch.taken() != 0) {
          go(jump.label);
        }
        if (branch == null || branch.notTaken() != 0) {
          go(jump.getNext());
        }
      }
      case TableSwitchInsnNode choice -> {
        choice.labels.forEach(this::to);
        go(choice.dflt);
      }
      case LookupSwitchInsnNode choice -> {
        choice.labels.forEach(this::to);
        go(choice.dflt);
      }
      case InsnNode end when ends(end.getOpcode()) -> {}
      default -> go(instruction.getNext());
    }
  }

  private void to(LabelNode label) {
    go(label);
  }

  private static boolean ends(int opcode) {
    return opcode == Opcodes.ATHROW || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
  }
}
