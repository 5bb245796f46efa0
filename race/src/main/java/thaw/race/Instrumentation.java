package thaw.race;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.Optional;

/**
 * Has a class tell of each access of what threads may share: fields, elements of arrays, monitors
 * and objects of the JDK. A constructor does not tell of the fields of its own class, which nobody
 * else can see yet.
 */
final class Instrumentation {
  private final DeclaredFields fields;
  private final WriteDependences dependences;
  private final ClassFile files;

  Instrumentation(
      DeclaredFields fields, WriteDependences dependences, ClassHierarchyResolver hierarchy) {
    this.fields = fields;
    this.dependences = dependences;
    this.files = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
  }

  byte[] of(byte[] classFile) {
    ClassModel model = files.parse(classFile);
    ClassDesc self = model.thisClass().asSymbol();
    return files.transformClass(
        model,
        ClassTransform.transformingMethods(
            method -> method.code().isPresent(),
            (builder, element) -> {
              if (element instanceof CodeModel code) {
                MethodModel method = code.parent().orElseThrow();
                builder.withCode(out -> new Body(self, method, code, out).write(code));
              } else {
                builder.with(element);
              }
            }));
  }

  /** The code of one method, rewritten. */
  private final class Body {
    private final ClassDesc self;
    private final String method;
    private final boolean takesTurns;
    private final boolean isStatic;
    private final CodeBuilder out;
    private final SharedCalls calls;
    private final String key;
    private int instruction;

    Body(ClassDesc self, MethodModel method, CodeModel code, CodeBuilder out) {
      this.self = self;
      this.method = method.methodName().stringValue();
      this.takesTurns = method.flags().has(AccessFlag.SYNCHRONIZED);
      this.isStatic = method.flags().has(AccessFlag.STATIC);
      this.key =
          WriteDependences.method(
              self.descriptorString().substring(1, self.descriptorString().length() - 1),
              this.method,
              method.methodType().stringValue());
      this.out = out;
      this.calls = new SharedCalls(out, ((CodeAttribute) code).maxLocals());
    }

    void write(CodeModel code) {
      if (!takesTurns) {
        code.forEach(this::write);
        return;
      }
      lock();
      calls.acquire();
      Label start = out.newBoundLabel();
      code.forEach(this::write);
      Label end = out.newBoundLabel();
      lock();
      calls.release();
      out.athrow();
      out.exceptionCatchAll(start, end, end);
    }

    private void lock() {
      if (isStatic) {
        out.ldc(self);
      } else {
        out.aload(0);
      }
    }

    private void write(CodeElement element) {
      switch (element) {
        case FieldInstruction access -> field(access);
        case ArrayLoadInstruction load -> calls.element(load);
        case ArrayStoreInstruction store -> calls.element(store);
        case MonitorInstruction monitor -> calls.monitor(monitor);
        case InvokeInstruction call when isOfJdk(call) -> calls.call(call, site());
        case InvokeInstruction call when LoggingCalls.test(call) -> calls.steps().logging(call);
        case ReturnInstruction end -> end(end);
        default -> out.with(element);
      }
      if (element instanceof Instruction) {
        instruction++;
      }
    }

    private int site() {
      return dependences.site(key, instruction);
    }

    private void end(ReturnInstruction end) {
      if (takesTurns) {
        lock();
        calls.release();
      }
      if (method.equals("<clinit>")) {
        calls.initialised();
      }
      out.with(end);
    }

    private void field(FieldInstruction access) {
      Optional<DeclaredFields.Field> found =
          fields.find(access.owner().asInternalName(), access.name().stringValue());
      boolean unseen =
          method.equals("<init>")
              && access.owner().asSymbol().equals(self)
              && switch (access.opcode()) {
                case GETFIELD, PUTFIELD -> true;
                default -> false;
              };
      if (found.isEmpty() || unseen) {
        out.with(access);
      } else if (found.get().isFinal()) {
        switch (access.opcode()) {
          case GETFIELD, GETSTATIC -> calls.leads(access, found.get().subject());
          default -> out.with(access);
        }
      } else {
        steps(access, found.get());
        calls.field(access, found.get().subject(), found.get().isVolatile());
      }
    }

    private void steps(FieldInstruction access, DeclaredFields.Field field) {
      boolean reads =
          switch (access.opcode()) {
            case GETFIELD, GETSTATIC -> true;
            default -> false;
          };
      if (reads && site() != WriteDependences.NOWHERE) {
        calls.steps().load(access, field.subject(), site());
      } else if (!reads && dependences.isStepped(field.subject())) {
        calls.steps().store(access, field, site());
      }
    }

    private static boolean isOfJdk(InvokeInstruction call) {
      String owner = call.owner().asInternalName();
      return switch (call.opcode()) {
        case INVOKEVIRTUAL, INVOKEINTERFACE ->
            owner.startsWith("java/")
                    && !owner.equals("java/lang/String")
                    && !owner.equals("java/lang/Class")
                || owner.startsWith("javax/");
        default -> false;
      };
    }
  }
}
