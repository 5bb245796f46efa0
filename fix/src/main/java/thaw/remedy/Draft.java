package thaw.remedy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.MemorySize;
import thaw.remedy.edit.TextEdit;

/**
 * A function with some remedies, in the order in which they were added. To take a remedy back is to
 * have a draft without it: nothing is changed in place.
 *
 * @param remedies of the function as its owner has it, none
 */
public record Draft(List<Remedy> remedies) {
  /** The variable of the JVM's options. */
  public static final String OPTIONS = "JAVA_TOOL_OPTIONS";

  /** The function as it is. */
  public static final Draft UNCHANGED = new Draft(List.of());

  public Draft {
    remedies = List.copyOf(remedies);
  }

  public Draft with(Remedy further) {
    List<Remedy> all = new ArrayList<>(remedies);
    all.add(further);
    return new Draft(all);
  }

  /**
   * Returns the draft without a remedy, and without what needs it: later edits of its lines, and
   * options that gain only with the archive.
   *
   * @param original text of a file of the project
   */
  public Draft without(Remedy remedy, Function<Path, String> original) {
    Draft rest = UNCHANGED;
    for (Remedy each : remedies) {
      boolean fits =
          switch (each.change()) {
            case Change.Sources _, Change.Runtime _ ->
                rest.with(each).tryTexts(original).isPresent();
            case Change.JvmOptions options ->
                !options.needArchive() || !(remedy.change() instanceof Change.Archive);
            default -> true;
          };
      if (!each.equals(remedy) && fits) {
        rest = rest.with(each);
      }
    }
    return rest;
  }

  /**
   * Returns what of it the function gets where it is deployed as it was before: the managed runtime
   * gets no remedy that needs a package with its own JVM.
   *
   * @param base the function as it is deployed, which may be such a package already
   */
  public Draft deployedLike(Draft base) {
    return new Draft(
        remedies.stream()
            .filter(each ->
                base.has(each)
                    || !each.change().needsPackage()
                    || (base.isArchived() && each.change() instanceof Change.JvmOptions))
            .toList());
  }

  public boolean has(Remedy remedy) {
    return remedies.contains(remedy);
  }

  /** Returns whether another draft, which has all of this one, is the same program. */
  public boolean isProgramOf(Draft other) {
    return other.remedies.containsAll(remedies)
        && other.remedies.stream()
            .allMatch(each -> has(each) || !each.change().makesAnotherProgram());
  }

  /** Returns whether one of its remedies is a change of this kind. */
  public boolean has(Class<? extends Change> change) {
    return remedies.stream().anyMatch(each -> change.isInstance(each.change()));
  }

  public boolean isArchived() {
    return has(Change.Archive.class);
  }

  public boolean hasStoredJars() {
    return has(Change.StoredJars.class);
  }

  /** Options of the JVM, in their order. */
  public List<String> jvmOptions() {
    List<String> options = new ArrayList<>();
    for (Remedy each : remedies) {
      if (each.change() instanceof Change.JvmOptions(List<String> further, _)) {
        options.addAll(further);
      }
    }
    return options;
  }

  /** Further variables of the function. */
  public Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>();
    for (Remedy each : remedies) {
      if (each.change() instanceof Change.Variables(Map<String, String> further)) {
        variables.putAll(further);
      }
    }
    return variables;
  }

  /** Returns whether it changes what a template says of the function. */
  public boolean hasSettings() {
    return remedies.stream()
        .map(Remedy::change)
        .anyMatch(change ->
            switch (change) {
              case Change.JvmOptions _,
                  Change.Variables _,
                  Change.Memory _,
                  Change.Runtime _,
                  Change.SnapStart _ ->
                  true;
              case Change.Sources sources -> sources.handler().isPresent();
              case Change.Archive _, Change.RuntimeClient _, Change.StoredJars _ -> false;
            });
  }

  /** The version of Java that it moves to; empty where it stays on its runtime. */
  public Optional<Integer> runtime() {
    Optional<Integer> last = Optional.empty();
    for (Remedy each : remedies) {
      if (each.change() instanceof Change.Runtime(int feature, _)) {
        last = Optional.of(feature);
      }
    }
    return last;
  }

  /** Lambda's name of the runtime that it moves to; empty where it stays. */
  public Optional<String> runtimeName() {
    return runtime().map(JavaRuntimes::identifier);
  }

  /** Returns the memory size that the function gets; empty where it keeps its own. */
  public Optional<Integer> memoryMiB() {
    return memory().map(MemorySize::mebibytes);
  }

  /** The last one asked for. */
  Optional<MemorySize> memory() {
    Optional<MemorySize> last = Optional.empty();
    for (Remedy each : remedies) {
      if (each.change() instanceof Change.Memory(MemorySize size)) {
        last = Optional.of(size);
      }
    }
    return last;
  }

  /**
   * The handler as the template would name it.
   *
   * @param own that of the function as it is, a class with or without a method
   */
  public String handler(String own) {
    String handler = own;
    for (Remedy each : remedies) {
      if (each.change() instanceof Change.Sources sources && sources.handler().isPresent()) {
        handler = sources.handler().get() + own.substring(own.split("::", -1)[0].length());
      }
    }
    return handler;
  }

  /**
   * Returns a function with the settings that it has in this draft: those of the starts that are
   * measured, and those that the patch writes into the template.
   */
  public FunctionDefinition on(FunctionDefinition own) {
    Map<String, String> environment = new TreeMap<>(own.environment());
    if (!jvmOptions().isEmpty()) {
      environment.put(
          OPTIONS,
          (own.environment().getOrDefault(OPTIONS, "") + " " + String.join(" ", jvmOptions()))
              .strip());
    }
    environment.putAll(variables());
    return own.with()
        .handler(handler(own.handler()))
        .memory(memory().orElse(own.memory()))
        .runtime(runtimeName().orElse(own.runtime()))
        .environment(environment)
        .snapStart(own.snapStart() || has(Change.SnapStart.class))
        .build();
  }

  /**
   * The changed files with their new text.
   *
   * @param original text of a file of the project
   * @throws IllegalStateException when the edits do not fit together
   */
  public Map<Path, String> texts(Function<Path, String> original) {
    return tryTexts(original)
        .orElseThrow(() -> new IllegalStateException("edits do not fit: " + this));
  }

  /** Returns whether a file is new. */
  public boolean creates(Path file) {
    return remedies.stream()
        .map(Remedy::change)
        .anyMatch(change ->
            change.edits().stream()
                .anyMatch(each -> each.createsFile() && each.file().equals(file)));
  }

  /** Returns whether all edits find their lines. */
  public boolean fits(Function<Path, String> original) {
    return tryTexts(original).isPresent();
  }

  private Optional<Map<Path, String>> tryTexts(Function<Path, String> original) {
    Map<Path, String> texts = new LinkedHashMap<>();
    for (Remedy each : remedies) {
      for (TextEdit edit : each.change().edits()) {
        Optional<String> text = edit.in(texts.computeIfAbsent(edit.file(), original));
        if (text.isEmpty()) {
          return Optional.empty();
        }
        texts.put(edit.file(), text.get());
      }
    }
    return Optional.of(texts);
  }
}
