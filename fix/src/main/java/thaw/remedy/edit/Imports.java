package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The imports of one file, and those that new code in it needs. */
final class Imports {
  private final JavaSources sources;
  private final CompilationUnitTree unit;
  private final Set<String> declared = new HashSet<>();
  private final List<String> further = new ArrayList<>();
  private final Map<ImportTree, String> swapped = new HashMap<>();

  Imports(JavaSources sources, CompilationUnitTree unit) {
    this.sources = sources;
    this.unit = unit;
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        declared.add(tree.getSimpleName().toString());
        tree.getTypeParameters().forEach(each -> declared.add(each.getName().toString()));
        return super.visitClass(tree, unused);
      }
    }.scan(unit, null);
  }

  /**
   * Returns the name of a type in new code: the simple one where an import allows it, else the one
   * with its package.
   */
  String named(String type) {
    String simple = type.substring(type.lastIndexOf('.') + 1);
    if (further.contains(type) || swapped.containsValue(type) || names().contains(type)) {
      return simple;
    }
    boolean isTaken =
        declared.contains(simple)
            || sources.exists(inPackage(simple))
            || names().stream().anyMatch(name -> name.endsWith("." + simple))
            || further.stream().anyMatch(name -> name.endsWith("." + simple));
    if (isTaken) {
      return type;
    }
    further.add(type);
    return simple;
  }

  /** Puts one type in the place of another that new code leaves unused; nothing else uses it. */
  void swap(String old, String type) {
    Optional<ImportTree> known =
        types().stream().filter(each -> name(each).equals(old)).findFirst();
    if (known.isPresent() && named(type).indexOf('.') < 0 && further.remove(type)) {
      swapped.put(known.get(), type);
    }
  }

  private String inPackage(String simple) {
    return unit.getPackageName() == null ? simple : unit.getPackageName() + "." + simple;
  }

  /** Returns the imported single types. */
  private List<String> names() {
    return types().stream().map(Imports::name).toList();
  }

  private List<ImportTree> types() {
    return unit.getImports().stream()
        .map(ImportTree.class::cast)
        .filter(each -> !each.isStatic() && !each.isModule())
        .toList();
  }

  private static String name(ImportTree tree) {
    return tree.getQualifiedIdentifier().toString();
  }

  /** Puts what is missing beside the imports that are most like it. */
  void writeTo(FileRewrite rewrite) {
    for (String type : further.stream().sorted().toList()) {
      String line = "import " + type + ";";
      Optional<ImportTree> next = next(type);
      Optional<ImportTree> last = last(type);
      if (next.isPresent()) {
        rewrite.insert(sources.start(unit, next.get()), line + "\n");
      } else if (last.isPresent()) {
        rewrite.insert(sources.end(unit, last.get()), "\n" + line);
      } else if (!unit.getImports().isEmpty()) { // static ones only
        rewrite.insert(sources.end(unit, unit.getImports().getLast()), "\n\n" + line);
      } else if (unit.getPackage() != null) {
        String gap = type.equals(first()) ? "\n\n" : "\n";
        rewrite.insert(sources.end(unit, unit.getPackage()), gap + line);
      } else {
        rewrite.insert(0, line + "\n");
      }
    }
    swapped.forEach(
        (old, type) -> // behind what is inserted where one of them begins
        rewrite.replace(sources.start(unit, old), sources.end(unit, old), "import " + type + ";"));
  }

  private String first() {
    return further.stream().sorted().findFirst().orElseThrow();
  }

  private List<ImportTree> nearest(String type) {
    int most = types().stream().mapToInt(each -> common(name(each), type)).max().orElse(0);
    return types().stream().filter(each -> common(name(each), type) == most).toList();
  }

  private Optional<ImportTree> next(String type) {
    return nearest(type).stream().filter(each -> name(each).compareTo(type) > 0).findFirst();
  }

  private Optional<ImportTree> last(String type) {
    return nearest(type).stream().reduce((_, second) -> second);
  }

  /** Returns the number of first packages that two names have in common. */
  private static int common(String one, String other) {
    String[] left = one.split("\\.");
    String[] right = other.split("\\.");
    int same = 0;
    while (same < Math.min(left.length, right.length) && left[same].equals(right[same])) {
      same++;
    }
    return same;
  }
}
