package thaw.load.command;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import thaw.function.Application;
import thaw.function.FunctionDefinition;

/** Finds the functions of an application that a function may call, by what its variables name. */
final class CalledFunctions {
  private static final String ARN = ":function:";

  /** The characters between names and ARNs. */
  private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z0-9_:-]+");

  private CalledFunctions() {}

  /** Names, first its own; then also what those call that it calls. */
  static Set<String> by(FunctionDefinition function, Application application) {
    Set<String> names = new LinkedHashSet<>(Set.of(function.name()));
    Deque<FunctionDefinition> callers = new ArrayDeque<>(Set.of(function));
    while (!callers.isEmpty()) {
      FunctionDefinition caller = callers.remove();
      for (FunctionDefinition each : application.functions()) {
        if (isNamed(each.name(), caller) && names.add(each.name())) {
          callers.add(each);
        }
      }
    }
    return names;
  }

  /** Finds a name or an ARN, perhaps with an alias. */
  private static boolean isNamed(String name, FunctionDefinition caller) {
    return caller.environment().values().stream()
        .flatMap(BETWEEN::splitAsStream)
        .map(word -> word.substring(word.contains(ARN) ? word.indexOf(ARN) + ARN.length() : 0))
        .anyMatch(word -> word.equals(name) || word.startsWith(name + ":"));
  }
}
