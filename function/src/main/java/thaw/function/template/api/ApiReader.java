package thaw.function.template.api;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.FunctionDefinition;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.problem.UserMistake;
import thaw.template.Intrinsics;
import thaw.template.Place;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads the APIs of a template: those that it declares, and those that events of functions imply.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-api.html">AWS::Serverless::Api</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-httpapi.html">AWS::Serverless::HttpApi</a>
 */
public final class ApiReader {
  private static final Pattern FUNCTION_ARN =
      Pattern.compile("(?:.*/functions/)?arn:[^/]*:function:([\\w-]+)(?::([\\w$-]+))?(?:/.*)?");
  private static final Pattern STAGE = Pattern.compile("[\\w-]{1,128}");
  private static final String IMPLICIT_STAGE = "Prod";

  private final Template template;
  private final Intrinsics intrinsics;
  private final Map<String, FunctionDefinition> functions = new LinkedHashMap<>();
  private final Consumer<String> warnings;
  private final Path root;
  private final List<Path> files = new ArrayList<>();

  /**
   * @param functions those that can be run
   */
  public ApiReader(
      Path root,
      Template template,
      Intrinsics intrinsics,
      List<FunctionDefinition> functions,
      Consumer<String> warnings) {
    this.root = root;
    this.template = template;
    this.intrinsics = intrinsics;
    this.warnings = warnings;
    functions.forEach(function -> this.functions.put(function.logicalId(), function));
  }

  /** Explicit ones first, in the template's order. */
  public List<Api> read() {
    Map<String, ApiDraft> drafts = new LinkedHashMap<>();
    for (TemplateResource resource : template.resources().values()) {
      if (resource.isApi()) {
        ApiDraft draft = ApiDraft.of(resource, template, intrinsics);
        ApiProperties.checkApi(draft.kind(), resource.properties(), warnings);
        drafts.put(draft.logicalId(), draft);
      }
    }
    for (Api.Kind kind : Api.Kind.values()) {
      ApiProperties.checkApi(kind, template.globals(ApiDraft.globals(kind)), warnings);
    }
    OpenApiReader definitions = new OpenApiReader(root, intrinsics, this::target, warnings);
    Set<String> defined = new HashSet<>();
    for (ApiDraft draft : drafts.values()) {
      if (definitions.read(draft) && !takesEvents(draft)) {
        defined.add(draft.logicalId());
      }
    }
    Set<ApiDraft.Path> written =
        drafts.values().stream()
            .flatMap(draft -> draft.paths().stream())
            .collect(Collectors.toSet());
    ResourceApiReader resources =
        new ResourceApiReader(template, intrinsics, definitions, warnings);
    resources.add(List.copyOf(drafts.values()));
    for (ApiDraft draft : resources.read()) {
      drafts.put(draft.logicalId(), draft);
      defined.add(draft.logicalId());
    }
    ApiEventReader events =
        new ApiEventReader(template, intrinsics, drafts, defined, written, warnings);
    for (TemplateResource resource : template.resources().values()) {
      FunctionDefinition function = functions.get(resource.logicalId());
      if (function != null && resource.type().equals(TemplateResource.SERVERLESS_FUNCTION)) {
        events.read(resource, function);
      }
    }
    files.addAll(definitions.files());
    ApiKeyReader keys = new ApiKeyReader(template, intrinsics, warnings);
    return drafts.values().stream().flatMap(draft -> known(draft, keys).stream()).toList();
  }

  /** Reads an API, and leaves out one of which something is not known. */
  private Optional<Api> known(ApiDraft draft, ApiKeyReader keys) {
    try {
      return Optional.of(api(draft, keys));
    } catch (UserMistake e) {
      if (TemplateValue.unknown(draft.properties().members()).isEmpty()) {
        throw e;
      }
      warnings.accept(
          "%s: the API %s is left out: %s"
              .formatted(draft.properties().owner(), draft.logicalId(), TemplateValue.why(e)));
      return Optional.empty();
    }
  }

  /**
   * Returns whether SAM adds what events say to the API's own definition: to that of an HTTP API
   * that the template itself has, to that of a REST API where it is told to.
   */
  private static boolean takesEvents(ApiDraft draft) {
    return draft.kind() == Api.Kind.HTTP
        ? draft.properties().members().value("DefinitionBody").orElse(null)
                instanceof TemplateValue.Members body
            && body.member("paths").isPresent()
        : draft.properties().text("MergeDefinitions").filter("true"::equals).isPresent();
  }

