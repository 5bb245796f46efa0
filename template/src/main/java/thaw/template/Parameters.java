package thaw.template;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * The template's parameters with the values that the user or a stack around it gave. A parameter
 * without a value is a mistake only when something that is read refers to it.
 */
public final class Parameters {
  /** The words that YAML 1.1 takes for false, in lower case. */
  private static final Set<String> FALSE = Set.of("false", "no", "off", "n");

  /** Types whose value is the name of a stored parameter, not what it has. */
  private static final String STORED = "AWS::SSM::Parameter::Value<";

  /** Names that say so; an ARN or the name of a secret is none. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(password|passwd|pwd|passphrase|secret|token|credential|(secret|private|access|api|signing|encryption)key).*(?<!arn|name|id|url|uri|path|length|size|ttl|expiry|seconds|minutes|hours|days|enabled)|(?i).*accesskeyid");

  private final TemplateValue.Members declared;
  private final Map<String, TemplateValue> given;
  private final StoredValues stored;
  private final Optional<UserMistake> missing;

  /**
   * @param needed returns those of some names on whose values something depends
   * @param warnings takes what a deployment would refuse and nothing here depends on
   * @throws UserMistake when a value is given to what is not declared, or is not one that its
   *     parameter may have
   */
  Parameters(
      TemplateValue.Members declared,
      Map<String, TemplateValue> given,
      StoredValues stored,
      UnaryOperator<List<String>> needed,
      Consumer<String> warnings) {
    this.declared = declared;
    this.given = given;
    this.stored = stored;
    given.keySet().stream().filter(name -> !isPseudo(name)).forEach(this::requireDeclared);
    declared.members().keySet().forEach(name -> check(name, warnings));
    this.missing = missingOnes(needed);
  }

  static boolean isPseudo(String name) {
    return name.startsWith("AWS::");
  }

  /** Returns another value of a pseudo parameter, such as the account that mappings have. */
  Optional<TemplateValue> pseudo(String name) {
    return isPseudo(name) ? Optional.ofNullable(given.get(name)) : Optional.empty();
  }

