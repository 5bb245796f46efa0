package thaw.function.template.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import thaw.function.LambdaLimits;
import thaw.function.constraint.LambdaRules;
import thaw.function.constraint.ServiceModel;
import thaw.function.constraint.Violation;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads a function's environment variables. A variable whose value Thaw cannot know (an import of
 * another stack, a condition) is left out with a warning.
 */
final class EnvironmentReader {

  /** The names that need no look at the service model, which takes some milliseconds to read. */
  private static final Pattern PLAIN = Pattern.compile("[a-zA-Z][a-zA-Z0-9_]+");

  /** Quotes, a colon and a comma. */
  private static final int JSON_BYTES = 6;

  private final Intrinsics intrinsics;
  private final Consumer<String> warnings;

  EnvironmentReader(Intrinsics intrinsics, Consumer<String> warnings) {
    this.intrinsics = intrinsics;
    this.warnings = warnings;
  }

  Map<String, String> read(ResourceProperties properties) {
    Optional<ResourceProperties> around = properties.below("Environment");
    Optional<ResourceProperties> variables = around.flatMap(each -> each.below("Variables"));
    Map<String, String> environment = new LinkedHashMap<>();
    variables
        .map(ResourceProperties::members)
        .map(TemplateValue.Members::members)
        .orElse(Map.of())
        .forEach((name, member) ->
            variable(name, member).ifPresent(value -> environment.put(name, value)));
    around.ifPresent(each -> requireSize(each, environment));
    return environment;
  }

  private static void requireSize(ResourceProperties around, Map<String, String> environment) {
    int bytes = 1;
    for (Map.Entry<String, String> each : environment.entrySet()) {
      bytes += each.getKey().getBytes(StandardCharsets.UTF_8).length;
      bytes += each.getValue().getBytes(StandardCharsets.UTF_8).length;
      bytes += JSON_BYTES;
    }
    if (!environment.isEmpty() && bytes > LambdaLimits.LARGEST_VARIABLES_BYTES) {
      throw around.mistake(
          "Variables",
          "environment variables must be at most 4 KB together: " + bytes + " bytes",
          "keep large values in the code or in a store: Lambda refuses them as well");
    }
  }

  /** Refuses a name that Lambda refuses: Java's properties have dots, for example. */
  private static void requireName(String name, TemplateValue.Member member) {
    LambdaRules.reservedVariable(name)
        .ifPresent(fault -> {
          throw member
              .key()
              .mistake("AWS refuses this: " + fault, "remove it, or give it another name");
        });
    if (PLAIN.matcher(name).matches()) {
      return;
    }
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.putObject("Environment").putObject("Variables").put(name, "");
    ServiceModel model = ServiceModel.of("CreateFunction").orElseThrow();
    for (Violation violation : model.violations(request)) {
      String allowed = name.replaceAll("[^a-zA-Z0-9]+", "_").toUpperCase(Locale.ROOT);
      throw member
          .key()
          .mistake(
              "AWS refuses the environment variable %s: %s".formatted(name, violation.text()),
              "rename it, for example to %s; Spring Boot reads SPRING_PROFILES_ACTIVE for spring.profiles.active"
                  .formatted(allowed.matches("[A-Z][A-Z0-9_]+") ? allowed : "MY_" + allowed));
    }
  }

  private Optional<String> variable(String name, TemplateValue.Member member) {
    requireName(name, member);
    if (member.value() instanceof TemplateValue.Call call
        && call.unknown().filter(TemplateValue.Unknown::elsewhere).isPresent()) {
      warnings.accept(
          "%s: variable %s is left out: %s"
              .formatted(member.key(), name, TemplateValue.why(call.mistake())));
      return Optional.empty();
    }
    return switch (intrinsics.resolve(member.value())) {
      case TemplateValue.Text text when text.kind() != TemplateValue.Kind.NULL ->
          Optional.of(text.asString());
      case TemplateValue.Text _,
          TemplateValue.Items _,
          TemplateValue.Members _,
          TemplateValue.Call _ ->
          throw member
              .key()
              .mistake(
                  "environment variable " + name + " must be a text, a number or true or false",
                  "write its value in quotes, \"\" when it is empty");
    };
  }
}
