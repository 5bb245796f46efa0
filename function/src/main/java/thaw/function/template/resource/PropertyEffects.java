package thaw.function.template.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.template.TemplateValue;

/**
 * Knows of each property of the types that Thaw provides whether it has its effect here, and tells
 * of those without one: a line for each property, whatever the number of resources that have it.
 */
final class PropertyEffects {
  private static final int SHOWN = 3;

  /** What SAM's section Globals has, by type. */
  private static final Map<String, String> GLOBALS =
      Map.of(
          TemplateResource.SERVERLESS_FUNCTION,
          "Function",
          TemplateResource.SERVERLESS_API,
          "Api",
          "AWS::Serverless::HttpApi",
          "HttpApi");

  /**
   * Properties of a type.
   *
   * @param effect those that have one, or that their reader tells of
   * @param line those that have none, which a line says
   * @param unseen those that change nothing that a function or its callers see
   */
  record OfType(Set<String> effect, Set<String> line, Set<String> unseen) {}

  private PropertyEffects() {}

  static Map<String, OfType> all() {
    Map<String, OfType> all = new TreeMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(PropertyEffects.class.getResourceAsStream("effects.txt")),
                StandardCharsets.UTF_8))) {
      for (String type = lines.readLine(); type != null; type = lines.readLine()) {
        all.put(type, new OfType(names(lines), names(lines), names(lines)));
        lines.readLine();
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the effects of properties", e);
    }
  }

  private static Set<String> names(BufferedReader lines) throws IOException {
    List<String> words = List.of(lines.readLine().split(" "));
    return new TreeSet<>(words.subList(1, words.size()));
  }

  /** Returns the lines about a template. */
  static List<String> without(Template template) {
    Map<String, List<Found>> found = new LinkedHashMap<>();
    Map<String, OfType> all = all();
    Collection<TemplateResource> resources = template.resources().values();
    resources.forEach(resource -> {
      OfType type = all.get(resource.type());
      if (type != null) {
        look(type, resource.logicalId(), resource.properties(), found);
      }
    });
    GLOBALS.forEach((type, section) ->
        look(Objects.requireNonNull(all.get(type)), "Globals", template.globals(section), found));
    return found.entrySet().stream().map(each -> line(each.getKey(), each.getValue())).toList();
  }

  private record Found(String owner, TemplateValue.Member member) {}

  private static void look(
      OfType type, String owner, TemplateValue.Members properties, Map<String, List<Found>> found) {
    properties
        .members()
        .forEach((name, member) -> {
          if (type.line().contains(name) && says(member)) {
            found.computeIfAbsent(name, _ -> new ArrayList<>()).add(new Found(owner, member));
          }
        });
  }

  /** Returns whether a value asks for something. */
  private static boolean says(TemplateValue.Member member) {
    return switch (member.value()) {
      case TemplateValue.Text text ->
          text.kind() != TemplateValue.Kind.NULL && !text.asString().equals("false");
      case TemplateValue.Items items -> !items.items().isEmpty();
      case TemplateValue.Members members -> !members.members().isEmpty();
      case TemplateValue.Call _ -> true;
    };
  }

  private static String line(String name, List<Found> found) {
    List<String> owners = found.stream().map(Found::owner).toList();
    int more = owners.size() - SHOWN;
    return "%s: %s of %s%s has no effect here"
        .formatted(
            found.getFirst().member().key(),
            name,
            String.join(", ", owners.subList(0, Math.min(SHOWN, owners.size()))),
            more > 0 ? " and " + more + " more" : "");
  }
}