  /** Returns the files with definitions that were read. */
  public List<Path> files() {
    return files;
  }

  /** The function that an ARN, or the address of an integration, ends in. */
  private Optional<ApiAuthReader.FunctionTarget> target(String text, Place place) {
    Matcher matcher = FUNCTION_ARN.matcher(text);
    Optional<FunctionDefinition> found =
        matcher.matches()
            ? functions.values().stream()
                .filter(function -> function.name().equals(matcher.group(1)))
                .findFirst()
            : Optional.empty();
    if (found.isEmpty()) {
      warnings.accept(place + ": this names no function of the template that can be run: " + text);
    }
    return found.map(function ->
        new ApiAuthReader.FunctionTarget(function, Optional.ofNullable(matcher.group(2))));
  }

  private Api api(ApiDraft draft, ApiKeyReader keys) {
    ResourceProperties properties = draft.properties();
    boolean rest = draft.kind() == Api.Kind.REST;
    String stage = stage(draft);
    ApiAuthReader auth = new ApiAuthReader(draft, this::target, warnings);
    List<ApiRoute> routes = new ArrayList<>();
    for (ApiDraft.Path path : draft.paths()) {
      add(routes, route(path, auth), path.place());
    }
    if (rest) {
      routes.addAll(ApiCorsReader.preflights(properties, routes, auth));
    }
    Api api =
        new Api(
            draft.logicalId(),
            draft.kind(),
            stage,
            variables(properties, rest ? "Variables" : "StageVariables"),
            routes,
            rest ? binary(properties) : List.of(),
            rest ? Optional.empty() : ApiCorsReader.http(properties),
            rest ? keys.of(draft, stage) : List.of(),
            properties.text("ApiKeySourceType").filter("AUTHORIZER"::equals).isPresent());
    warn(api, properties.owner());
    return api;
  }

  private static ApiRoute route(ApiDraft.Path path, ApiAuthReader auth) {
    return new ApiRoute(
        path.method(),
        path.path(),
        path.target(),
        auth.authorizer(path.auth()),
        path.keyRequired() || auth.isKeyRequired(path.auth()));
  }

  private static void add(List<ApiRoute> routes, ApiRoute route, Place place) {
    for (ApiRoute other : routes) {
      if (other.key().equals(route.key())) {
        throw place.mistake(
            "two routes of one API have the same path and method: " + route.key(),
            "remove one of them, or change its Path or Method");
      }
    }
    routes.add(route);
  }

  private void warn(Api api, Place place) {
    if (api.routes().isEmpty()) {
      warnings.accept(place + ": the API " + api.logicalId() + " leads to no function");
    }
    if (api.keys().isEmpty()
        && !api.keyFromAuthorizer()
        && api.routes().stream().anyMatch(ApiRoute::keyRequired)) {
      warnings.accept(
          "%s: the API %s requires a key and no usage plan has one for it: it answers 403"
              .formatted(place, api.logicalId()));
    }
  }

  private static String stage(ApiDraft draft) {
    Optional<String> named = draft.properties().text("StageName");
    if (draft.kind() == Api.Kind.HTTP) {
      return named.orElse(Api.DEFAULT_STAGE);
    }
    if (named.isEmpty() && !draft.isImplicit()) {
      throw draft
          .properties()
          .owner()
          .mistake("the API " + draft.logicalId() + " has no StageName", "add StageName: Prod");
    }
    String stage = draft.isImplicit() ? IMPLICIT_STAGE : named.orElseThrow();
    if (!STAGE.matcher(stage).matches()) {
      throw draft
          .properties()
          .mistake(
              "StageName",
              "StageName must be 1..128 letters, digits, - or _: " + stage,
              "choose a name that API Gateway accepts");
    }
    return stage;
  }

  private static Map<String, String> variables(ResourceProperties properties, String name) {
    Map<String, String> variables = new LinkedHashMap<>();
    properties
        .below(name)
        .ifPresent(below ->
            below
                .members()
                .members()
                .keySet()
                .forEach(key -> variables.put(key, below.text(key).orElse(""))));
    return variables;
  }

  /** Templates write a slash as {@code ~1}, as API Gateway's own API does. */
  private static List<String> binary(ResourceProperties properties) {
    return properties.texts("BinaryMediaTypes").orElse(List.of()).stream()
        .map(type -> type.replace("~1", "/"))
        .toList();
  }
}
