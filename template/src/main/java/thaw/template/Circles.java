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
import java.util.stream.Stream;
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

  /**
   * What SAM changes for an event; of another type it leaves alone what there is.
   *
   * @param property of the event that names it
   * @param type of resource
   * @param implicit the name of the one that SAM makes where none is named; empty where it makes
   *     none
   */
  private record Changed(String property, String type, String implicit) {}

  private static final Map<String, Changed> CHANGED_BY_EVENTS =
      Map.of(
          "Api", new Changed("RestApiId", SERVERLESS + "Api", "ServerlessRestApi"),
          "HttpApi", new Changed("ApiId", SERVERLESS + "HttpApi", "ServerlessHttpApi"),
          "S3", new Changed("Bucket", "AWS::S3::Bucket", ""),
          "Cognito", new Changed("UserPool", "AWS::Cognito::UserPool", ""));

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
      Changed changed = CHANGED_BY_EVENTS.get(DeclaredResource.type(event));
      if (changed != null) {
        owners(changed, event)
            .forEach(name -> called.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(id));
      }
    }
  }

  /** Returns the names of what an event changes. */
  private Stream<String> owners(Changed changed, TemplateValue event) {
    Optional<TemplateValue> owner = properties(event).value(changed.property());
    Mentions mentions = new Mentions(this::chosen);
    owner.ifPresent(mentions::add);
    return owner.isEmpty() && !changed.implicit().isEmpty()
        ? Stream.of(changed.implicit())
        : mentions.names().stream()
            .filter(name ->
                name.equals(changed.implicit())
                    || resources
                        .value(name)
                        .filter(of -> DeclaredResource.type(of).equals(changed.type()))
                        .isPresent());
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
