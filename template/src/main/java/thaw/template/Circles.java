package thaw.template;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import thaw.problem.UserMistake;

/**
 * Resources that each need the other to be there first, by {@code DependsOn} or a reference: a
 * deployment refuses them. SAM makes several resources of one, so that of its types only properties
 * count that its main resource keeps.
 */
final class Circles {
  private static final String SERVERLESS = "AWS::Serverless::";

  private static final Set<String> KEPT_BY_SAM =
      Set.of(
          "CodeUri",
          "DefinitionBody",
          "DefinitionSubstitutions",
          "Environment",
          "FileSystemConfigs",
          "KmsKeyArn",
          "Layers",
          "Role",
          "VpcConfig");

  private static final int MOST_SHOWN = 20;

  private final TemplateValue.Members resources;
  private final Function<TemplateValue, Optional<Boolean>> holds;

  /**
   * @param resources those that are there, as they are declared
   * @param holds whether a condition holds; empty where that is not known
   */
  Circles(TemplateValue.Members resources, Function<TemplateValue, Optional<Boolean>> holds) {
    this.resources = resources;
    this.holds = holds;
  }

  /** Returns what is told of the first circle. */
  Optional<UserMistake> first() {
    Set<String> seen = new HashSet<>();
    for (String id : resources.members().keySet()) {
      Optional<UserMistake> found = seen.contains(id) ? Optional.empty() : from(id, seen);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Follows all ways from a resource; without recursion, as one may have ten thousand steps. */
  private Optional<UserMistake> from(String id, Set<String> seen) {
    SequencedMap<String, Iterator<String>> way = new LinkedHashMap<>();
    way.put(id, needs(id));
    seen.add(id);
    for (Map.Entry<String, Iterator<String>> last = way.lastEntry();
        last != null;
        last = way.lastEntry()) {
      if (!last.getValue().hasNext()) {
        way.pollLastEntry();
        continue;
      }
      String next = last.getValue().next();
      if (way.containsKey(next)) {
        return Optional.of(mistake(List.copyOf(way.keySet()), next));
      }
      if (seen.add(next)) {
        way.put(next, needs(next));
      }
    }
    return Optional.empty();
  }

  private UserMistake mistake(List<String> way, String again) {
    List<String> circle = way.subList(way.indexOf(again), way.size());
    String shown =
        String.join(" -> ", circle.subList(0, Math.min(circle.size(), MOST_SHOWN)))
            + (circle.size() > MOST_SHOWN ? " -> ..." : "");
    return resources
        .member(again)
        .orElseThrow()
        .key()
        .mistake(
            "resources need each other, and AWS refuses them: %s -> %s".formatted(shown, again),
            "remove one of these references, or the DependsOn");
  }

  private Iterator<String> needs(String id) {
    return needs(resources.member(id).orElseThrow().value()).iterator();
  }

  private Set<String> needs(TemplateValue resource) {
    Set<String> names = new LinkedHashSet<>();
    if (resource instanceof TemplateValue.Members members) {
      Dependencies.named(resource).forEach(name -> names.add(name.asString()));
      boolean isSam = DeclaredResource.type(resource).startsWith(SERVERLESS);
      Mentions mentions = new Mentions(this::chosen);
      if (members.value("Properties").orElse(null) instanceof TemplateValue.Members properties) {
        properties
            .members()
            .forEach((name, member) -> {
              if (!isSam || KEPT_BY_SAM.contains(name)) {
                mentions.add(member.value());
              }
            });
      }
      names.addAll(mentions.names());
    }
    names.retainAll(resources.members().keySet());
    return names;
  }

  /** Returns the branch of an {@code If}; none where nobody knows which. */
  private List<TemplateValue> chosen(List<TemplateValue> arguments) {
    return arguments.size() > 2
        ? holds.apply(arguments.getFirst()).map(yes -> arguments.get(yes ? 1 : 2)).stream().toList()
        : List.of();
  }
}
