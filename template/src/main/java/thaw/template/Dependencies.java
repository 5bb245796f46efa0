package thaw.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import thaw.problem.Spelling;

/**
 * What resources name in {@code DependsOn}. Nothing here waits for anything, but a deployment
 * refuses a name that is no resource's.
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

  /**
   * @param root the template
   * @param declared all its resources
   */
  Dependencies(TemplateValue.Members root, TemplateValue.Members declared) {
    List<TemplateValue> all = root.value("Transform").map(Dependencies::items).orElse(List.of());
    this.transforms = texts(all).stream().map(TemplateValue.Text::asString).toList();
    this.isWhole = transforms.size() == all.size() && !declared.members().containsKey(TRANSFORM);
    this.declared = declared;
  }

  /** Returns a line for each name that a deployment does not know. */
  List<String> unknown() {
    if (hasMacros()) {
      return List.of(); // one may make it
    }
    List<String> lines = new ArrayList<>();
    declared
        .members()
        .forEach((id, member) -> {
          for (TemplateValue.Text name : named(member.value())) {
            if (!isThere(name.asString())) {
              lines.add(line(id, name, lines.size() < MOST_SPELT));
            }
          }
        });
    return lines;
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

  private String line(String id, TemplateValue.Text name, boolean spelt) {
    Optional<String> meant =
        spelt ? Spelling.nearest(name.asString(), declared.members().keySet()) : Optional.empty();
    return "%s: %s depends on %s, which is no resource of the template: a deployment refuses it%s"
        .formatted(
            name.place(),
            id,
            name.asString(),
            meant.map(each -> "; " + each + " is one").orElse(""));
  }
}
