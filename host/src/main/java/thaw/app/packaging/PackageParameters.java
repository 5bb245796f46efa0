package thaw.app.packaging;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import thaw.app.choice.SourceChoice;
import thaw.function.template.Template;
import thaw.presentation.text.Text;
import thaw.template.Parameters;
import thaw.template.TemplateText;

/**
 * The parameters of a template, in commands that others read: a secret is a variable of the shell
 * there, which a workflow takes from a secret of the same name.
 *
 * @param values that were given, by name
 * @param hidden names of those that are secrets
 */
record PackageParameters(Map<String, String> values, Set<String> hidden) {
  PackageParameters {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    hidden = Set.copyOf(hidden);
  }

  /** Returns those of a package's template whose values only its owner has. */
  static PackageParameters hidden(Path template) {
    Set<String> names = Parameters.hidden(Template.of(TemplateText.read(template)).parameters());
    Map<String, String> unknown = new LinkedHashMap<>();
    new TreeSet<>(names).forEach(name -> unknown.put(name, ""));
    return new PackageParameters(unknown, names);
  }

  /**
   * Returns these with those that a template needs besides: what its functions in another stack are
   * knows only who deploys it.
   */
  PackageParameters withMissing(Path template) {
    Map<String, String> all = new LinkedHashMap<>(values);
    Set<String> unknown = new HashSet<>(hidden);
    for (String name : Parameters.required(Template.of(TemplateText.read(template)).parameters())) {
      if (all.putIfAbsent(name, "") == null) {
        unknown.add(name);
      }
    }
    return new PackageParameters(all, unknown);
  }

  /** Returns options of {@code thaw}. */
  String options() {
    return values.entrySet().stream()
        .map(each ->
            " --parameter "
                + SourceChoice.word(each.getKey(), each.getValue(), hidden.contains(each.getKey())))
        .collect(Collectors.joining());
  }

  /** Returns an option of {@code sam deploy}; empty without a parameter. */
  String overrides() {
    return values.isEmpty()
        ? ""
        : " --parameter-overrides "
            + values.keySet().stream().map(this::override).collect(Collectors.joining(" "));
  }

  /** SAM CLI ends a value at its first blank, unless it has quotes of its own. */
  private String override(String name) {
    if (hidden.contains(name)) {
      return "\"%s=\\\"${%s//\\\"/\\\\\\\"}\\\"\"".formatted(name, SourceChoice.variable(name));
    }
    String value = Objects.requireNonNull(values.get(name));
    return Text.quoted(
        name
            + "="
            + (value.matches("[^\\s\"']+") ? value : '"' + value.replace("\"", "\\\"") + '"'));
  }

  /** Returns the names of the variables that stand for values. */
  List<String> secrets() {
    return values.keySet().stream().filter(hidden::contains).map(SourceChoice::variable).toList();
  }
}
