package thaw.template;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * Knows what {@code Ref} and {@code GetAtt} give: parameters, pseudo parameters, and the names,
 * ARNs and attributes that the resources would have if they were deployed.
 */
final class References {
  private static final Set<String> IMPLICIT = Set.of("ServerlessRestApi", "ServerlessHttpApi");
  private static final String FUNCTION = "AWS::Serverless::Function";
  private static final String PARAMETER = "AWS::SSM::Parameter";
  private static final String SECRET = "AWS::SecretsManager::Secret";

  private final Scope scope;
  private final Surroundings around;

  /** The resources whose names are being resolved, so that a circle is a mistake and no hang. */
  private final Set<String> inProgress = new HashSet<>();

  /** What names and attributes were found to be: resources may be named by others, twice each. */
  private final Map<String, TemplateValue> known = new HashMap<>();

  /** How many circles were met: what was found on the way to one may be known from elsewhere. */
  private int circles;

  References(Scope scope, Surroundings around) {
    this.scope = scope;
    this.around = around;
  }

  TemplateValue ref(String name, TemplateValue.Call call) {
    if (Parameters.isPseudo(name)) {
      return scope.parameters().pseudo(name).orElseGet(() -> pseudo(name, call));
    }
    Optional<TemplateValue> parameter = scope.parameters().value(name, call.place());
    if (parameter.isPresent()) {
      return parameter.get();
    }
    if (name.contains(".")) {
      return attribute(name, call);
    }
    if (!scope.declared().members().containsKey(name)) {
      Optional<TemplateValue> inside = scope.inside(name, call);
      if (inside.isPresent()) {
        return inside.get();
      }
    }
    Optional<String> said = Optional.ofNullable(scope.deployment().attributes().get(name));
    return said.isPresent()
        ? TemplateValue.string(said.get(), call.place())
        : of(name, "the id of " + name, name, call, scope.deployment()::ref);
  }

  /**
   * @param path {@code LogicalId.Attribute}, where the attribute may itself have dots
   */
  TemplateValue attribute(String path, TemplateValue.Call call) {
    String name = path.substring(0, path.indexOf('.'));
    String attribute = path.substring(name.length() + 1);
    Optional<String> said = Optional.ofNullable(scope.deployment().attributes().get(path));
    if (said.isPresent()) {
      return TemplateValue.string(said.get(), call.place());
    }
    Optional<TemplateValue> output = scope.output(name, attribute, call);
    if (output.isPresent()) {
      return output.get();
    }
    Optional<String> function = withUrl(name, attribute);
    if (function.isPresent()) {
      return of(
          function.get(),
          path,
          path,
          call,
          resource -> scope.deployment().attribute(resource, Deployment.FUNCTION_URL));
    }
    return of(
        name,
        path,
        path,
        call,
        resource ->
            scope
                .deployment()
                .attribute(resource, attribute)
                .or(() -> property(resource, attribute)));
  }

  /** Returns the function for which SAM makes this URL. */
  private Optional<String> withUrl(String name, String attribute) {
    return Optional.of(name + "." + attribute)
        .filter(_ -> !scope.declared().members().containsKey(name))
        .filter(path -> path.endsWith(Deployment.FUNCTION_URL))
        .map(path -> path.substring(0, path.length() - Deployment.FUNCTION_URL.length()))
        .filter(id ->
            scope.declared().members().containsKey(id)
                && DeclaredResource.type(scope.declared().member(id).orElseThrow().value())
                    .equals(FUNCTION));
  }

  /** Returns the property that is an attribute as well, such as the value of a parameter. */
  private static Optional<String> property(DeclaredResource resource, String attribute) {
    return ResourceTypes.of(resource.type())
        .filter(type -> type.attributes().contains(attribute))
        .flatMap(_ -> resource.properties().value(attribute))
        .filter(value -> value instanceof TemplateValue.Text || value instanceof TemplateValue.Call)
        .flatMap(_ -> resource.property(attribute));
  }

