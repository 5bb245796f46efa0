package thaw.app.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.app.choice.FunctionChoice;
import thaw.environment.launch.ClientKind;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/**
 * Tells which runtime client each function has.
 *
 * @param named by the functions' names
 * @param others what all others have, those that clients make among them
 */
public record Clients(Map<String, ClientKind> named, ClientKind others) {
  public Clients {
    named = Map.copyOf(named);
  }

  public static Clients all(ClientKind kind) {
    return new Clients(Map.of(), kind);
  }

  /**
   * @param given {@code thaw} for all functions, or {@code Orders=thaw} for one
   */
  static Clients of(List<String> given, Application application) {
    Map<String, ClientKind> named = new HashMap<>();
    ClientKind others = ClientKind.OFFICIAL;
    for (String each : given) {
      int equals = each.indexOf('=');
      if (equals < 0) {
        others = ClientKind.of(each);
      } else {
        named.put(
            function(each.substring(0, equals), application),
            ClientKind.of(each.substring(equals + 1)));
      }
    }
    return new Clients(named, others);
  }

  private static String function(String name, Application application) {
    return application
        .named(name)
        .map(FunctionDefinition::name)
        .orElseThrow(() ->
            new UserMistake(
                "--runtime names no function of the application: " + name,
                "use one of " + FunctionChoice.shown(application.functions())));
  }

  ClientKind of(FunctionDefinition function) {
    return named.getOrDefault(function.name(), others);
  }
}
