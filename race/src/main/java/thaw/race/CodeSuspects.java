package thaw.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Looks into the code, without a run, for what requests would share without a guard: static fields
 * that they write, and objects of unsafe types in static fields or in fields that the handler leads
 * to. Locks of callers are not known here.
 */
final class CodeSuspects {
  private final Map<String, ClassNode> classes = new LinkedHashMap<>();
  private final Map<String, List<Code>> bySignature = new HashMap<>();
  private final Map<String, String> types = new HashMap<>();
  private final Map<MethodNode, @Nullable Frame<SourceValue>[]> frames = new HashMap<>();
  private final Deque<Code> open = new ArrayDeque<>();
  private final Set<Code> reached = new HashSet<>();
  private final Map<String, SharedSuspect> found = new LinkedHashMap<>();

  private record Code(ClassNode owner, MethodNode method) {}

  CodeSuspects(Collection<ClassNode> own) {
    for (ClassNode type : own) {
      classes.put(type.name, type);
      for (MethodNode method : type.methods) {
        bySignature
            .computeIfAbsent(method.name + method.desc, any -> new ArrayList<>())
            .add(new Code(type, method));
      }
    }
  }

  /**
   * @param handler as the function has it
   */
  List<SharedSuspect> find(String handler) {
    String handlerClass = handler.replaceFirst("::.*", "").replace('.', '/');
    for (ClassNode type : classes.values()) {
      for (MethodNode method : type.methods) {
        made(method);
      }
    }
    Set<String> led = led(handlerClass);
    String method = handler.contains("::") ? handler.replaceFirst(".*::", "") : "handleRequest";
    for (@Nullable ClassNode at = classes.get(handlerClass); at != null; at = above(at)) {
      for (MethodNode each : at.methods) {
        if (each.name.equals(method)) {
          open.push(new Code(at, each));
        }
      }
    }
    while (!open.isEmpty()) {
      Code code = open.pop();
      if (reached.add(code)) {
        look(code, led);
      }
    }
    return List.copyOf(found.values());
  }

  /** The types of objects that fields are given. */
  private void made(MethodNode method) {
    Frame<SourceValue>[] values = frames(method);
    for (int i = 0; i < values.length; i++) {
      AbstractInsnNode each = method.instructions.get(i);
      if (each instanceof FieldInsnNode access && isPut(access) && values[i] != null) {
        for (AbstractInsnNode source : top(values[i], 0).insns) {
          if (source instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW) {
            types.merge(key(access), made.desc, (one, other) -> one.equals(other) ? one : "");
          } else if (source.getOpcode() != Opcodes.ACONST_NULL) {
            types.merge(key(access), "", (one, other) -> "");
          }
        }
      }
    }
  }

