package thaw.app.choice;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;

/**
 * Chooses settings for all functions of an application, in place of what the template and {@code
 * thaw.yaml} say.
 *
 * @param environment variables; others stay
 */
public record SettingsChoice(Optional<MemorySize> memory, Map<String, String> environment) {
  /** Nothing. */
  public static final SettingsChoice NONE = new SettingsChoice(Optional.empty(), Map.of());

  public SettingsChoice {
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /** The application with these. */
  public Application over(Application application) {
    return memory.isEmpty() && environment.isEmpty()
        ? application
        : application.withFunctions(application.functions().stream().map(this::over).toList());
  }

  private FunctionDefinition over(FunctionDefinition function) {
    Map<String, String> variables = new LinkedHashMap<>(function.environment());
    variables.putAll(environment);
    return function.with().memory(memory.orElse(function.memory())).environment(variables).build();
  }
}
