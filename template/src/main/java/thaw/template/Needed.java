package thaw.template;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names that something with an effect refers to, be it by other resources: a parameter that
 * only others have needs no value. Conditions count all.
 */
final class Needed {
  private static final String SERVERLESS = "AWS::Serverless::";

  private final Deployment deployment;
  private final Mentions mentions = new Mentions(arguments -> arguments);

  private Needed(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * @param root the template as it is written
   * @param parameters the names of those to choose from
   * @return all where what the template is made of is not known yet
   */
  static List<String> of(
      TemplateValue.Members root, List<String> parameters, Deployment deployment) {
    Needed needed = new Needed(deployment);
    root.value("Conditions").ifPresent(needed.mentions::add);
    members(root, "Globals")
        .forEach((type, member) -> needed.properties(SERVERLESS + type, member.value()));
    Map<String, TemplateValue.Member> resources = members(root, "Resources");
    resources.forEach((id, member) -> needed.resource(member.value()));
    needed.follow(resources);
    List<String> found = parameters.stream().filter(needed.mentions.names()::contains).toList();
    boolean isKnown = !needed.mentions.hasMacro() && !resources.containsKey("Fn::Transform");
    return isKnown && !found.isEmpty() ? found : parameters;
  }

  private static Map<String, TemplateValue.Member> members(
      TemplateValue.Members root, String section) {
    return root.value(section).orElse(null) instanceof TemplateValue.Members members
        ? members.members()
        : Map.of();
  }

  /** A loop has no type, and counts whole. */
  private void resource(TemplateValue resource) {
    String type = DeclaredResource.type(resource);
    if (type.isEmpty()) {
      mentions.add(resource);
    } else if (resource instanceof TemplateValue.Members members) {
      members.value("Properties").ifPresent(properties -> properties(type, properties));
    }
  }

  private void properties(String type, TemplateValue properties) {
    Optional<Set<String>> some = deployment.effective(type);
    if (some.isPresent() && properties instanceof TemplateValue.Members members) {
      some.get().stream().flatMap(name -> members.value(name).stream()).forEach(mentions::add);
    } else {
      mentions.add(properties);
    }
  }

  /** What a resource is called may depend on all that it has. */
  private void follow(Map<String, TemplateValue.Member> resources) {
    Set<String> seen = new HashSet<>();
    Deque<String> left = new ArrayDeque<>(mentions.names());
    while (!left.isEmpty()) {
      String name = left.poll();
      TemplateValue.Member resource = resources.get(name);
      if (seen.add(name) && resource != null && isWithoutEffect(resource.value())) {
        mentions.add(resource.value());
        left.addAll(mentions.names());
      }
    }
  }

  private boolean isWithoutEffect(TemplateValue resource) {
    return deployment.effective(DeclaredResource.type(resource)).filter(Set::isEmpty).isPresent();
  }
}
