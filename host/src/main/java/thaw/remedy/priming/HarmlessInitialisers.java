package thaw.remedy.priming;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.attribution.evidence.PackageClasses;

/** Which classes of a function may be initialised before a snapshot: judged by their bytecode. */
public final class HarmlessInitialisers {
  private final PackageClasses code;
  private final Map<String, Boolean> known = new HashMap<>();

  public HarmlessInitialisers(PackageClasses code) {
    this.code = code;
    known.put("java.lang.Object", true);
  }

  /** Whether nothing runs when it is initialised that could be noticed. */
  public boolean isHarmless(String className) {
    Boolean before = known.get(className);
    if (before != null) {
      return before;
    }
    Optional<ClassModel> model = code.find(className).map(bytes -> ClassFile.of().parse(bytes));
    boolean harmless =
        model.isPresent()
            && model.get().methods().stream()
                .noneMatch(method -> method.methodName().equalsString("<clinit>"))
            && Stream.concat(model.get().superclass().stream(), model.get().interfaces().stream())
                .map(HarmlessInitialisers::binary)
                .allMatch(this::isHarmless);
    known.put(className, harmless);
    return harmless;
  }

  private static String binary(ClassEntry entry) {
    return entry.asInternalName().replace('/', '.');
  }
}
