package thaw.app.fix;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import thaw.function.FunctionDefinition;
import thaw.remedy.Remedy;
import thaw.remedy.edit.TextEdit;

/**
 * Tells which other functions of a module a change reaches: those whose handler leads to a changed
 * class, whichever way, and all of them where the build or a resource changes. What init does then
 * may need permissions or variables that they do not have.
 *
 * @param functions of the module
 * @param classes folders of its compiled classes
 */
record OtherUsers(FunctionsOfModule functions, List<Path> classes) {
  private static final String SOURCES = "src/main/java/";
  private static final String TESTS = "src/test/";

  OtherUsers {
    classes = List.copyOf(classes);
  }

  /** Returns a sentence on the functions that the change reaches; empty where there is none. */
  Optional<String> sentence(Remedy remedy) {
    List<Path> files =
        remedy.change().edits().stream()
            .filter(edit -> !edit.createsFile()) // nobody else knows of a new one
            .map(TextEdit::file)
            .distinct()
            .toList();
    Set<String> shared = new TreeSet<>();
    Set<String> users = new LinkedHashSet<>();
    for (FunctionDefinition other : functions.others()) {
      Set<String> reached = reached(FunctionsOfModule.handlerClass(other).replace('.', '/'));
      for (Path file : files) {
        if (isUsed(file.toString(), reached)) {
          shared.add(file.getFileName().toString().replaceFirst("\\.java$", ""));
          users.add(other.logicalId());
        }
      }
    }
    return users.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s changes %s, which %s, too: check that %s variables allow what %s init does then"
                .formatted(
                    remedy.id(),
                    String.join(", ", shared),
                    String.join(" and ", users) + (users.size() == 1 ? " uses" : " use"),
                    users.size() == 1 ? "its role and" : "their roles and",
                    users.size() == 1 ? "its" : "their"));
  }

  /**
   * @param reached nothing where the handler is a library's, which finds by other ways what it
   *     runs, such as the beans of Spring
   */
  private static boolean isUsed(String file, Set<String> reached) {
    int at = file.indexOf(SOURCES);
    return at < 0
        ? !file.contains(TESTS)
        : !file.endsWith(".java")
            || reached.isEmpty()
            || reached.contains(file.substring(at + SOURCES.length()).replaceFirst("\\.java$", ""));
  }

  /**
   * The module's classes that a class leads to, each by the name of its outermost class. The
   * function's own handler is one only where it is initialised: what injects into all handlers
   * knows them all, and starts none.
   */
  private Set<String> reached(String first) {
    Set<String> outermost = new HashSet<>();
    Set<String> seen = new HashSet<>(Set.of(first));
    Deque<String> open = new ArrayDeque<>(seen);
    String own = FunctionsOfModule.handlerClass(functions.function()).replace('.', '/');
    while (!open.isEmpty()) {
      String name = open.remove();
      Optional<ClassModel> read = read(name);
      if (read.isPresent()) {
        outermost.add(name.replaceFirst("\\$.*", ""));
        for (PoolEntry entry : read.get().constantPool()) {
          if (entry instanceof ClassEntry used
              && (!used.asInternalName().equals(own) || initialises(read.get(), own))
              && seen.add(used.asInternalName())) {
            open.add(used.asInternalName());
          }
        }
      }
    }
    return outermost;
  }

  private static boolean initialises(ClassModel by, String name) {
    return by.superclass().filter(each -> isNamed(each, name)).isPresent()
        || by.methods().stream()
            .flatMap(method -> method.code().stream())
            .flatMap(CodeModel::elementStream)
            .anyMatch(element ->
                switch (element) {
                  case NewObjectInstruction made -> isNamed(made.className(), name);
                  case InvokeInstruction call ->
                      call.opcode() == Opcode.INVOKESTATIC && isNamed(call.owner(), name);
                  case FieldInstruction field ->
                      (field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC)
                          && isNamed(field.owner(), name);
                  case ConstantInstruction.LoadConstantInstruction constant ->
                      constant.constantEntry() instanceof ClassEntry type && isNamed(type, name);
                  case InvokeDynamicInstruction linked ->
                      linked.bootstrapArgs().stream()
                          .anyMatch(each ->
                              each instanceof DirectMethodHandleDesc handle
                                  && handle.owner().equals(ClassDesc.ofInternalName(name)));
                  default -> false;
                });
  }

  private static boolean isNamed(ClassEntry entry, String name) {
    return entry.asInternalName().equals(name);
  }

  private Optional<ClassModel> read(String name) {
    for (Path folder : classes) {
      Path file = folder.resolve(name + ".class");
      if (Files.isRegularFile(file)) {
        try {
          return Optional.of(ClassFile.of().parse(file));
        } catch (IOException | IllegalArgumentException e) {
          return Optional.empty(); // nothing is known of it
        }
      }
    }
    return Optional.empty();
  }
}
