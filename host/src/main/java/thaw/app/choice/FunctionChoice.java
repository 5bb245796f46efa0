package thaw.app.choice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.ClientKind;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;

/**
 * Chooses a function, its memory size and its JDK. All jobs that are about one function have this
 * choice.
 *
 * @param name logical id, function name or the path of its construct; absent for the only one
 * @param memory in place of what the template says
 * @param jvm in place of what the runtime names
 */
public record FunctionChoice(
    Optional<String> name, Optional<MemorySize> memory, TimeoutChoice timeout, JvmChoice jvm) {
  /** A function as its template has it. */
  public static FunctionChoice of(Optional<String> name) {
    return new FunctionChoice(
        name,
        Optional.empty(),
        TimeoutChoice.NONE,
        JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL));
  }

  /** Returns the options, as they are written, for what was chosen beside the name. */
  public String named() {
    return memory.map(size -> " --memory " + size.mebibytes()).orElse("")
        + jvm.jdk().map(jdk -> " --jdk " + Text.quoted(jdk)).orElse("")
        + timeout.named()
        + (jvm.client() == ClientKind.OFFICIAL ? "" : " --runtime thaw");
  }

  /** Returns the name by which commands name a function: the one that was given, if any was. */
  public String nameOf(String shown) {
    return Text.quoted(name.orElse(shown));
  }

  /** Returns which function was named by another name than its logical id; empty for none. */
  public Optional<String> nameFor(String logicalId) {
    return name.filter(given -> !given.equals(logicalId))
        .map(given -> given + " has the logical id " + logicalId);
  }

  /** Returns the source for this function only: code of others may be missing. */
  public SourceChoice meantIn(SourceChoice source) {
    return source.meaning(name.stream().toList());
  }

  /** Returns the function with the memory size and the timeout that were asked for. */
  public FunctionDefinition of(Application application, SourceChoice source) {
    return of(application, source.function(name.orElse(null)));
  }

  /** The same, but one that something else names. */
  public FunctionDefinition of(Application application, @Nullable String named) {
    FunctionDefinition chosen = jvm.of(timeout.of(chosen(application, named)));
    return memory.map(chosen::withMemory).orElse(chosen);
  }

  /**
   * The one that is meant by that name; without a name the only one that is not of another
   * language.
   */
  public static FunctionDefinition chosen(Application application, @Nullable String name) {
    List<FunctionDefinition> functions = application.functions();
    if (name == null) {
      List<FunctionDefinition> own = application.ownFunctions();
      List<FunctionDefinition> eligible = own.isEmpty() ? functions : own;
      if (eligible.size() == 1) {
        return eligible.getFirst();
      }
      throw new UserMistake(
          "the template has " + eligible.size() + " functions" + leftOut(application),
          "choose with --function: " + shown(eligible));
    }
    return application.named(name).orElseThrow(() -> noFunction(application, name));
  }

  /** Returns the names that people read of some functions. */
  public static String shown(List<FunctionDefinition> functions) {
    return functions.stream().map(FunctionDefinition::shown).collect(Collectors.joining(", "));
  }

  private static String leftOut(Application application) {
    List<String> left =
        application.leftOut().entrySet().stream()
            .filter(each -> !each.getValue().isOfOthers())
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return left.isEmpty()
        ? ""
        : " that can be started, and %s that cannot (--function NAME says why)"
            .formatted(String.join(", ", left));
  }

  /**
   * Returns the mistake that no function has the name, with why it is not there, where that is
   * known.
   */
  public static UserMistake noFunction(Application application, String name) {
    return application
        .leftOut(name)
        .map(each -> new UserMistake(each.warning(), "build it first, or correct the template"))
        .orElseGet(() ->
            new UserMistake(
                "no function has the name " + name,
                "use one of: " + shown(application.functions())));
  }
}