  /** Returns all of those that were given. */
  Map<String, TemplateValue> pseudo() {
    Map<String, TemplateValue> all = new LinkedHashMap<>(given);
    all.keySet().removeIf(name -> !isPseudo(name));
    return all;
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

  /** One mistake for all parameters that need a value, so that one command can give them. */
  private Optional<UserMistake> missingOnes(UnaryOperator<List<String>> needed) {
    List<String> without =
        names(
            declared, (name, declaration) -> !given.containsKey(name) && lacksDefault(declaration));
    if (without.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = needed.apply(without);
    Place first = declared.member(names.getFirst()).orElseThrow().key();
    return Optional.of(
        first.mistake(
            names.size() == 1
                ? "parameter " + names.getFirst() + " has no value and no Default"
                : "parameters have no value and no Default: " + String.join(", ", names),
            "add "
                + names.stream()
                    .map(name -> "--parameter " + name + "=VALUE")
                    .collect(Collectors.joining(" "))));
  }

  /** Returns what is told to who needs any parameter without a value. */
  Optional<UserMistake> missing() {
    return missing;
  }

  /** Returns the names of those that have no default. */
  public static Set<String> required(TemplateValue.Members declared) {
    return new TreeSet<>(names(declared, (_, declaration) -> lacksDefault(declaration)));
  }

  private static boolean lacksDefault(TemplateValue.Members declaration) {
    return declaration.member("Default").isEmpty();
  }

  private static List<String> names(
      TemplateValue.Members declared, BiPredicate<String, TemplateValue.Members> which) {
    return declared.members().entrySet().stream()
        .filter(each ->
            each.getValue().value() instanceof TemplateValue.Members declaration
                && which.test(each.getKey(), declaration))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Returns the names of parameters whose values nobody is to see. CloudFormation reads YAML 1.1,
   * in which {@code yes} and {@code on} are booleans, too; whatever is not plainly false hides.
   *
   * @param declared the section Parameters
   */
  public static Set<String> hidden(TemplateValue.Members declared) {
    return new TreeSet<>(
        names(
            declared,
            (_, declaration) ->
                declaration.value("NoEcho").filter(value -> !isFalse(value)).isPresent()));
  }

  /**
   * Returns the names of parameters whose values do not belong into what others read: those with
   * NoEcho, and where nothing is said of that, strings whose name tells it, such as {@code
   * AwsSecretKey}.
   *
   * @param declared the section Parameters
   */
  public static Set<String> secret(TemplateValue.Members declared) {
    Set<String> names = new TreeSet<>(hidden(declared));
    names.addAll(
        names(
            declared,
            (name, declaration) ->
                declaration.value("NoEcho").isEmpty()
                    && declaration.value("Type").filter(Parameters::isString).isPresent()
                    && SECRET.matcher(name.replaceAll("[^A-Za-z0-9]", "")).matches()));
    return names;
  }

  private static boolean isString(TemplateValue value) {
    return value instanceof TemplateValue.Text text
        && (text.text().strip().equals("String")
            || text.text().strip().equals("CommaDelimitedList"));
  }

  private static boolean isFalse(TemplateValue value) {
    return value instanceof TemplateValue.Text text
        && FALSE.contains(text.text().strip().toLowerCase(Locale.ROOT));
  }

  Set<String> names() {
    return declared.members().keySet();
  }

  private Optional<TemplateValue.Members> declaration(String name) {
    return TemplateValue.mapping(declared, name);
  }

  /** The value of a parameter, standing at the reference; empty when no parameter has the name. */
  Optional<TemplateValue> value(String name, Place reference) {
    return declaration(name).map(declaration -> value(name, declaration, reference));
  }

  private TemplateValue value(String name, TemplateValue.Members declaration, Place reference) {
    Optional<TemplateValue> found =
        Optional.ofNullable(given.get(name)).or(() -> declaration.value("Default"));
    if (found.isEmpty()) {
      UserMistake mistake = missing.orElseThrow();
      return new TemplateValue.Call("Ref", TemplateValue.string(name, reference), reference)
          .because(new TemplateValue.Unknown(mistake, false));
    }
    if (found.get() instanceof TemplateValue.Call unknown) {
      return unknown;
    }
    String type = type(declaration);
    String text = scalar(found.get());
    if (type.startsWith(STORED)) {
      return stored(name, type.substring(STORED.length()), text, reference);
    }
    return shaped(type, text, reference);
  }

  private static String type(TemplateValue.Members declaration) {
    return declaration.value("Type").orElse(null) instanceof TemplateValue.Text text
        ? text.text().replace(" ", "")
        : "String";
  }

  private static TemplateValue shaped(String type, String text, Place reference) {
    if (!isList(type)) {
      return TemplateValue.string(text, reference);
    }
    return new TemplateValue.Items(
        items(text).stream()
            .<TemplateValue>map(item -> TemplateValue.string(item, reference))
            .toList(),
        reference);
  }

  private static boolean isList(String type) {
    return type.startsWith("CommaDelimitedList") || type.startsWith("List<");
  }

  private static List<String> items(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
  }

  /**
   * The value that is stored under a name. Whoever gives a text that is no name of a stored one,
   * and does not look like one, has given the value.
   */
  private TemplateValue stored(String name, String type, String text, Place reference) {
    TemplateValue found =
        stored.parameter(text, reference, "or add --parameter " + name + "=VALUE");
    if (found instanceof TemplateValue.Text value) {
      return shaped(type, value.asString(), reference);
    }
    return given.containsKey(name) && !text.startsWith("/") ? shaped(type, text, reference) : found;
  }

  private void check(String name, Consumer<String> warnings) {
    TemplateValue.Members declaration = declaration(name).orElseThrow();
    declaration
        .value("Default")
        .filter(value -> !(value instanceof TemplateValue.Text))
        .ifPresent(value -> {
          throw value
              .place()
              .mistake(
                  "Default of parameter "
                      + name
                      + " must be plain text: AWS refuses all else there",
                  "write the text itself; a list has commas, and what is made of other values"
                      + " belongs where the parameter is used");
        });
    Optional<TemplateValue> value =
        Optional.ofNullable(given.get(name)).or(() -> declaration.value("Default"));
    if (value.isEmpty() || value.get() instanceof TemplateValue.Call) {
      return;
    }
    String type = type(declaration);
    String text = scalar(value.get());
    if (type.startsWith(STORED) && given.containsKey(name) && !text.startsWith("/")) {
      return; // the stored value itself, of which the template says nothing
    }
    new ParameterConstraints(name, declaration, hidden(declared).contains(name), warnings)
        .check(type, isList(type) && !text.isEmpty() ? items(text) : List.of(text));
  }

  /** Lists stand in for texts with commas, as stacks pass them on. */
  static String scalar(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> text.asString();
      case TemplateValue.Items items ->
          items.items().stream().map(Parameters::scalar).collect(Collectors.joining(","));
      case TemplateValue.Members _, TemplateValue.Call _ ->
          throw value
              .place()
              .mistake("a parameter's value must be a scalar", "write plain text here");
    };
  }
}
