package thaw.race;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import thaw.files.Trees;
import thaw.problem.UserMistake;

/** Lays out a function's package anew, with instrumented classes and the handler that races. */
final class RaceTask {
  /** The handler that makes the requests of the plan. */
  static final String HANDLER = "thaw.racing.RaceHandler";

  private RaceTask() {}

  /**
   * Tells what was laid out.
   *
   * @param instrumented how many classes tell of their accesses
   * @param suspects what the code alone says
   */
  record LaidOut(int instrumented, List<SharedSuspect> suspects) {}

  /**
   * Copies the package, and has the function's own classes in the copy tell of their accesses.
   *
   * @param code the function's exploded package
   * @param guest classes of {@code thaw.racing}
   * @param isOwn whether a class, by its full name, is the function's own
   */
  static LaidOut layOut(Path code, Path guest, Path target, RacePlan plan, Predicate<String> isOwn)
      throws IOException {
    Trees.copyContents(code, target, Set.of(), _ -> true);
    DeclaredFields fields = new DeclaredFields();
    OriginFlow flow = new OriginFlow(fields);
    List<ClassNode> types = new ArrayList<>();
    List<Path> own = new ArrayList<>();
    for (Path file : classes(code)) {
      String name = code.relativize(file).toString();
      String className = name.substring(0, name.length() - 6).replace('/', '.');
      if (isOwn.test(className)) {
        types.add(read(name, Files.readAllBytes(file), fields));
        flow.add(types.getLast());
        own.add(file);
      }
    }
    WriteDependences dependences = flow.find();
    int instrumented = 0;
    try (TaskClasses all = new TaskClasses(code)) {
      Instrumentation instrumentation = new Instrumentation(fields, dependences, all.hierarchy());
      for (Path file : own) {
        byte[] told;
        try {
          told = instrumentation.of(Files.readAllBytes(file));
        } catch (IllegalArgumentException e) {
          continue; // a method that has no room for more code; the class stays as it is
        }
        Path to = target.resolve(code.relativize(file).toString());
        Files.delete(to);
        Files.write(to, told);
        instrumented++;
      }
    }
    Trees.copyContents(guest, target, Set.of(), _ -> true);
    Path folder = Files.createDirectories(target.resolve("thaw-race"));
    Files.writeString(folder.resolve("plan.properties"), plan.properties());
    Files.writeString(folder.resolve("dependences.properties"), dependences.properties());
    for (int i = 0; i < plan.events().size(); i++) {
      Files.writeString(folder.resolve("event-" + i + ".json"), plan.events().get(i));
    }
    return new LaidOut(instrumented, new CodeSuspects(types).find(plan.handler()));
  }

  private static ClassNode read(String name, byte[] classFile, DeclaredFields fields) {
    try {
      fields.add(ClassFile.of().parse(classFile));
      ClassNode type = new ClassNode();
      new ClassReader(classFile).accept(type, ClassReader.SKIP_FRAMES);
      return type;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new UserMistake(
          name + " cannot be read as a class file: " + e.getMessage(), "build the function again");
    }
  }

  private static List<Path> classes(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (name.endsWith(".class")
                && !name.equals("module-info.class")
                && !file.startsWith(root.resolve("META-INF"))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
