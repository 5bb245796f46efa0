package thaw.function.template.resource;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.TemplateResource;
import thaw.problem.UserMistake;
import thaw.template.Resolution;
import thaw.template.TemplateValue;

/**
 * Leaves out what cannot be read, so that everything else runs: a function for any mistake in it,
 * other resources where a value is not known. What the user means is refused instead.
 */
final class LeftOut {
  private static final Pattern PLACED = Pattern.compile("^(\\S.*?:\\d+:\\d+): ");

  private final Resolution resolution;
  private final ReadOptions options;
  private final Consumer<String> warnings;
  private final Map<String, Application.LeftOutFunction> functions = new LinkedHashMap<>();
  private @Nullable UserMistake first;
  private @Nullable UserMistake unrunnable;

  LeftOut(Resolution resolution, ReadOptions options, Consumer<String> warnings) {
    this.resolution = resolution;
    this.options = options;
    this.warnings = warnings;
  }

  /**
   * Reads a function.
   *
   * @throws UserMistake when it is meant, or lacks parameters, which all can be given at once
   */
  Optional<FunctionDefinition> unlessRead(
      TemplateResource function, Supplier<Optional<FunctionDefinition>> reading) {
    try {
      return reading.get();
    } catch (UserMistake e) {
      if (isMeant(function) || e == resolution.missingParameters().orElse(null)) {
        throw e;
      }
      first = first == null ? e : first;
      put(function, say("function " + function.logicalId(), function, e));
      return Optional.empty();
    }
  }

  private boolean isMeant(TemplateResource function) {
    return !options.meant().isEmpty() && options.means(FunctionReader.names(function));
  }

  /**
   * Refuses a template whose functions are there or not as parameters say that have no value, and
   * one with a function that is meant and may not be there.
   */
  void requireDecided(Collection<TemplateResource> written) {
    for (TemplateResource resource : written) {
      if (resource.isFunction()) {
        resolution
            .undecided(resource.logicalId())
            .ifPresent(e -> {
              if (isMeant(resource) || e == resolution.missingParameters().orElse(null)) {
                throw e;
              }
              first = first == null ? e : first;
            });
      }
    }
  }

  /** Reads another resource. */
  <T> Optional<T> unlessKnown(TemplateResource resource, Supplier<Optional<T>> reading) {
    try {
      return reading.get();
    } catch (UserMistake e) {
      if (TemplateValue.unknown(resource.properties()).isEmpty()) {
        throw e;
      }
      say(resource.logicalId(), resource, e);
      return Optional.empty();
    }
  }

  /** A function that can be read and not be run. */
  void add(TemplateResource function, String reason, String remedy) {
    String warning =
        "%s: function %s is left out: %s".formatted(function.place(), function.logicalId(), reason);
    warnings.accept(warning);
    put(function, warning);
    unrunnable = unrunnable == null ? new UserMistake(warning, remedy) : unrunnable;
  }

  private void put(TemplateResource function, String warning) {
    Optional<String> runtime =
        function.properties().value("Runtime").orElse(null) instanceof TemplateValue.Text text
            ? Optional.of(text.asString())
            : Optional.empty();
    functions.put(
        function.logicalId(),
        new Application.LeftOutFunction(
            FunctionReader.names(function).collect(Collectors.toSet()), warning, runtime));
  }

  /** Returns the functions, by logical id. */
  Map<String, Application.LeftOutFunction> functions() {
    return functions;
  }

  private String say(String what, TemplateResource resource, UserMistake mistake) {
    Matcher placed = PLACED.matcher(String.valueOf(mistake.getMessage()));
    String place = placed.find() ? placed.group(1) : resource.place().toString();
    String warning = "%s: %s is left out: %s".formatted(place, what, TemplateValue.why(mistake));
    warnings.accept(warning);
    return warning;
  }

  /**
   * Refuses a template none of whose functions can be read or run, for the first reason: whoever
   * declares functions wants them run.
   */
  void requireOneThatRuns(List<FunctionDefinition> functions) {
    UserMistake reason = first == null ? unrunnable : first;
    if (functions.isEmpty() && reason != null) {
      throw reason;
    }
  }
}
