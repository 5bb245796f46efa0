package thaw.function.template.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads the APIs that a template spells out as resources, as CDK does: {@code
 * AWS::ApiGateway::RestApi} and {@code AWS::ApiGatewayV2::Api} with what refers to them.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/AWS_ApiGateway.html">AWS::ApiGateway</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/AWS_ApiGatewayV2.html">AWS::ApiGatewayV2</a>
 */
final class ResourceApiReader {
  private static final String REST = "AWS::ApiGateway::";
  private static final String HTTP = "AWS::ApiGatewayV2::";
  private static final String STAGE_NAME = "StageName";
  private static final String UNNAMED_STAGE = "Prod";
  private static final String INTEGRATIONS = "integrations/";

  /**
   * Names that definitions have for the members of an integration, where it is not only the case.
   */
  private static final Map<String, String> OTHER_NAMES =
      Map.of(
          "IntegrationHttpMethod", "httpMethod",
          "IntegrationMethod", "httpMethod",
          "IntegrationType", "type",
          "IntegrationUri", "uri");

  private final Template template;
  private final Intrinsics intrinsics;
  private final OpenApiReader definitions;
  private final Consumer<String> warnings;

  ResourceApiReader(
      Template template,
      Intrinsics intrinsics,
      OpenApiReader definitions,
      Consumer<String> warnings) {
    this.template = template;
    this.intrinsics = intrinsics;
    this.definitions = definitions;
    this.warnings = warnings;
  }

  /** Returns the APIs with all their routes, in the template's order. */
  List<ApiDraft> read() {
    List<ApiDraft> drafts = new ArrayList<>();
    all(REST + "RestApi").forEach(api -> drafts.add(rest(api)));
    for (TemplateResource api : all(HTTP + "Api").toList()) {
      if (properties(api).text("ProtocolType").filter("WEBSOCKET"::equals).isPresent()) {
        warnings.accept(
            api.place() + ": the WebSocket API " + api.logicalId() + " is not provided locally");
      } else {
        drafts.add(http(api));
      }
    }
    return drafts;
  }

  /**
   * Adds the methods and routes that are resources to the APIs of SAM that they name.
   *
   * @param drafts those of SAM
   */
  void add(Collection<ApiDraft> drafts) {
    Set<String> ids = new HashSet<>();
    for (ApiDraft draft : drafts) {
      TemplateResource api = template.resources().get(draft.logicalId());
      if (api != null) {
        ids.add(ref(api));
        if (draft.kind() == Api.Kind.REST) {
          addMethods(draft, api);
        } else {
          addRoutes(draft, api);
        }
      }
    }
    warnOfRoutesElsewhere(ids, REST + "RestApi", REST + "Method", "RestApiId");
    warnOfRoutesElsewhere(ids, HTTP + "Api", HTTP + "Route", "ApiId");
  }

  private void warnOfRoutesElsewhere(
      Set<String> known, String apis, String routes, String property) {
    Set<String> ids = all(apis).map(this::ref).collect(Collectors.toSet());
    ids.addAll(known);
    all(routes)
        .filter(route -> !ids.contains(properties(route).text(property).orElse("")))
        .forEach(route ->
            warnings.accept(
                "%s: %s is left out: its %s names no %s of this template"
                    .formatted(route.place(), route.logicalId(), property, apis)));
  }

  /** Returns the resources of a type whose values are known; others are left out. */
  private Stream<TemplateResource> all(String type) {
    return template.resources().values().stream()
        .filter(resource -> resource.type().equals(type))
        .filter(
            resource -> // of its definition the reader decides part by part
            type.endsWith("Api")
                    || Intrinsics.isKnown(resource.properties(), resource.logicalId(), warnings));
  }

  /** Returns those of an API. */
  private Stream<TemplateResource> of(TemplateResource api, String type, String property) {
    String id = ref(api);
    return all(type).filter(each -> properties(each).text(property).filter(id::equals).isPresent());
  }

  private ResourceProperties properties(TemplateResource resource) {
    return new ResourceProperties(resource.properties(), intrinsics, resource.place());
  }

  private String ref(TemplateResource resource) {
    TemplateValue id = TemplateValue.string(resource.logicalId(), resource.place());
    return intrinsics.text(new TemplateValue.Call("Ref", id, resource.place()), "Ref");
  }

  // ---- REST APIs ----