  /**
   * @param said what messages call it
   * @param option its name in {@code --attribute}
   */
  private TemplateValue of(
      String name,
      String said,
      String option,
      TemplateValue.Call call,
      Function<DeclaredResource, Optional<String>> value) {
    TemplateValue before = known.get(said);
    if (before != null) {
      return before instanceof TemplateValue.Text text
          ? TemplateValue.string(text.text(), call.place())
          : before;
    }
    TemplateValue.Call[] unknown = new TemplateValue.Call[1];
    int circlesBefore = circles;
    if (!inProgress.add(name)) {
      circles++;
      throw call.place()
          .mistake(
              "the name of " + name + " refers to itself", "write the name without a reference");
    }
    try {
      DeclaredResource resource = resource(name, call, unknown);
      return value
          .apply(resource)
          .<TemplateValue>map(
              text -> kept(said, TemplateValue.string(text, call.place()), circlesBefore))
          .orElseGet(() -> {
            requireAttribute(resource.type(), option, call);
            return call.because(
                new TemplateValue.Unknown(
                    call.place()
                        .mistake(
                            "only AWS knows " + said,
                            "add --attribute " + option + "=VALUE, or attributes: in thaw.yaml"),
                    true));
          });
    } catch (UserMistake e) {
      if (unknown[0] != null) {
        return kept(said, unknown[0], circlesBefore);
      }
      throw e;
    } finally {
      inProgress.remove(name);
    }
  }

  private TemplateValue kept(String said, TemplateValue value, int circlesBefore) {
    if (circles == circlesBefore) {
      known.put(said, value);
    }
    return value;
  }

  /** Refuses what the type of resource does not have. */
  private static void requireAttribute(String type, String path, TemplateValue.Call call) {
    int dot = path.indexOf('.');
    List<String> known =
        ResourceTypes.of(type).map(ResourceTypes.ResourceType::attributes).orElse(List.of());
    String attribute = path.substring(dot + 1);
    if (dot > 0
        && !known.isEmpty()
        && !known.contains(attribute)
        && known.stream().noneMatch(each -> attribute.startsWith(each + "."))) {
      throw call.place()
          .mistake(
              type + " has no attribute " + attribute,
              Spelling.nearest(attribute, known)
                  .map(near -> "write " + near)
                  .orElse("use one of: " + String.join(", ", known)));
    }
  }

  private DeclaredResource resource(
      String name, TemplateValue.Call call, TemplateValue.Call[] unknown) {
    TemplateValue.Member member = scope.declared().members().get(name);
    if (member == null) {
      return generated(name, call.place())
          .orElseThrow(() ->
              call.place()
                  .mistake(
                      "no parameter or resource has this name: " + name,
                      Spelling.nearest(name, names())
                          .map(near -> "write " + near)
                          .orElse("declare it under Parameters or Resources")));
    }
    if (!scope.exists(name)) {
      throw call.place()
          .mistake(
              name + " is not there: its condition does not hold",
              "refer to it under the same condition, by !If");
    }
    TemplateValue.Members properties =
        TemplateValue.mapping(scope.declared(), name)
            .flatMap(declared -> TemplateValue.mapping(declared, "Properties"))
            .orElseGet(() -> new TemplateValue.Members(Map.of(), member.key()));
    return new DeclaredResource(
        publicId(name),
        DeclaredResource.type(member.value()),
        properties,
        member.key(),
        value -> text(value, unknown));
  }

  /** Returns the name that a resource has in the whole application. */
  String publicId(String id) {
    return around.taken().contains(id) && !around.prefix().isEmpty() ? around.prefix() + id : id;
  }

  private String text(TemplateValue value, TemplateValue.Call[] unknown) {
    TemplateValue resolved = scope.evaluate(value);
    if (resolved instanceof TemplateValue.Call call) {
      unknown[0] = call;
      throw call.mistake();
    }
    if (resolved instanceof TemplateValue.Text text) {
      return text.asString();
    }
    throw value.place().mistake("a name must be a text", "write one plain value for it");
  }

  /** Resources that only SAM's transform makes: roles, stages, versions, the implicit APIs. */
  private Optional<DeclaredResource> generated(String name, Place place) {
    boolean implicitApi = IMPLICIT.stream().anyMatch(name::startsWith);
    boolean derived =
        scope.declared().members().entrySet().stream()
            .anyMatch(each ->
                name.startsWith(each.getKey())
                    && DeclaredResource.type(each.getValue().value())
                        .startsWith("AWS::Serverless::"));
    if (!implicitApi && !derived) {
      return Optional.empty();
    }
    TemplateValue.Members none = new TemplateValue.Members(Map.of(), place);
    String type = name.endsWith("Role") ? "AWS::IAM::Role" : "AWS::Serverless::Generated";
    return Optional.of(
        new DeclaredResource(
            name,
            IMPLICIT.contains(name) ? DeclaredResource.IMPLICIT_API : type,
            none,
            place,
            value -> text(value, new TemplateValue.Call[1])));
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>(scope.declared().members().keySet());
    names.addAll(scope.parameters().names());
    return names;
  }

