package thaw.template;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import thaw.problem.UserMistake;

/**
 * What the declaration of a parameter demands of its value, as CloudFormation checks it: also of
 * its Default, and of each item of a list. A value by which nothing can be chosen is refused; one
 * that a deployment would refuse for its form is told, since people give any word for what does not
 * matter on their machine, such as a password.
 *
 * @param hidden whether nobody is to see the value
 * @param told takes what a deployment would refuse
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/parameters-section-structure.html">Parameters</a>
 */
record ParameterConstraints(
    String name, TemplateValue.Members declaration, boolean hidden, Consumer<String> told) {
  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d{1,4})?");
  private static final Set<String> WITHOUT_PATTERN = Set.of("Number", "List<Number>");

  /**
   * @param values one, or the items of a list
   * @throws UserMistake when a value is not one that the parameter may have
   */
  void check(String type, List<String> values) {
    values.forEach(this::checkAllowed);
    if (type.equals("Number") || type.equals("List<Number>") && !values.equals(List.of(""))) {
      values.forEach(this::checkNumber);
    }
    if (!WITHOUT_PATTERN.contains(type)) {
      values.forEach(this::checkPattern);
    }
    if (type.equals("String")) {
      checkLength(values.getFirst());
    }
  }

  private void checkAllowed(String value) {
    if (declaration.value("AllowedValues").orElse(null) instanceof TemplateValue.Items allowed) {
      List<String> texts = allowed.items().stream().map(Parameters::scalar).toList();
      if (!texts.contains(value)) {
        throw mistake(
            "be one of its AllowedValues", value, "choose one of: " + String.join(", ", texts));
      }
    }
  }

  private void checkNumber(String value) {
    if (!NUMBER.matcher(value.strip()).matches()) {
      throw mistake("be a number", value, "give a number for " + name);
    }
    BigDecimal number = new BigDecimal(value.strip());
    checkBound("MinValue", "be at least", value, bound -> number.compareTo(bound) >= 0);
    checkBound("MaxValue", "be at most", value, bound -> number.compareTo(bound) <= 0);
  }

  private void checkLength(String value) {
    int length = value.codePointCount(0, value.length()); // most have no bound: no BigDecimal yet
    checkBound(
        "MinLength",
        "have a length of at least",
        value,
        at -> BigDecimal.valueOf(length).compareTo(at) >= 0);
    checkBound(
        "MaxLength",
        "have a length of at most",
        value,
        at -> BigDecimal.valueOf(length).compareTo(at) <= 0);
  }

  private void checkBound(
      String constraint, String must, String value, Predicate<BigDecimal> isKept) {
    Optional<String> bound = text(constraint);
    if (bound.isEmpty()) {
      return;
    }
    if (!NUMBER.matcher(bound.get().strip()).matches()) {
      throw ofDeclaration(constraint, "must be a number: " + bound.get(), "write a number");
    }
    if (!isKept.test(new BigDecimal(bound.get().strip()))) {
      tell("%s %s (its %s)".formatted(must, bound.get(), constraint), value);
    }
  }

  private void checkPattern(String value) {
    Optional<String> pattern = text("AllowedPattern");
    try {
      if (pattern.isPresent() && !Pattern.matches(pattern.get(), value)) {
        tell("match its AllowedPattern " + pattern.get(), value);
      }
    } catch (PatternSyntaxException e) {
      throw ofDeclaration(
          "AllowedPattern",
          "is no regular expression of Java: " + e.getDescription(),
          "correct it; CloudFormation refuses it, too");
    }
  }

  private Optional<String> text(String constraint) {
    return declaration.value(constraint).map(Parameters::scalar);
  }

  private UserMistake ofDeclaration(String constraint, String cause, String remedy) {
    return declaration
        .member(constraint)
        .orElseThrow()
        .key()
        .mistake("%s of parameter %s %s".formatted(constraint, name, cause), remedy);
  }

  private void tell(String must, String value) {
    told.accept(
        "%s: a deployment refuses %s, as it must %s%s"
            .formatted(
                declaration.place(),
                ofParameter(value),
                must,
                text("ConstraintDescription").map(said -> "; it " + said).orElse("")));
  }

  private String ofParameter(String value) {
    return "parameter " + name + (hidden ? ", whose value has NoEcho" : ": " + value);
  }

  private UserMistake mistake(String must, String value, String remedy) {
    String shown = hidden ? "its value has NoEcho" : value;
    return declaration
        .place()
        .mistake("parameter %s must %s: %s".formatted(name, must, shown), remedy);
  }
}
