package thaw.function.template;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import thaw.problem.UserMistake;

/**
 * The template's parameters with the values that the user gave. A parameter without a value is a
 * mistake only when something that Thaw reads refers to it.
 */
public final class Parameters {
  private static final Set<String> LISTS = Set.of("CommaDelimitedList");

  /** The words that YAML 1.1 takes for false, in lower case. */
  private static final Set<String> FALSE = Set.of("false", "no", "off", "n");

  private final TemplateValue.Members declared;
  private final Map<String, String> given;

  public Parameters(TemplateValue.Members declared, Map<String, String> given) {
    this.declared = declared;
    this.given = given;
    given.keySet().forEach(this::requireDeclared);
  }

  private void requireDeclared(String name) {
    if (!declared.members().containsKey(name)) {
      Set<String> known = declared.members().keySet();
      throw new UserMistake(
          declared.place().file() + " declares no parameter " + name,
          Spelling.nearest(name, known)
              .map(near -> "write --parameter " + near + "=VALUE")
              .orElse(
                  known.isEmpty()
                      ? "leave --parameter " + name + " out"
                      : "give one of: " + String.join(", ", known)));
    }
  }

  /**
   * Returns the names of parameters whose values nobody is to see. CloudFormation reads YAML 1.1,
   * in which {@code yes} and {@code on} are booleans, too; whatever is not plainly false hides.
   *
   * @param declared the section Parameters
   */
  public static Set<String> hidden(TemplateValue.Members declared) {
    Set<String> names = new TreeSet<>();
    declared
        .members()
        .forEach((name, member) -> {
          if (member.value() instanceof TemplateValue.Members declaration
              && declaration.value("NoEcho").filter(value -> !isFalse(value)).isPresent()) {
            names.add(name);
          }
        });
    return names;
  }

  private static boolean isFalse(TemplateValue value) {
    return value instanceof TemplateValue.Text text
        && FALSE.contains(text.text().strip().toLowerCase(Locale.ROOT));
  }

  Set<String> names() {
    return declared.members().keySet();
  }

  /** The value of a parameter, standing at the reference; empty when no parameter has the name. */
  Optional<TemplateValue> value(String name, Place reference) {
    return Template.members(declared, name).map(declaration -> value(name, declaration, reference));
  }

  private TemplateValue value(String name, TemplateValue.Members declaration, Place reference) {
    String type =
        declaration.value("Type").orElse(null) instanceof TemplateValue.Text text
            ? text.text()
            : "String";
    String text = text(name, declaration, reference);
    check(name, type, text, declaration);
    if (LISTS.contains(type) || type.startsWith("List<")) {
      return new TemplateValue.Items(
          Arrays.stream(text.split(",", -1))
              .<TemplateValue>map(item -> TemplateValue.string(item.strip(), reference))
              .toList(),
          reference);
    }
    return TemplateValue.string(text, reference);
  }

  private String text(String name, TemplateValue.Members declaration, Place reference) {
    String override = given.get(name);
    if (override != null) {
      return override;
    }
    return declaration
        .value("Default")
        .map(Parameters::scalar)
        .orElseThrow(() ->
            reference.mistake(
                "parameter " + name + " has no value and no Default",
                "add --parameter " + name + "=VALUE"));
  }

  private void check(String name, String type, String text, TemplateValue.Members declaration) {
    Place place = declaration.place();
    String shown = hidden(declared).contains(name) ? "its value has NoEcho" : text;
    if (type.equals("Number") && !text.strip().matches("[-+]?\\d+(\\.\\d+)?")) {
      throw place.mistake(
          "parameter " + name + " must be a number: " + shown, "give a number for " + name);
    }
    if (declaration.value("AllowedValues").orElse(null) instanceof TemplateValue.Items allowed) {
      List<String> texts = allowed.items().stream().map(Parameters::scalar).toList();
      if (!texts.contains(text)) {
        throw place.mistake(
            "parameter " + name + " must be one of its AllowedValues: " + shown,
            "choose one of: " + String.join(", ", texts));
      }
    }
  }

  private static String scalar(TemplateValue value) {
    if (value instanceof TemplateValue.Text text) {
      return text.asString();
    }
    throw value.place().mistake("a parameter's value must be a scalar", "write plain text here");
  }
}