  private TemplateValue pseudo(String name, TemplateValue.Call call) {
    String region = scope.deployment().region();
    String text =
        switch (name) {
          case "AWS::Region" -> region;
          case "AWS::AccountId" -> scope.deployment().accountId();
          case "AWS::Partition" ->
              region.startsWith("cn-")
                  ? "aws-cn"
                  : region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
          case "AWS::URLSuffix" -> region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
          case "AWS::StackName" -> scope.deployment().stack();
          case "AWS::StackId" ->
              "arn:aws:cloudformation:%s:%s:stack/%s/00000000-0000-0000-0000-000000000000"
                  .formatted(region, scope.deployment().accountId(), scope.deployment().stack());
          case "AWS::NotificationARNs", "AWS::NoValue" -> "";
          default ->
              throw call.place()
                  .mistake(
                      "unknown pseudo parameter: " + name,
                      "write AWS::Region, AWS::AccountId or the like");
        };
    return name.equals("AWS::NotificationARNs")
        ? new TemplateValue.Items(List.of(), call.place())
        : TemplateValue.string(text, call.place());
  }

  // ---- what the template itself stores ----

  /** Returns the value of a parameter that the template declares. */
  Optional<String> storedParameter(String name) {
    return stored(PARAMETER, name)
        .flatMap(id -> TemplateValue.mapping(scope.resource(id), "Properties"))
        .flatMap(properties -> properties.value("Value"))
        .flatMap(value ->
            value instanceof TemplateValue.Text text
                ? Optional.of(text.asString())
                : Optional.empty());
  }

  /** Returns the value of a secret that the template declares. */
  Optional<String> storedSecret(String nameOrArn) {
    return stored(SECRET, nameOrArn)
        .flatMap(id -> {
          TemplateValue.Members resource = scope.resource(id);
          return TemplateValue.mapping(resource, "Properties")
              .flatMap(properties ->
                  scope
                      .deployment()
                      .content(
                          publicId(id),
                          new ResourceProperties(
                              properties, new Intrinsics(scope::evaluate), resource.place())));
        });
  }

  /** The logical id of the resource of a type whose name, or ARN, it is. */
  private Optional<String> stored(String type, String nameOrArn) {
    return scope.declared().members().entrySet().stream()
        .filter(each -> DeclaredResource.type(each.getValue().value()).equals(type))
        .map(Map.Entry::getKey)
        .filter(id -> !inProgress.contains(id) && mayHave(id, nameOrArn) && scope.exists(id))
        .filter(id -> isNamed(id, type, nameOrArn))
        .findFirst();
  }

  /** Asked first: whether a resource is there may depend on the value that is looked for. */
  private boolean mayHave(String id, String nameOrArn) {
    try {
      return name(id)
          .map(name ->
              name instanceof TemplateValue.Text text && nameOrArn.contains(text.asString()))
          .orElse(true);
    } catch (UserMistake e) {
      return false; // one whose name is not known
    }
  }

  private Optional<TemplateValue> name(String id) {
    return TemplateValue.mapping(scope.declared(), id)
        .flatMap(resource -> TemplateValue.mapping(resource, "Properties"))
        .flatMap(properties -> properties.value("Name"))
        .map(scope::evaluate);
  }

  private boolean isNamed(String id, String type, String nameOrArn) {
    Place place = scope.declared().member(id).orElseThrow().key();
    TemplateValue.Call call = new TemplateValue.Call("Ref", TemplateValue.string(id, place), place);
    try {
      if (ref(id, call) instanceof TemplateValue.Text text && text.text().equals(nameOrArn)) {
        return true;
      }
      return type.equals(SECRET)
          && name(id).orElse(null) instanceof TemplateValue.Text text
          && text.asString().equals(nameOrArn);
    } catch (UserMistake e) {
      return false; // one without a name that is known
    }
  }
}
