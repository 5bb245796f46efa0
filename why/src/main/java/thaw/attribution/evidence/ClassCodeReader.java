package thaw.attribution.evidence;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads one class file. */
public final class ClassCodeReader {
  private ClassCodeReader() {}

  /** Nothing where the bytes are no class file, or one that is newer than this JDK. */
  public static Optional<ClassCode> read(byte[] bytes) {
    try {
      ClassModel model = ClassFile.of().parse(bytes);
      String name = binary(model.thisClass());
      List<String> supertypes =
          Stream.concat(model.superclass().stream(), model.interfaces().stream())
              .map(ClassCodeReader::binary)
              .filter(type -> !type.equals("java.lang.Object"))
              .toList();
      String source =
          model
              .findAttribute(Attributes.sourceFile())
              .map(file -> file.sourceFile().stringValue())
              .orElse("");
      List<ClassCode.Method> methods =
          model.methods().stream().map(method -> method(name, method)).toList();
      return Optional.of(new ClassCode(name, supertypes, source, methods));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static ClassCode.Method method(String className, MethodModel model) {
    CallSite.MethodId id =
        new CallSite.MethodId(
            className, model.methodName().stringValue(), model.methodType().stringValue());
    Scan scan = new Scan(id);
    model.code().ifPresent(scan::read);
    return new ClassCode.Method(
        id,
        model.flags().has(AccessFlag.ABSTRACT),
        model.flags().has(AccessFlag.BRIDGE),
        List.copyOf(scan.sites),
        scan.lines,
        Set.copyOf(scan.strings),
        Map.copyOf(scan.jumps),
        scan.keeps);
  }

  private static String binary(ClassEntry entry) {
    return entry.asInternalName().replace('/', '.');
  }

  /** One pass over the instructions of a method. */
  private static final class Scan {
    private final CallSite.MethodId id;
    private final List<CallSite> sites = new ArrayList<>();
    private final NavigableMap<Integer, Integer> lines = new TreeMap<>();
    private final Set<String> strings = new HashSet<>();
    private final Map<Integer, Integer> jumps = new HashMap<>();
    private int bci;
    private int line;
    private boolean keeps;

    Scan(CallSite.MethodId id) {
      this.id = id;
    }

    void read(CodeModel code) {
      for (CodeElement element : code) {
        switch (element) {
          case LineNumber number -> {
            line = number.line();
            lines.put(bci, line);
          }
          case Instruction instruction -> {
            if (instruction instanceof BranchInstruction branch
                && code instanceof CodeAttribute attribute) {
              jump(attribute, branch.target());
            }
            site(instruction);
            bci += instruction.sizeInBytes();
          }
          default -> {}
        }
      }
    }

    private void jump(CodeAttribute code, Label target) {
      int to = code.labelToBci(target);
      if (to <= bci) {
        jumps.put(bci, to);
      }
    }

    private void site(Instruction instruction) {
      switch (instruction) {
        case InvokeInstruction call ->
            add(
                call.opcode() == Opcode.INVOKESTATIC
                    ? CallSite.Kind.STATIC_CALL
                    : CallSite.Kind.CALL,
                binary(call.owner()),
                call.name().stringValue(),
                call.type().stringValue(),
                0);
        case NewObjectInstruction made ->
            add(CallSite.Kind.NEW, binary(made.className()), "<init>", "", 0);
        case FieldInstruction field -> {
          boolean puts = field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
          keeps |= puts && !field.typeSymbol().isPrimitive();
          if (field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC) {
            add(
                CallSite.Kind.STATIC_FIELD,
                binary(field.owner()),
                field.name().stringValue(),
                field.type().stringValue(),
                0);
          }
        }
        case InvokeDynamicInstruction dynamic -> linked(dynamic);
        case ConstantInstruction.LoadConstantInstruction constant -> {
          if (constant.constantValue() instanceof String text) {
            strings.add(text);
          }
        }
        default -> {}
      }
    }

    private void linked(InvokeDynamicInstruction dynamic) {
      String bootstrap = dynamic.bootstrapMethod().owner().displayName();
      if (bootstrap.equals("StringConcatFactory")) {
        add(CallSite.Kind.CONCATENATION, "", "", dynamic.type().stringValue(), 0);
      } else if (bootstrap.equals("LambdaMetafactory")) {
        MethodTypeDesc taken = dynamic.typeSymbol();
        for (ConstantDesc argument : dynamic.bootstrapArgs()) {
          if (argument instanceof DirectMethodHandleDesc target) {
            String descriptor = target.owner().descriptorString();
            add(
                CallSite.Kind.LAMBDA,
                descriptor.substring(1, descriptor.length() - 1).replace('/', '.'),
                target.methodName(),
                target.lookupDescriptor(),
                taken.parameterCount());
          }
        }
      }
    }

    private void add(
        CallSite.Kind kind, String owner, String name, String descriptor, int captured) {
      sites.add(new CallSite(id, bci, line, kind, owner, name, descriptor, captured));
    }
  }
}