  private ApiDraft rest(TemplateResource api) {
    Map<String, TemplateValue.Member> members = new LinkedHashMap<>(api.properties().members());
    renamed(members, "Body", "DefinitionBody");
    warnOfStoredBody(api, "BodyS3Location");
    List<TemplateResource> stages =
        of(api, REST + "Stage", "RestApiId").filter(this::namesStage).toList();
    Optional<ResourceProperties> stage = chosen(api, stages);
    Optional<ResourceProperties> deployed =
        of(api, REST + "Deployment", "RestApiId")
            .map(this::properties)
            .filter(each -> each.members().member(STAGE_NAME).isPresent())
            .findFirst();
    if (stage.isPresent()) {
      take(stage.get(), STAGE_NAME, members);
      take(stage.get(), "Variables", members);
    } else if (deployed.isPresent()) {
      take(deployed.get(), STAGE_NAME, members);
      deployed.get().below("StageDescription").ifPresent(of -> take(of, "Variables", members));
    } else {
      warnings.accept(
          "%s: the API %s has no stage, here its stage is %s"
              .formatted(api.place(), api.logicalId(), UNNAMED_STAGE));
      members.put(STAGE_NAME, member(api, UNNAMED_STAGE));
    }
    ApiDraft draft = draft(api, Api.Kind.REST, members);
    definitions.read(draft);
    addMethods(draft, api);
    return draft;
  }

  private void addMethods(ApiDraft draft, TemplateResource api) {
    Map<String, String> authorizers = authorizers(api, draft, REST + "Authorizer", "RestApiId");
    Map<String, String> paths = paths(api);
    of(api, REST + "Method", "RestApiId")
        .forEach(method -> addMethod(draft, method, paths, authorizers));
  }

  /** Returns the paths of an API by what methods say of them. */
  private Map<String, String> paths(TemplateResource api) {
    Map<String, String> paths = new LinkedHashMap<>();
    TemplateValue root = TemplateValue.string(api.logicalId() + ".RootResourceId", api.place());
    paths.put(intrinsics.text(new TemplateValue.Call("GetAtt", root, api.place()), "GetAtt"), "/");
    List<TemplateResource> open = new ArrayList<>(of(api, REST + "Resource", "RestApiId").toList());
    boolean found = true;
    while (found) { // a template has them in any order
      found =
          open.removeIf(resource -> {
            ResourceProperties properties = properties(resource);
            String parent = paths.get(properties.text("ParentId").orElse(""));
            if (parent == null) {
              return false;
            }
            String part = properties.text("PathPart").orElse("");
            paths.put(ref(resource), parent + (parent.endsWith("/") ? "" : "/") + part);
            return true;
          });
    }
    open.forEach(resource ->
        warnings.accept(
            "%s: %s is left out: no resource of its API is its ParentId"
                .formatted(resource.place(), resource.logicalId())));
    return paths;
  }

  private void addMethod(
      ApiDraft draft,
      TemplateResource resource,
      Map<String, String> paths,
      Map<String, String> authorizers) {
    ResourceProperties method = properties(resource);
    String path = paths.get(method.text("ResourceId").orElse(""));
    Optional<ResourceProperties> integration = method.below("Integration");
    if (path == null || integration.isEmpty()) {
      warnings.accept(
          "%s: %s is left out: %s"
              .formatted(
                  resource.place(),
                  resource.logicalId(),
                  path == null ? "its ResourceId is none of its API" : "it has no Integration"));
      return;
    }
    add(
        draft,
        required(method, resource, "HttpMethod", "GET, or ANY"),
        path,
        integration.get(),
        auth(method, authorizers, resource),
        truth(method, "ApiKeyRequired"));
  }

  // ---- HTTP APIs ----

  private ApiDraft http(TemplateResource api) {
    Map<String, TemplateValue.Member> members = new LinkedHashMap<>(api.properties().members());
    renamed(members, "Body", "DefinitionBody");
    warnOfStoredBody(api, "BodyS3Location");
    List<TemplateResource> stages =
        of(api, HTTP + "Stage", "ApiId").filter(this::namesStage).toList();
    chosen(api, stages)
        .ifPresent(stage -> {
          take(stage, STAGE_NAME, members);
          take(stage, "StageVariables", members);
        });
    ApiDraft draft = draft(api, Api.Kind.HTTP, members);
    definitions.read(draft);
    addRoutes(draft, api);
    if (draft.properties().members().member("Target").isPresent()) {
      addTarget(draft, api);
    }
    return draft;
  }

