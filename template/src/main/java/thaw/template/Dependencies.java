package thaw.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import thaw.problem.Spelling;

/**
 * What resources name in {@code DependsOn} and in properties without an effect. Nothing here needs
 * it, but a deployment refuses a name that nothing has.
 */
final class Dependencies {
  private static final String SERVERLESS = "AWS::Serverless-2016-10-31";
  private static final Set<String> KNOWN = Set.of(SERVERLESS, "AWS::LanguageExtensions");
  private static final int LONGEST_ID = 255;

  /** The names of more are not compared with all others. */
  private static final int MOST_SPELT = 20;

  private static final String TRANSFORM = "Fn::Transform";

  private final List<String> transforms;
  private final boolean isWhole; // whether all transforms are names
  private final TemplateValue.Members declared;
  private final Set<String> parameters;
  private final Deployment deployment;

  /**
   * @param root the template
   * @param declared all its resources
   * @param parameters their names
   */
  Dependencies(
      TemplateValue.Members root,
      TemplateValue.Members declared,
      Set<String> parameters,
      Deployment deployment) {
    List<TemplateValue> all = root.value("Transform").map(Dependencies::items).orElse(List.of());
    this.transforms = texts(all).stream().map(TemplateValue.Text::asString).toList();
    this.isWhole = transforms.size() == all.size() && !declared.members().containsKey(TRANSFORM);
    this.declared = declared;
    this.parameters = parameters;
    this.deployment = deployment;
  }

  /** Returns a line for each name that a deployment does not know. */
  List<String> unknown() {
    if (hasMacros()) {
      return List.of(); // one may make it
    }
    Set<String> ids = new TreeSet<>(declared.members().keySet());
    Set<String> names = new TreeSet<>(ids);
    names.addAll(parameters);
    List<String> lines = new ArrayList<>();
    declared
        .members()
        .forEach((id, member) -> {
          for (TemplateValue.Text name : named(member.value())) {
            if (!isThere(name.asString())) {
              lines.add(
                  line(
                      name.place(),
                      id + " depends on " + name.asString() + ", which is no resource",
                      nearest(name.asString(), ids, lines.size())));
            }
          }
          references(member.value())
              .forEach((name, place) ->
                  lines.add(
                      line(
                          place,
                          id + " refers to " + name + ", which is no parameter or resource",
                          nearest(name, names, lines.size()))));
        });
    return lines;
  }

  /** Returns what a resource refers to and nothing has, and where. */
  private Map<String, Place> references(TemplateValue resource) {
    Mentions mentions = new Mentions(arguments -> arguments);
    Optional<Set<String>> effective = deployment.effective(DeclaredResource.type(resource));
    if (effective.isPresent()
        && resource instanceof TemplateValue.Members members
        && members.value("Properties").orElse(null) instanceof TemplateValue.Members properties) {
      properties
          .members()
          .forEach((name, member) -> {
            if (!effective.get().contains(name)) {
              mentions.add(member.value());
            }
          });
    }
    Map<String, Place> unknown =
        new LinkedHashMap<>(mentions.hasMacro() ? Map.of() : mentions.places());
    unknown
        .keySet()
        .removeIf(name -> Parameters.isPseudo(name) || parameters.contains(name) || isThere(name));
    return unknown;
  }

  /** Returns whether there may be other resources than are declared. */
  boolean hasMacros() {
    return !isWhole || !KNOWN.containsAll(transforms);
  }

  /** Returns what a resource names. */
  static List<TemplateValue.Text> named(TemplateValue resource) {
    return resource instanceof TemplateValue.Members members
        ? texts(members.value("DependsOn").map(Dependencies::items).orElse(List.of()))
        : List.of();
  }

  private static List<TemplateValue> items(TemplateValue value) {
    return value instanceof TemplateValue.Items items ? List.copyOf(items.items()) : List.of(value);
  }

  private static List<TemplateValue.Text> texts(List<TemplateValue> all) {
    return all.stream()
        .filter(TemplateValue.Text.class::isInstance)
        .map(TemplateValue.Text.class::cast)
        .toList();
  }

  /** SAM makes resources whose ids begin with that of one which is declared, or with its name. */
  private boolean isThere(String name) {
    Set<String> ids = declared.members().keySet();
    return ids.contains(name)
        || transforms.contains(SERVERLESS)
            && (name.startsWith("Serverless")
                || name.equals("CodeDeployServiceRole")
                || IntStream.range(1, Math.min(name.length(), LONGEST_ID))
                    .anyMatch(end -> ids.contains(name.substring(0, end))));
  }

  private static Optional<String> nearest(String name, Set<String> known, int before) {
    return before < MOST_SPELT ? Spelling.nearest(name, known) : Optional.empty();
  }

  private static String line(Place place, String what, Optional<String> meant) {
    return "%s: %s of the template: a deployment refuses it%s"
        .formatted(place, what, meant.map(each -> "; " + each + " is one").orElse(""));
  }
}
