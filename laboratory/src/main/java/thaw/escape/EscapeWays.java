package thaw.escape;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * The ways by which one object leaves one compilation: follows it through the bytecode of the
 * method that makes it, of those that were inlined, and of the objects that hold it.
 *
 * <p>It sees which instruction may have made a value, and no more: no fields that are read back, no
 * values behind a lambda's own call. What it misses ends as {@link Reason.Kind#NOT_TOLD}.
 */
final class EscapeWays {
  /** Intrinsics that need an object in memory. */
  private static final Set<String> NEEDING =
      Set.of("_hashCode", "_identityHashCode", "_clone", "_arraycopy", "_copyOf", "_copyOfRange");

  /** C2's own limits, EliminateAllocationArraySizeLimit. */
  private static final int LONGEST_ARRAY = 64;

  private final AnalyzedProgram program;
  private final Map<Integer, String> skipped;
  private final Map<Compiled, Set<AbstractInsnNode>> reached = new HashMap<>();
  private final Deque<Way> open = new ArrayDeque<>();
  private final Set<Way> seen = new HashSet<>();
  private final Set<Reason> reasons = new LinkedHashSet<>();

  private EscapeWays(AnalyzedProgram program, Map<Integer, String> skipped) {
    this.program = program;
    this.skipped = skipped;
  }

  /**
   * A value in one method.
   *
   * @param origin the instruction that made it
   * @param held whether it is not the object itself but one that holds it
   */
  private record Way(Compiled in, AbstractInsnNode origin, boolean held) {}

  /**
   * Best evidence first; never empty.
   *
   * @param skipped see {@link CompilationLog#skipped}
   */
  static List<Reason> of(
      Site site, Compiled in, AnalyzedProgram program, Map<Integer, String> skipped) {
    EscapeWays ways = new EscapeWays(program, skipped);
    MethodCode code = program.code(in.method());
    AbstractInsnNode made = code == null ? null : code.at(site.at().bci());
    if (code != null && made != null) {
      ways.length(code, made);
      ways.follow(in, made, false);
      ways.all();
    }
    if (ways.reasons.isEmpty()) {
      ways.reasons.add(Reason.notTold());
    }
    List<Reason> sorted = new ArrayList<>(ways.reasons);
    sorted.sort(Comparator.comparingInt(Reason::rank));
    return sorted;
  }

  /** An array's length must be known, and small. */
  private void length(MethodCode code, AbstractInsnNode made) {
    int opcode = made.getOpcode();
    Frame<SourceValue> frame = code.before(made);
    if (frame == null || opcode != Opcodes.NEWARRAY && opcode != Opcodes.ANEWARRAY) {
      return;
    }
    Integer length = constant(top(frame, 0));
    if (length == null) {
      reasons.add(new Reason(Reason.Kind.ARRAY, "the array's length is not a constant"));
    } else if (length > LONGEST_ARRAY) {
      reasons.add(
          new Reason(Reason.Kind.ARRAY, "the array has " + length + " elements, more than 64"));
    }
  }

  private void follow(Compiled in, AbstractInsnNode origin, boolean held) {
    Way way = new Way(in, origin, held);
    if (seen.add(way)) {
      open.add(way);
    }
  }

  private void all() {
    while (!open.isEmpty()) {
      Way way = open.poll();
      MethodCode code = program.code(way.in().method());
      if (code != null) {
        for (AbstractInsnNode each : reached(way.in(), code)) {
          Frame<SourceValue> frame = each.getOpcode() < 0 ? null : code.before(each);
          if (frame != null) {
            use(way, code, each, frame);
          }
        }
      }
    }
  }

  private Set<AbstractInsnNode> reached(Compiled in, MethodCode code) {
    return reached.computeIfAbsent(in, each -> Reached.of(each, code));
  }

  private void use(
      Way way, MethodCode code, AbstractInsnNode instruction, Frame<SourceValue> frame) {
    switch (instruction) {
      case MethodInsnNode call -> {
        int count = arguments(call);
        for (int i = 0; i < count; i++) {
          SourceValue value = top(frame, count - 1 - i);
          if (is(value, way)) {
            merged(value, way, code, instruction);
            handed(way, code.bci(call), i, count);
          }
        }
      }
      case InvokeDynamicInsnNode dynamic -> {
        int count = Type.getArgumentTypes(dynamic.desc).length;
        for (int i = 0; i < count; i++) {
          if (is(top(frame, i), way) && code.site(dynamic) != null) {
            follow(way.in(), dynamic, true);
          }
        }
      }
      case FieldInsnNode field -> {
        String name = MethodName.simple(field.owner.replace('/', '.')) + "." + field.name;
        if (field.getOpcode() == Opcodes.PUTSTATIC && is(top(frame, 0), way)) {
          reasons.add(Reason.stored(name, true));
        } else if (field.getOpcode() == Opcodes.PUTFIELD && is(top(frame, 0), way)) {
          stored(way.in(), code, top(frame, 1), name);
        } else if (field.getOpcode() == Opcodes.PUTFIELD && is(top(frame, 1), way)
            || field.getOpcode() == Opcodes.GETFIELD && is(top(frame, 0), way)) {
          merged(top(frame, field.getOpcode() == Opcodes.PUTFIELD ? 1 : 0), way, code, instruction);
        }
      }
      case InsnNode plain -> plain(way, code, plain, frame);
      default -> {}
    }
  }