  private void addRoutes(ApiDraft draft, TemplateResource api) {
    Map<String, String> authorizers = authorizers(api, draft, HTTP + "Authorizer", "ApiId");
    Map<String, ResourceProperties> integrations = new LinkedHashMap<>();
    of(api, HTTP + "Integration", "ApiId")
        .forEach(each -> integrations.put(ref(each), properties(each)));
    of(api, HTTP + "Route", "ApiId")
        .forEach(route -> addRoute(draft, route, integrations, authorizers));
  }

  private void addRoute(
      ApiDraft draft,
      TemplateResource resource,
      Map<String, ResourceProperties> integrations,
      Map<String, String> authorizers) {
    ResourceProperties route = properties(resource);
    String target = route.text("Target").orElse("");
    ResourceProperties integration =
        target.startsWith(INTEGRATIONS)
            ? integrations.get(target.substring(INTEGRATIONS.length()))
            : null;
    if (integration == null) {
      warnings.accept(
          "%s: %s is left out: its Target is no integration of its API"
              .formatted(resource.place(), resource.logicalId()));
      return;
    }
    String[] key = key(required(route, resource, "RouteKey", "GET /pets/{id}, or $default"), route);
    add(draft, key[0], key[1], integration, auth(route, authorizers, resource), Optional.empty());
  }

  /** Returns method and path. */
  private static String[] key(String routeKey, ResourceProperties route) {
    if (routeKey.equals(ApiRoute.OTHERWISE)) {
      return new String[] {ApiRoute.ANY, ApiRoute.OTHERWISE};
    }
    String[] key = routeKey.split(" +", -1);
    if (key.length != 2) {
      throw route.mistake(
          "RouteKey",
          "RouteKey must be a method and a path, or $default: " + routeKey,
          "write RouteKey: GET /pets, or RouteKey: $default");
    }
    return key;
  }

  /** The integration that {@code Target} makes without being one. */
  private void addTarget(ApiDraft draft, TemplateResource api) {
    ResourceProperties properties = draft.properties();
    Map<String, TemplateValue.Member> integration = new LinkedHashMap<>();
    take(properties, "Target", integration);
    renamed(integration, "Target", "uri");
    boolean function = properties.text("Target").orElse("").startsWith("arn:");
    integration.put("type", member(api, function ? "aws_proxy" : "http_proxy"));
    integration.put("httpMethod", member(api, ApiRoute.ANY));
    integration.put("payloadFormatVersion", member(api, "2.0"));
    String[] key = key(properties.text("RouteKey").orElse(ApiRoute.OTHERWISE), properties);
    add(
        draft,
        key[0],
        key[1],
        new ResourceProperties(
            new TemplateValue.Members(integration, api.place()), intrinsics, api.place()),
        Optional.empty(),
        Optional.empty());
  }

  // ---- both ----

  private ApiDraft draft(
      TemplateResource api, Api.Kind kind, Map<String, TemplateValue.Member> members) {
    return new ApiDraft(
        api.logicalId(),
        kind,
        new ResourceProperties(
            new TemplateValue.Members(members, api.properties().place()), intrinsics, api.place()));
  }

  private void warnOfStoredBody(TemplateResource api, String property) {
    api.properties()
        .member(property)
        .ifPresent(member ->
            warnings.accept(
                member.key()
                    + ": the definition is not on this machine, its paths are left out: "
                    + property));
  }

  private boolean namesStage(TemplateResource stage) {
    return stage.properties().member(STAGE_NAME).isPresent();
  }

  /** Returns the stage that is served: {@code $default}, else the first one. */
  private Optional<ResourceProperties> chosen(TemplateResource api, List<TemplateResource> stages) {
    List<ResourceProperties> all = stages.stream().map(this::properties).toList();
    Optional<ResourceProperties> chosen =
        all.stream()
            .filter(each -> name(each).equals(Api.DEFAULT_STAGE))
            .findFirst()
            .or(() -> all.stream().findFirst());
    for (ResourceProperties stage : all) {
      if (!stage.equals(chosen.get())) {
        warnings.accept(
            "%s: of the stages of %s only %s is served, and not %s"
                .formatted(stage.owner(), api.logicalId(), name(chosen.get()), name(stage)));
      }
    }
    return chosen;
  }

