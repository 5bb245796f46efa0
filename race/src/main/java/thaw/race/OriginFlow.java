package thaw.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds the writes that depend on reads of the same variable, through the methods of a function's
 * own classes. What a method returns and what it is given are followed; callers are not told apart.
 */
final class OriginFlow {
  private static final int MOST_INSTRUCTIONS = 10_000;
  private static final int MOST_VISITS = 8;

  private final DeclaredFields fields;
  private final Map<String, Method> methods = new LinkedHashMap<>();
  private final Map<String, String> above = new HashMap<>();
  private final Map<AbstractInsnNode, Integer> numbers = new HashMap<>();
  private final Map<Integer, String> variables = new HashMap<>();
  private final Map<Integer, WriteDependences.Reads> writes = new HashMap<>();
  private final Deque<Method> open = new ArrayDeque<>();

  /** A method and what is known of it. */
  private static final class Method {
    final String owner;
    final String key;
    final MethodNode code;
    final List<Set<Integer>> parameters = new ArrayList<>();
    final Set<Method> callers = new LinkedHashSet<>();

    /** Constants that say how a condition came out, by what it compared. */
    final Map<AbstractInsnNode, Set<Integer>> outcomes = new HashMap<>();

    Set<Integer> returns = Set.of();
    Set<Integer> checks = Set.of();
    int visits;

    Method(String owner, MethodNode code) {
      this.owner = owner;
      this.key = WriteDependences.method(owner, code.name, code.desc);
      this.code = code;
      int count =
          Type.getArgumentCount(code.desc) + ((code.access & Opcodes.ACC_STATIC) == 0 ? 1 : 0);
      for (int i = 0; i < count; i++) {
        parameters.add(Set.of());
      }
    }
  }

  OriginFlow(DeclaredFields fields) {
    this.fields = fields;
  }

  void add(ClassNode type) {
    above.put(type.name, Objects.requireNonNullElse(type.superName, ""));
    for (MethodNode code : type.methods) {
      if (code.instructions.size() > 0 && code.instructions.size() < MOST_INSTRUCTIONS) {
        Method method = new Method(type.name, code);
        methods.put(method.key, method);
      }
    }
  }

  WriteDependences find() {
    methods.values().forEach(this::number);
    open.addAll(methods.values());
    while (!open.isEmpty()) {
      Method method = open.pop();
      if (method.visits++ < MOST_VISITS) {
        visit(method);
      }
    }
    return found();
  }

  private void number(Method method) {
    for (AbstractInsnNode each : method.code.instructions) {
      String variable = variable(method, each);
      if (!variable.isEmpty()) {
        variables.put(numbers.size(), variable);
        numbers.put(each, numbers.size());
      }
    }
  }

  /**
   * Returns the variable that an instruction reads or writes, in one step of possibly two; empty
   * for others.
   */
  private String variable(Method method, AbstractInsnNode instruction) {
    if (instruction instanceof FieldInsnNode access) {
      boolean unseen =
          method.code.name.equals("<clinit>")
              || method.code.name.equals("<init>") && access.owner.equals(method.owner);
      Optional<DeclaredFields.Field> field = fields.find(access.owner, access.name);
      return unseen || field.isEmpty() || field.get().isFinal() ? "" : field.get().subject();
    }
    return instruction instanceof MethodInsnNode call
            && call.getOpcode() != Opcodes.INVOKESTATIC
            && (SteppedCalls.asks(call.owner, call.name)
                || SteppedCalls.writes(call.owner, call.name))
        ? "contents"
        : "";
  }

  private void visit(Method method) {
    ControlDependence control = new ControlDependence(method.code.instructions.size());
    Map<AbstractInsnNode, Integer> made = new HashMap<>();
    OriginInterpreter interpreter =
        new OriginInterpreter(
            each -> added(method, each),
            each -> made.computeIfAbsent(each, any -> made.size()),
            method.parameters);
    Analyzer<ReadOrigins> analyzer =
        new Analyzer<>(interpreter) {
          @Override
          protected Frame<ReadOrigins> newFrame(int locals, int maxStack) {
            return new OriginFrame(locals, maxStack);
          }

          @Override
          protected Frame<ReadOrigins> newFrame(Frame<? extends ReadOrigins> other) {
            return new OriginFrame(other);
          }

          @Override
          protected void newControlFlowEdge(int from, int to) {
            control.edge(from, to);
          }
        };
    Frame<ReadOrigins>[] frames;
    try {
      frames = analyzer.analyze(method.owner, method.code);
    } catch (AnalyzerException e) {
      return; // code that cannot be followed has no writes that depend on reads, as far as is known
    }
    read(method, frames, control);
  }

  private Set<Integer> added(Method method, AbstractInsnNode instruction) {
    Integer site = numbers.get(instruction);
    if (site != null && isRead(instruction)) {
      return Set.of(site);
    }
    if (instruction instanceof MethodInsnNode call) {
      Method called = called(call);
      if (called != null) {
        called.callers.add(method);
        return called.returns;
      }
    }
    return method.outcomes.getOrDefault(instruction, Set.of());
  }

  /**
   * Returns whether this is true or false as the value of a condition: a jump separates the two.
   */
  private static boolean isOutcome(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return (opcode == Opcodes.ICONST_0 || opcode == Opcodes.ICONST_1)
        && (isJump(after(instruction)) || isJump(before(instruction)));
  }

