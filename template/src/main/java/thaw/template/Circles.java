package thaw.template;

import java.util.HashMap;
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
 * count that its main resource keeps or that go into the role which it needs; what an event asks of
 * an API, a bucket or a pool stands in that one, which then needs the function.
 */
final class Circles {
  private static final String SERVERLESS = "AWS::Serverless::";

  private static final Set<String> KEPT_BY_SAM =
      Set.of(
          "Auth", // whose functions stand in the API's definition
          "CodeUri",
          "DeadLetterQueue",
          "DefinitionBody",
          "DefinitionSubstitutions",
          "Environment",
          "FileSystemConfigs",
          "KmsKeyArn",
          "Layers",
          "LoggingConfig",
          "Role",
          "VpcConfig");

  /** What the role has that SAM makes where a resource has none of its own. */
  private static final Set<String> OF_ROLE =
      Set.of("AssumeRolePolicyDocument", "EventInvokeConfig", "PermissionsBoundary", "Policies");

  /** The property of an event by which it names whose resource it changes. */
  private static final Map<String, String> CHANGED_BY_EVENTS =
      Map.of("Api", "RestApiId", "HttpApi", "ApiId", "S3", "Bucket", "Cognito", "UserPool");

  private static final Map<String, String> IMPLICIT =
      Map.of("Api", "ServerlessRestApi", "HttpApi", "ServerlessHttpApi");

  /** The types of what SAM changes for an event; of others it leaves alone what they have. */
  private static final Map<String, String> CHANGED =
      Map.of(
          "Api",
          SERVERLESS + "Api",
          "HttpApi",
          SERVERLESS + "HttpApi",
          "S3",
          "AWS::S3::Bucket",
          "Cognito",
          "AWS::Cognito::UserPool");

  private static final int MOST_SHOWN = 20;

  private final TemplateValue.Members resources;
  private final Function<TemplateValue, Optional<Boolean>> holds;

  /** The functions that a resource needs for their events. */
  private final Map<String, Set<String>> called = new HashMap<>();

  /**
   * @param resources those that are there, as they are declared
   * @param holds whether a condition holds; empty where that is not known
   */
  Circles(TemplateValue.Members resources, Function<TemplateValue, Optional<Boolean>> holds) {
    this.resources = resources;
    this.holds = holds;
    resources.members().forEach((id, member) -> events(id, member.value()));
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
    return circle.stream()
        .flatMap(id -> resources.member(id).stream())
        .findFirst()
        .orElseThrow()
        .key()
        .mistake(
            "resources need each other, and AWS refuses them: %s -> %s".formatted(shown, again),
            "remove one of these references, or the DependsOn");
  }

  private void events(String id, TemplateValue function) {
    if (!DeclaredResource.type(function).equals(SERVERLESS + "Function")) {
      return;
    }
    for (TemplateValue event : values(properties(function).value("Events"))) {
      String type = DeclaredResource.type(event);
      String naming = CHANGED_BY_EVENTS.get(type);
      if (naming != null) {
        Optional<TemplateValue> owner = properties(event).value(naming);
        Mentions mentions = new Mentions(this::chosen);
        owner.ifPresent(mentions::add);
        Set<String> names =
            owner.isPresent() || !IMPLICIT.containsKey(type)
                ? mentions.names()
                : Set.of(IMPLICIT.get(type));
        names.stream()
            .filter(name -> isChanged(name, type))
            .forEach(name -> called.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(id));
      }
    }
  }

  private boolean isChanged(String name, String event) {
    return name.equals(IMPLICIT.get(event))
        || resources
            .value(name)
            .filter(owner -> DeclaredResource.type(owner).equals(CHANGED.get(event)))
            .isPresent();
  }

  private static TemplateValue.Members properties(TemplateValue of) {
    return of instanceof TemplateValue.Members members
            && members.value("Properties").orElse(null) instanceof TemplateValue.Members properties
        ? properties
        : new TemplateValue.Members(Map.of(), of.place());
  }

  private static List<TemplateValue> values(Optional<TemplateValue> of) {
    return of.orElse(null) instanceof TemplateValue.Members members
        ? members.members().values().stream().map(TemplateValue.Member::value).toList()
        : List.of();
  }

  private Iterator<String> needs(String id) {
    TemplateValue.Member resource = resources.members().get(id);
    Set<String> names = resource == null ? new LinkedHashSet<>() : needs(resource.value());
    boolean isDefined =
        resource != null
            && (properties(resource.value()).member("DefinitionBody").isPresent()
                || properties(resource.value()).member("DefinitionUri").isPresent());
    if (!isDefined) {
      names.addAll(called.getOrDefault(id, Set.of()));
    }
    names.removeIf(name -> !resources.members().containsKey(name) && !called.containsKey(name));
    return names.iterator();
  }

  private Set<String> needs(TemplateValue resource) {
    Set<String> names = new LinkedHashSet<>();
    Dependencies.named(resource).forEach(name -> names.add(name.asString()));
    boolean isSam = DeclaredResource.type(resource).startsWith(SERVERLESS);
    TemplateValue.Members properties = properties(resource);
    boolean makesRole = properties.member("Role").isEmpty();
    Mentions mentions = new Mentions(this::chosen);
    properties
        .members()
        .forEach((name, member) -> {
          if (!isSam || KEPT_BY_SAM.contains(name) || makesRole && OF_ROLE.contains(name)) {
            mentions.add(member.value());
          }
        });
    names.addAll(mentions.names());
    return names;
  }

  /** Returns the branch of an {@code If}; none where nobody knows which. */
  private List<TemplateValue> chosen(List<TemplateValue> arguments) {
    return arguments.size() > 2
        ? holds.apply(arguments.getFirst()).map(yes -> arguments.get(yes ? 1 : 2)).stream().toList()
        : List.of();
  }
}