  private static String name(ResourceProperties stage) {
    return stage.text(STAGE_NAME).orElse("");
  }

  /** Adds the authorizers of an API; returns their names by what routes say of them. */
  private Map<String, String> authorizers(
      TemplateResource api, ApiDraft draft, String type, String property) {
    Map<String, String> names = new LinkedHashMap<>();
    of(api, type, property)
        .forEach(authorizer -> {
          ResourceProperties properties = properties(authorizer);
          String name = properties.text("Name").orElse(authorizer.logicalId());
          names.put(ref(authorizer), name);
          draft.authorizers().put(name, AuthorizerForm.of(properties, Optional.empty()));
        });
    return names;
  }

  /** Returns what would be the {@code Auth} of SAM's event. */
  private Optional<ResourceProperties> auth(
      ResourceProperties route, Map<String, String> authorizers, TemplateResource resource) {
    String type = route.text("AuthorizationType").orElse("NONE");
    if (type.equals("NONE")) {
      return Optional.empty();
    }
    String id = route.text("AuthorizerId").orElse("");
    String name = type.equals("AWS_IAM") ? type : authorizers.getOrDefault(id, id);
    return Optional.of(
        new ResourceProperties(
            new TemplateValue.Members(
                Map.of("Authorizer", member(resource, name)), resource.place()),
            intrinsics,
            resource.place()));
  }

  private void add(
      ApiDraft draft,
      String method,
      String path,
      ResourceProperties integration,
      Optional<ResourceProperties> auth,
      Optional<Boolean> keyRequired) {
    definitions
        .target(draft, asInDefinitions(integration), path, method + " " + path)
        .ifPresent(target ->
            draft
                .paths()
                .add(
                    new ApiDraft.Path(
                        integration.owner(),
                        ApiEventReader.method(method, integration.owner()),
                        ApiEventReader.path(path, integration.owner()),
                        target,
                        auth,
                        keyRequired.orElse(false))));
  }

  /** The members of an integration as a definition has them. */
  private static ResourceProperties asInDefinitions(ResourceProperties integration) {
    return new ResourceProperties(
        inSmall(integration.members()), integration.intrinsics(), integration.owner());
  }

  private static TemplateValue.Members inSmall(TemplateValue.Members members) {
    Map<String, TemplateValue.Member> small = new LinkedHashMap<>();
    members
        .members()
        .forEach((name, member) -> {
          String other =
              OTHER_NAMES.getOrDefault(
                  name, name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
          small.put(other, member);
        });
    if (small.get("integrationResponses")
        instanceof TemplateValue.Member(var key, TemplateValue.Items responses)) {
      Map<String, TemplateValue.Member> byPattern = new LinkedHashMap<>();
      for (TemplateValue response : responses.items()) {
        if (response instanceof TemplateValue.Members one) {
          String pattern =
              one.value("SelectionPattern").orElse(null) instanceof TemplateValue.Text text
                      && !text.text().isBlank()
                  ? text.asString()
                  : "default";
          byPattern.put(pattern, new TemplateValue.Member(one.place(), inSmall(one)));
        }
      }
      small.put(
          "responses", new TemplateValue.Member(key, new TemplateValue.Members(byPattern, key)));
    }
    return new TemplateValue.Members(small, members.place());
  }

  private static void renamed(
      Map<String, TemplateValue.Member> members, String name, String other) {
    Optional.ofNullable(members.remove(name)).ifPresent(member -> members.put(other, member));
  }

  private static void take(
      ResourceProperties from, String name, Map<String, TemplateValue.Member> to) {
    from.members().member(name).ifPresent(member -> to.put(name, member));
  }

  private static TemplateValue.Member member(TemplateResource resource, String text) {
    return new TemplateValue.Member(resource.place(), TemplateValue.string(text, resource.place()));
  }

  private static String required(
      ResourceProperties properties, TemplateResource resource, String name, String example) {
    return properties
        .text(name)
        .orElseThrow(() ->
            resource
                .place()
                .mistake(resource.logicalId() + " has no " + name, "add " + name + ": " + example));
  }

  private static Optional<Boolean> truth(ResourceProperties properties, String name) {
    return properties.text(name).map("true"::equals);
  }
}
