package thaw.remedy.priming;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The steps that are done before a snapshot in place of the first request after it, as far as
 * nothing of it leaves the process.
 *
 * @param function its name
 * @param handler its class, by its binary name
 * @param classes that are loaded and linked, in the order of the first request
 * @param initialised those of them that are initialised, too
 * @param calls safe ones
 * @param omitted what is not called, each with the reason
 */
public record GeneratedPriming(
    String function,
    String handler,
    List<String> classes,
    Set<String> initialised,
    List<SafeCall> calls,
    List<SafeCall> omitted) {
  private static final String HEAD =
      """
      # What the first request of %s uses after init, to be done before a snapshot.
      # "load" loads and links a class, "initialise" runs its initialiser, too; others are safe calls.
      """;

  public GeneratedPriming {
    classes = List.copyOf(classes);
    initialised = Set.copyOf(initialised);
    calls = List.copyOf(calls);
    omitted = List.copyOf(omitted);
  }

  /**
   * Makes the priming of what one start has shown.
   *
   * @param classes that a hook can load, in the order of the first request
   * @param initialised those of them whose initialisers are harmless
   * @param before all that is loaded when a restore ends
   * @param event of the first request, JSON; empty where the handler reads it by itself
   * @param tried further calls, which were seen to run nothing of the function's own
   * @param omitted others, which were not
   */
  public static GeneratedPriming of(
      String function,
      String handler,
      List<String> classes,
      Set<String> initialised,
      Collection<String> before,
      Optional<String> event,
      List<SafeCall> tried,
      List<SafeCall> omitted) {
    List<SafeCall> calls =
        new ArrayList<>(
            SafeCall.of(new LinkedHashSet<>(before), new LinkedHashSet<>(classes), event));
    calls.addAll(tried);
    return new GeneratedPriming(function, handler, classes, initialised, calls, omitted);
  }

  /** The file that the hook reads, a step a line. */
  public String steps() {
    List<String> lines = new ArrayList<>();
    for (String name : classes) {
      lines.add((initialised.contains(name) ? "initialise " : "load ") + name);
    }
    calls.forEach(call -> lines.add(call.step()));
    for (SafeCall call : omitted) {
      lines.add(
          "# Not done, as "
              + call.reason()
              + ". Remove the next # if it may run before a snapshot.");
      lines.add("#" + call.step());
    }
    return HEAD.formatted(function) + String.join("\n", lines) + "\n";
  }
}
