package thaw.function.template;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import thaw.function.Api;

/**
 * Knows what {@code Ref} and {@code GetAtt} give: parameters, pseudo parameters, and plausible
 * names and ARNs of the resources, since none of them is deployed.
 */
public final class References {
  /** The logical id of the APIs that only events of functions imply. */
  static final String IMPLICIT_API = "AWS::Serverless::ImplicitApi";

  private final Parameters parameters;
  private final Map<String, TemplateResource> resources;
  private final ReadOptions options;
  private final Consumer<String> warnings;

  /** The resources whose names are being resolved, so that a circle is a mistake and no hang. */
  private final Set<String> inProgress = new HashSet<>();

  public References(
      Parameters parameters,
      Map<String, TemplateResource> resources,
      ReadOptions options,
      Consumer<String> warnings) {
    this.parameters = parameters;
    this.resources = resources;
    this.options = options;
    this.warnings = warnings;
  }

  TemplateValue ref(Intrinsics intrinsics, String name, Place place) {
    if (name.startsWith("AWS::")) {
      return TemplateValue.string(pseudo(name, place), place);
    }
    Optional<TemplateValue> parameter = parameters.value(name, place);
    if (parameter.isPresent()) {
      return parameter.get();
    }
    if (name.contains(".")) {
      return attribute(intrinsics, name, place);
    }
    return TemplateValue.string(identity(intrinsics, name, place).ref(), place);
  }

  /**
   * @param path {@code LogicalId.Attribute}, where the attribute may itself have dots
   */
  TemplateValue attribute(Intrinsics intrinsics, String path, Place place) {
    String name = path.substring(0, path.indexOf('.'));
    String attribute = path.substring(name.length() + 1);
    Optional<String> known = identity(intrinsics, name, place).attribute(attribute);
    if (known.isEmpty()) {
      warnings.accept(
          place + ": " + path + " has no value here, its own name stands in for it: " + path);
    }
    return TemplateValue.string(known.orElse(path), place);
  }

  private ResourceIdentity identity(Intrinsics intrinsics, String name, Place place) {
    TemplateResource resource =
        Optional.ofNullable(resources.get(name))
            .or(() -> generated(name, place))
            .orElseThrow(() ->
                place.mistake(
                    "no parameter or resource has this name: " + name,
                    Spelling.nearest(name, names())
                        .map(near -> "write " + near)
                        .orElse("declare it under Parameters or Resources")));
    if (!inProgress.add(name)) {
      throw place.mistake(
          "the name of " + name + " refers to itself", "write the name without a reference");
    }
    try {
      return ResourceIdentity.of(resource, value -> intrinsics.text(value, "a name"), options);
    } finally {
      inProgress.remove(name);
    }
  }

  /** Resources that only SAM's transform makes: roles, stages, versions, the implicit APIs. */
  private Optional<TemplateResource> generated(String name, Place place) {
    boolean implicitApi =
        name.startsWith("ServerlessRestApi") || name.startsWith("ServerlessHttpApi");
    boolean derived =
        resources.values().stream()
            .anyMatch(resource ->
                resource.type().startsWith("AWS::Serverless::")
                    && name.startsWith(resource.logicalId()));
    if (!implicitApi && !derived) {
      return Optional.empty();
    }
    TemplateValue.Members none = new TemplateValue.Members(Map.of(), place);
    String type = name.endsWith("Role") ? "AWS::IAM::Role" : "AWS::Serverless::Generated";
    if (name.equals(Api.IMPLICIT_REST) || name.equals(Api.IMPLICIT_HTTP)) {
      type = IMPLICIT_API;
    }
    return Optional.of(new TemplateResource(name, type, none, none, place));
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>(resources.keySet());
    names.addAll(parameters.names());
    return names;
  }

  private String pseudo(String name, Place place) {
    return switch (name) {
      case "AWS::Region" -> options.region();
      case "AWS::AccountId" -> options.accountId();
      case "AWS::Partition" -> "aws";
      case "AWS::URLSuffix" -> "amazonaws.com";
      case "AWS::StackName" -> "thaw";
      case "AWS::StackId" ->
          "arn:aws:cloudformation:%s:%s:stack/thaw/00000000-0000-0000-0000-000000000000"
              .formatted(options.region(), options.accountId());
      case "AWS::NoValue" -> "";
      default ->
          throw place.mistake(
              "unknown pseudo parameter: " + name, "write AWS::Region, AWS::AccountId or the like");
    };
  }
}