  /** Classes whose objects all requests share: the handler's, and what their fields lead to. */
  private Set<String> led(String handlerClass) {
    Set<String> led = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(handlerClass));
    for (ClassNode type : classes.values()) {
      type.fields.stream().filter(CodeSuspects::isStatic).forEach(field -> lead(field, type, open));
    }
    while (!open.isEmpty()) {
      ClassNode type = classes.get(open.pop());
      if (type != null && led.add(type.name)) {
        open.push(Objects.requireNonNullElse(type.superName, ""));
        type.fields.forEach(field -> lead(field, type, open));
      }
    }
    return led;
  }

  private void lead(FieldNode field, ClassNode owner, Deque<String> open) {
    Type type = Type.getType(field.desc);
    if (type.getSort() == Type.OBJECT) {
      open.push(type.getInternalName());
      open.push(types.getOrDefault(owner.name + "#" + field.name, ""));
    }
  }

  private @Nullable ClassNode above(ClassNode type) {
    return classes.get(Objects.requireNonNullElse(type.superName, ""));
  }

  /**
   * Follows a call to the methods that it can lead to, by types as declared and those below them.
   */
  private void follow(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call && call.name.charAt(0) != '<') {
      for (Code code : bySignature.getOrDefault(call.name + call.desc, List.of())) {
        if (isBelow(code.owner.name, call.owner) || isBelow(call.owner, code.owner.name)) {
          open.push(code);
        }
      }
    } else if (instruction instanceof InvokeDynamicInsnNode made) {
      for (Object argument : made.bsmArgs) {
        if (argument instanceof Handle body) {
          open.addAll(bySignature.getOrDefault(body.getName() + body.getDesc(), List.of()));
        }
      }
    }
  }

  private boolean isBelow(String type, String other) {
    if (type.equals(other)) {
      return true;
    }
    ClassNode node = classes.get(type);
    return node != null
        && (isBelow(Objects.requireNonNullElse(node.superName, ""), other)
            || node.interfaces.stream().anyMatch(each -> isBelow(each, other)));
  }

  private void look(Code code, Set<String> led) {
    if ((code.method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      return;
    }
    Frame<SourceValue>[] values = frames(code.method);
    int held = 0;
    for (int i = 0; i < values.length; i++) {
      AbstractInsnNode each = code.method.instructions.get(i);
      if (each.getOpcode() == Opcodes.MONITORENTER
          || each instanceof MethodInsnNode call && isLock(call)) {
        held++;
      } else if (each.getOpcode() == Opcodes.MONITOREXIT) {
        held = Math.max(0, held - (endsMethod(each) ? 0 : 1));
      } else if (held == 0 && values[i] != null) {
        unguarded(each, values[i], led, code);
      }
    }
  }

  /**
   * Tells whether a lock is given back for a return or an exception in the midst of a block, so
   * that what is listed next is still in the block.
   */
  private static boolean endsMethod(AbstractInsnNode exit) {
    AbstractInsnNode next = OriginFlow.after(exit);
    if (next instanceof VarInsnNode && next.getOpcode() <= Opcodes.ALOAD) {
      next = OriginFlow.after(next);
    }
    return next != null
        && (next.getOpcode() == Opcodes.ATHROW
            || next.getOpcode() >= Opcodes.IRETURN && next.getOpcode() <= Opcodes.RETURN);
  }

  private void unguarded(
      AbstractInsnNode instruction, Frame<SourceValue> values, Set<String> led, Code code) {
    follow(instruction);
    if (instruction instanceof MethodInsnNode call) {
      used(call, values, led, code);
    } else if (instruction instanceof FieldInsnNode access
        && access.getOpcode() == Opcodes.PUTSTATIC) {
      field(access.owner, access.name)
          .filter(field -> (field.access & Opcodes.ACC_VOLATILE) == 0)
          .ifPresent(field -> suspect(access, "", code, lineOf(access)));
    }
  }

  private void used(MethodInsnNode call, Frame<SourceValue> values, Set<String> led, Code code) {
    if (call.getOpcode() == Opcodes.INVOKESTATIC || call.name.charAt(0) == '<') {
      return;
    }
    for (AbstractInsnNode source : top(values, Type.getArgumentCount(call.desc)).insns) {
      if (source instanceof FieldInsnNode access
          && (access.getOpcode() == Opcodes.GETSTATIC
              || led.contains(access.owner) && access.getOpcode() == Opcodes.GETFIELD)) {
        String type = typeOf(access);
        if (field(access.owner, access.name).isPresent() && UnsafeTypes.isUnsafe(type, call.name)) {
          suspect(access, type.replace('/', '.').replace('$', '.'), code, lineOf(call));
        }
      }
    }
  }

  private String typeOf(FieldInsnNode access) {
    String declared =
        Type.getType(access.desc).getSort() == Type.OBJECT
            ? Type.getType(access.desc).getInternalName()
            : "";
    String made = types.getOrDefault(key(access), "");
    return UnsafeTypes.test(made) ? made : declared;
  }

  private void suspect(FieldInsnNode access, String type, Code code, int line) {
    String subject = key(access).replace('/', '.');
    found.putIfAbsent(
        subject,
        new SharedSuspect(
            subject,
            type,
            new RaceReport.Frame(
                code.owner.name.replace('/', '.'),
                code.method.name,
                Objects.requireNonNullElse(code.owner.sourceFile, ""),
                line)));
  }

  /** Returns the name of a field with the class that declares it. */
  private String key(FieldInsnNode access) {
    for (@Nullable ClassNode at = classes.get(access.owner); at != null; at = above(at)) {
      for (FieldNode field : at.fields) {
        if (field.name.equals(access.name)) {
          return at.name + "#" + access.name;
        }
      }
    }
    return access.owner + "#" + access.name;
  }

  private Optional<FieldNode> field(String owner, String name) {
    for (@Nullable ClassNode at = classes.get(owner); at != null; at = above(at)) {
      Optional<FieldNode> own =
          at.fields.stream()
              .filter(field -> field.name.equals(name))
              .filter(field -> (field.access & Opcodes.ACC_SYNTHETIC) == 0)
              .findFirst();
      if (own.isPresent()) {
        return own;
      }
    }
    return Optional.empty();
  }

  private @Nullable Frame<SourceValue>[] frames(MethodNode method) {
    return frames.computeIfAbsent(method, CodeSuspects::analysed);
  }

  private static @Nullable Frame<SourceValue>[] analysed(MethodNode method) {
    SourceInterpreter throughCopies =
        new SourceInterpreter(Opcodes.ASM9) {
          @Override
          public SourceValue copyOperation(AbstractInsnNode instruction, SourceValue value) {
            return value;
          }

          @Override
          public SourceValue unaryOperation(AbstractInsnNode instruction, SourceValue value) {
            return instruction.getOpcode() == Opcodes.CHECKCAST
                ? value
                : super.unaryOperation(instruction, value);
          }
        };
    try {
      return new Analyzer<>(throughCopies).analyze("java/lang/Object", method);
    } catch (AnalyzerException | RuntimeException e) {
      @SuppressWarnings({"unchecked", "rawtypes"})
      @Nullable Frame<SourceValue>[] none = new Frame[0];
      return none; // code that cannot be followed is not judged
    }
  }

  private static SourceValue top(Frame<SourceValue> values, int depth) {
    return values.getStack(values.getStackSize() - 1 - depth);
  }

  private static boolean isPut(FieldInsnNode access) {
    return access.getOpcode() == Opcodes.PUTFIELD || access.getOpcode() == Opcodes.PUTSTATIC;
  }

  private static boolean isStatic(FieldNode field) {
    return (field.access & Opcodes.ACC_STATIC) != 0;
  }

  private static boolean isLock(MethodInsnNode call) {
    return call.owner.startsWith("java/util/concurrent/locks/")
        && (call.name.equals("lock") || call.name.equals("lockInterruptibly"));
  }

  private static int lineOf(AbstractInsnNode instruction) {
    for (@Nullable AbstractInsnNode at = instruction; at != null; at = at.getPrevious()) {
      if (at instanceof LineNumberNode number) {
        return number.line;
      }
    }
    return 0;
  }
}