  private static @Nullable AbstractInsnNode before(AbstractInsnNode instruction) {
    AbstractInsnNode at = instruction.getPrevious();
    while (at != null && at.getOpcode() < 0) {
      at = at.getPrevious();
    }
    return at;
  }

  /** The next one that does something. */
  static @Nullable AbstractInsnNode after(AbstractInsnNode instruction) {
    AbstractInsnNode at = instruction.getNext();
    while (at != null && at.getOpcode() < 0) {
      at = at.getNext();
    }
    return at;
  }

  private static boolean isJump(@Nullable AbstractInsnNode instruction) {
    return instruction != null && instruction.getOpcode() == Opcodes.GOTO;
  }

  private static boolean isRead(AbstractInsnNode instruction) {
    return switch (instruction) {
      case FieldInsnNode access ->
          access.getOpcode() == Opcodes.GETFIELD || access.getOpcode() == Opcodes.GETSTATIC;
      case MethodInsnNode call -> SteppedCalls.asks(call.owner, call.name);
      default -> false;
    };
  }

  private @Nullable Method called(MethodInsnNode call) {
    for (@Nullable String at = call.owner; at != null; at = above.get(at)) {
      Method found = methods.get(WriteDependences.method(at, call.name, call.desc));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private void read(Method method, Frame<ReadOrigins>[] frames, ControlDependence control) {
    Set<Integer> returned = new HashSet<>(method.returns);
    int index = 0;
    for (AbstractInsnNode each : method.code.instructions) {
      int at = index++;
      if (!(frames[at] instanceof OriginFrame frame)) {
        continue;
      }
      int opcode = each.getOpcode();
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
        returned.addAll(frame.readsOfTop(1));
      } else if (isOutcome(each)) {
        Set<Integer> compared = compared(method, at, frames, control);
        if (!compared.equals(method.outcomes.getOrDefault(each, Set.of()))) {
          method.outcomes.put(each, compared);
          open.add(method);
        }
      } else if (each instanceof FieldInsnNode || each instanceof MethodInsnNode) {
        Integer site = numbers.get(each);
        if (site != null && !isRead(each)) {
          write(site, frame.readsOfTop(1), checks(method, at, frames, control));
        } else if (each instanceof MethodInsnNode call && called(call) != null) {
          give(Objects.requireNonNull(called(call)), frame, checks(method, at, frames, control));
        }
      }
    }
    if (returned.size() > method.returns.size()) {
      method.returns = returned;
      open.addAll(method.callers);
    }
  }

  private Set<Integer> checks(
      Method method, int at, Frame<ReadOrigins>[] frames, ControlDependence control) {
    return ReadOrigins.union(method.checks, compared(method, at, frames, control));
  }

  /** Returns the reads whose values decide the branches that lead to an instruction. */
  private static Set<Integer> compared(
      Method method, int at, Frame<ReadOrigins>[] frames, ControlDependence control) {
    Set<Integer> reads = new HashSet<>();
    for (int branch : control.of(at)) {
      if (frames[branch] instanceof OriginFrame frame) {
        reads.addAll(frame.readsOfTop(operands(method.code.instructions.get(branch))));
      }
    }
    return reads;
  }

  private static int operands(AbstractInsnNode branch) {
    int opcode = branch.getOpcode();
    return opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE ? 2 : 1;
  }

  private void write(int site, Set<Integer> values, Set<Integer> checks) {
    Set<Integer> sameValues = new HashSet<>(values);
    Set<Integer> sameChecks = new HashSet<>(checks);
    String variable = variables.get(site);
    sameValues.removeIf(read -> !Objects.equals(variables.get(read), variable));
    sameChecks.removeIf(read -> !Objects.equals(variables.get(read), variable));
    if (!sameValues.isEmpty() || !sameChecks.isEmpty()) {
      writes.put(site, new WriteDependences.Reads(sameValues, sameChecks));
    }
  }

  /** Passes the origins of a call's arguments to the called method. */
  private void give(Method called, OriginFrame frame, Set<Integer> checks) {
    boolean more = false;
    int count = called.parameters.size();
    for (int i = 0; i < count; i++) {
      Set<Integer> given = frame.getStack(frame.getStackSize() - count + i).reads();
      if (!called.parameters.get(i).containsAll(given)) {
        called.parameters.set(i, ReadOrigins.union(called.parameters.get(i), given));
        more = true;
      }
    }
    if (!called.checks.containsAll(checks)) {
      called.checks = ReadOrigins.union(called.checks, checks);
      more = true;
    }
    if (more) {
      open.add(called);
    }
  }

  /** The places that matter: writes that depend on something, and what they depend on. */
  private WriteDependences found() {
    WriteDependences found = new WriteDependences();
    Set<Integer> wanted = new HashSet<>(writes.keySet());
    writes.forEach((site, reads) -> {
      wanted.addAll(reads.values());
      wanted.addAll(reads.checks());
      found.write(site, reads);
      found.steppedField(variables.getOrDefault(site, ""));
    });
    for (Method method : methods.values()) {
      int instruction = 0;
      for (AbstractInsnNode each : method.code.instructions) {
        Integer site = numbers.get(each);
        if (site != null && wanted.contains(site)) {
          found.place(method.key, instruction, site);
        }
        instruction += each.getOpcode() >= 0 ? 1 : 0;
      }
    }
    return found;
  }
}