  private void plain(Way way, MethodCode code, InsnNode plain, Frame<SourceValue> frame) {
    int opcode = plain.getOpcode();
    if (opcode == Opcodes.AASTORE && is(top(frame, 0), way)) {
      stored(way.in(), code, top(frame, 2), "an array");
    } else if (opcode == Opcodes.ARETURN && is(top(frame, 0), way)) {
      merged(top(frame, 0), way, code, plain);
      returned(way);
    } else if (opcode == Opcodes.ATHROW && is(top(frame, 0), way)) {
      reasons.add(new Reason(Reason.Kind.THROWN, "thrown"));
    } else if (isElement(opcode)) {
      boolean store = opcode >= Opcodes.IASTORE;
      int index = store ? 1 : 0;
      if (is(top(frame, index + 1), way) && !way.held() && constant(top(frame, index)) == null) {
        reasons.add(
            new Reason(Reason.Kind.ARRAY, "an element is used whose index is not a constant"));
      }
    }
  }

  private static boolean isElement(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Handed to a call as its argument of this number, {@code this} being the first one. */
  private void handed(Way way, int bci, int number, int count) {
    for (Compiled.Call call : way.in().calls(bci)) {
      switch (call.fate()) {
        case NOT_INLINED ->
            reasons.add(
                Reason.notInlined(
                    call.callee(), call.reason(), skipped.getOrDefault(call.calleeBytes(), "")));
        case INTRINSIC -> {
          if (NEEDING.contains(call.reason())) {
            reasons.add(Reason.intrinsic(call.reason().substring(1)));
          }
        }
        case INLINED -> {
          Compiled body = call.body();
          if (body != null) {
            into(body, number, count, way.held());
          }
        }
        case UNTOLD -> {}
      }
    }
  }

  private void into(Compiled body, int number, int count, boolean held) {
    MethodCode code = program.code(body.method());
    if (code != null) {
      AbstractInsnNode parameter = code.parameter(number);
      if (parameter != null) {
        follow(body, parameter, held);
      }
    } else if (body.method().isLambda() && number > 0) {
      // A lambda's method hands its own parameters on, behind those that it has captured.
      for (Compiled inner : body.all()) {
        MethodCode target = inner == body ? null : program.code(inner.method());
        if (target != null && inner.caller() != null && inner.caller().in() == body) {
          int last =
              Type.getArgumentTypes(inner.method().descriptor()).length
                  + (target.isStatic() ? 0 : 1)
                  - (count - number);
          AbstractInsnNode parameter = last < 0 ? null : target.parameter(last);
          if (parameter != null) {
            follow(inner, parameter, held);
          }
        }
      }
    }
  }

  /** Returned to the caller, who goes on with it; from the compiled method itself it escapes. */
  private void returned(Way way) {
    Compiled.Call caller = way.in().caller();
    if (caller == null) {
      reasons.add(Reason.returned(way.in().method()));
      return;
    }
    MethodCode code = program.code(caller.in().method());
    AbstractInsnNode call = code == null ? null : code.at(caller.bci());
    if (call != null) {
      follow(caller.in(), call, way.held());
    }
  }

  /** Stored in an object: with those that are made here it goes where they go. */
  private void stored(Compiled in, MethodCode code, SourceValue holder, String where) {
    if (holder.insns.isEmpty()) {
      reasons.add(Reason.stored(where, false));
    }
    for (AbstractInsnNode origin : holder.insns) {
      int parameter = code.parameterOf(origin);
      Compiled.Call caller = in.caller();
      if (code.site(origin) != null && reached(in, code).contains(origin)) {
        follow(in, origin, true);
      } else if (parameter < 0 || caller == null) {
        reasons.add(Reason.stored(where, false));
      } else {
        storedByCaller(caller, parameter, where);
      }
    }
  }

  private void storedByCaller(Compiled.Call call, int parameter, String where) {
    MethodCode code = program.code(call.in().method());
    AbstractInsnNode instruction = code == null ? null : code.at(call.bci());
    Frame<SourceValue> frame =
        code == null || instruction == null ? null : code.before(instruction);
    if (code != null && frame != null && instruction instanceof MethodInsnNode invoke) {
      stored(call.in(), code, top(frame, arguments(invoke) - 1 - parameter), where);
    }
  }

  private void merged(SourceValue value, Way way, MethodCode code, AbstractInsnNode instruction) {
    if (!way.held() && value.insns.size() > 1) {
      reasons.add(Reason.merged(code.line(code.bci(instruction))));
    }
  }

  private static boolean is(SourceValue value, Way way) {
    return value.insns.contains(way.origin());
  }

  /** Returns the value at a depth from the top of the stack, 0 being the uppermost value. */
  private static SourceValue top(Frame<SourceValue> frame, int depth) {
    return frame.getStack(frame.getStackSize() - 1 - depth);
  }

  private static int arguments(MethodInsnNode call) {
    return Type.getArgumentTypes(call.desc).length
        + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
  }

  private static @Nullable Integer constant(SourceValue value) {
    if (value.insns.size() != 1) {
      return null;
    }
    AbstractInsnNode origin = value.insns.iterator().next();
    int opcode = origin.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return opcode - Opcodes.ICONST_0;
    }
    if (origin instanceof org.objectweb.asm.tree.IntInsnNode push && opcode != Opcodes.NEWARRAY) {
      return push.operand;
    }
    return origin instanceof org.objectweb.asm.tree.LdcInsnNode load
            && load.cst instanceof Integer number
        ? number
        : null;
  }
}
