package thaw.function.template.api;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.PayloadFormat;
import thaw.function.template.Template;
import thaw.template.Intrinsics;
import thaw.template.Place;
import thaw.template.ResourceProperties;
import thaw.template.TemplateText;
import thaw.template.TemplateValue;

/**
 * Reads what an OpenAPI definition leads to: functions and servers elsewhere, {@code
 * x-amazon-apigateway-integration} of type {@code aws_proxy} and {@code http_proxy}. Refuses to
 * know schemas.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html">
 *     x-amazon-apigateway-integration</a>
 */
final class OpenApiReader {
  private static final String INTEGRATION = "x-amazon-apigateway-integration";
  private static final String ANY_METHOD = "x-amazon-apigateway-any-method";
  private static final String AUTHORIZER = "x-amazon-apigateway-authorizer";
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", ANY_METHOD);

  private final Path root;
  private final Intrinsics intrinsics;
  private final BiFunction<String, Place, Optional<ApiAuthReader.FunctionTarget>> functions;
  private final Consumer<String> warnings;
  private final List<Path> files = new ArrayList<>();

  OpenApiReader(
      Path root,
      Intrinsics intrinsics,
      BiFunction<String, Place, Optional<ApiAuthReader.FunctionTarget>> functions,
      Consumer<String> warnings) {
    this.root = root;
    this.intrinsics = intrinsics;
    this.functions = functions;
    this.warnings = warnings;
  }

  /** Returns the files that were read. */
  List<Path> files() {
    return files;
  }

  /**
   * Adds what the API's definition says.
   *
   * @return whether it has one that is here
   */
  boolean read(ApiDraft draft) {
    Optional<TemplateValue.Members> definition = definition(draft.properties());
    Optional<TemplateValue.Members> paths =
        definition.flatMap(all -> Template.members(all, "paths"));
    if (paths.isEmpty()) {
      return definition.isPresent();
    }
    addAuthorizers(draft, definition.get());
    paths
        .get()
        .members()
        .forEach((path, member) -> {
          if (member.value() instanceof TemplateValue.Call unknown) {
            leftOut(path, unknown);
            return;
          }
          TemplateValue.Members item = Template.members(paths.get(), path).orElseThrow();
          for (String method : item.members().keySet()) {
            if (METHODS.contains(method)) {
              TemplateValue.Members operation = Template.members(item, method).orElseThrow();
              place(
                  draft,
                  definition.get(),
                  path,
                  method,
                  operation,
                  item.members().get(method).key());
            }
          }
        });
    return true;
  }

  private Optional<TemplateValue.Members> definition(ResourceProperties api) {
    Optional<TemplateValue> body = api.members().value("DefinitionBody");
    if (body.isPresent() && body.get() instanceof TemplateValue.Members members) {
      return included(members).or(() -> Optional.of(members));
    }
    if (body.isPresent() && body.get() instanceof TemplateValue.Call call) {
      return call.function().equals("Transform")
              && call.argument() instanceof TemplateValue.Members members
          ? location(members)
          : Optional.empty();
    }
    if (api.members().value("DefinitionUri").orElse(null) instanceof TemplateValue.Call unknown) {
      leftOut("the definition", unknown);
    }
    return api.members().value("DefinitionUri").orElse(null) instanceof TemplateValue.Text
        ? file(api.text("DefinitionUri").orElseThrow(), api.place("DefinitionUri"))
        : Optional.empty();
  }

  /** {@code Fn::Transform} beside other members is no call of the whole. */
  private Optional<TemplateValue.Members> included(TemplateValue.Members body) {
    return Template.members(body, "Fn::Transform").flatMap(this::location);
  }

  private Optional<TemplateValue.Members> location(TemplateValue.Members transform) {
    return Template.members(transform, "Parameters")
        .flatMap(parameters -> parameters.member("Location"))
        .flatMap(member -> file(intrinsics.text(member.value(), "Location"), member.key()));
  }

  private Optional<TemplateValue.Members> file(String location, Place place) {
    Path file = root.resolve(location);
    if (location.startsWith("s3:") || !Files.isRegularFile(file)) {
      warnings.accept(
          place + ": the definition is not on this machine, its paths are left out: " + location);
      return Optional.empty();
    }
    files.add(file);
    return Optional.of(TemplateText.read(file, warnings));
  }

  private void leftOut(String what, TemplateValue.Call unknown) {
    warnings.accept(unknown.leftOut(what));
  }

  private void place(
      ApiDraft draft,
      TemplateValue.Members definition,
      String path,
      String method,
      TemplateValue.Members operation,
      Place place) {
    Optional<TemplateValue.Members> integration = Template.members(operation, INTEGRATION);
    if (integration.isEmpty()) {
      return;
    }
    String said =
        (method.equals(ANY_METHOD) ? ApiRoute.ANY : method.toUpperCase(Locale.ROOT)) + " " + path;
    Optional<TemplateValue.Call> unknown = TemplateValue.unknown(integration.get());
    if (unknown.isPresent()) {
      leftOut(said, unknown.get());
      return;
    }
    ResourceProperties properties = new ResourceProperties(integration.get(), intrinsics, place);
    String written = path.equals("/$default") ? ApiRoute.OTHERWISE : path;
    target(draft, properties, written, said)
        .ifPresent(target ->
            draft
                .paths()
                .add(
                    new ApiDraft.Path(
                        place,
                        method.equals(ANY_METHOD)
                            ? ApiRoute.ANY
                            : ApiEventReader.method(method, place),
                        ApiEventReader.path(written, place),
                        target,
                        auth(definition, operation),
                        isKeyRequired(definition, operation))));
  }

  /**
   * @param route the path, with its parameters
   * @param said what warnings call it
   */
  Optional<ApiRoute.Target> target(
      ApiDraft draft, ResourceProperties integration, String route, String said) {
    return switch (integration.text("type").orElse("").toLowerCase(Locale.ROOT)) {
      case "aws_proxy" ->
          integration.members().member("integrationSubtype").isEmpty()
              ? function(draft, integration)
              : leftOut(integration, said, "requests do not go to services of AWS here");
      case "mock" -> new MockReader(warnings).read(integration, said);
      case "http_proxy" -> new HttpProxyReader(draft, warnings).read(integration, route, said);
      default ->
          leftOut(
              integration,
              said,
              "only integrations of type aws_proxy, http_proxy and mock are served");
    };
  }

  private Optional<ApiRoute.Target> leftOut(
      ResourceProperties integration, String said, String why) {
    warnings.accept("%s: %s, %s is left out".formatted(integration.owner(), why, said));
    return Optional.empty();
  }

  private Optional<ApiRoute.Target> function(ApiDraft draft, ResourceProperties integration) {
    Api.Kind kind = draft.kind();
    boolean second =
        kind == Api.Kind.HTTP
            && integration.text("payloadFormatVersion").orElse("1.0").equals("2.0");
    if (kind == Api.Kind.HTTP) {
      for (String mapping : List.of("requestParameters", "responseParameters")) {
        if (integration.members().member(mapping).isPresent()) {
          warnings.accept(integration.place(mapping) + ": this is not evaluated: " + mapping);
        }
      }
    }
    return functions
        .apply(
            draft.withStageVariables(uri(integration), name -> "${stageVariables." + name + "}"),
            integration.place("uri"))
        .map(target ->
            new ApiRoute.Target.Function(
                target.function().name(),
                target.qualifier(),
                second ? PayloadFormat.V2 : PayloadFormat.V1,
                limit(kind, integration)));
  }

  static String uri(ResourceProperties integration) {
    return integration
        .text("uri")
        .orElseThrow(() ->
            integration
                .owner()
                .mistake(
                    "the integration has no uri",
                    "add uri: !Sub arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${FUNCTION.Arn}/invocations,"
                        + " or that of a server"));
  }

  static Duration limit(Api.Kind kind, ResourceProperties integration) {
    return ApiEventReader.limit(
        kind,
        integration.wholeNumber(
            "timeoutInMillis",
            ApiEventReader.SHORTEST_LIMIT_MILLIS,
            ApiEventReader.LONGEST_REST_LIMIT_MILLIS,
            "ms"));
  }

  private boolean isKeyRequired(TemplateValue.Members definition, TemplateValue.Members operation) {
    TemplateValue.Members schemes = schemes(definition);
    return demands(operation).stream()
        .flatMap(name -> Template.members(schemes, name).stream())
        .anyMatch(scheme ->
            scheme.member(AUTHORIZER).isEmpty()
                && !isOfSignatures(scheme)
                && text(scheme, "type").filter("apiKey"::equals).isPresent());
  }

  /** Returns what would be the {@code Auth} of SAM's event. */
  private Optional<ResourceProperties> auth(
      TemplateValue.Members definition, TemplateValue.Members operation) {
    TemplateValue.Members schemes = schemes(definition);
    for (String name : demands(operation)) {
      Optional<TemplateValue.Members> scheme = Template.members(schemes, name);
      boolean signed = scheme.filter(OpenApiReader::isOfSignatures).isPresent();
      if (signed || scheme.filter(each -> each.member(AUTHORIZER).isPresent()).isPresent()) {
        TemplateValue authorizer =
            TemplateValue.string(signed ? "AWS_IAM" : name, operation.place());
        return Optional.of(
            new ResourceProperties(
                new TemplateValue.Members(
                    Map.of("Authorizer", new TemplateValue.Member(operation.place(), authorizer)),
                    operation.place()),
                intrinsics,
                operation.place()));
      }
    }
    return Optional.empty();
  }

  private static boolean isOfSignatures(TemplateValue.Members scheme) {
    return text(scheme, "x-amazon-apigateway-authtype")
        .filter("awsSigv4"::equalsIgnoreCase)
        .isPresent();
  }

  /** Returns the names of the security schemes that an operation demands. */
  private static Set<String> demands(TemplateValue.Members operation) {
    Set<String> names = new TreeSet<>();
    if (operation.value("security").orElse(null) instanceof TemplateValue.Items requirements) {
      for (TemplateValue item : requirements.items()) {
        if (item instanceof TemplateValue.Members members) {
          names.addAll(members.members().keySet());
        }
      }
    }
    return names;
  }

  private void addAuthorizers(ApiDraft draft, TemplateValue.Members definition) {
    TemplateValue.Members schemes = schemes(definition);
    for (String name : schemes.members().keySet()) {
      TemplateValue.Members scheme = Template.members(schemes, name).orElseThrow();
      Template.members(scheme, AUTHORIZER)
          .ifPresent(authorizer ->
              draft
                  .authorizers()
                  .put(
                      name,
                      AuthorizerForm.of(
                          new ResourceProperties(
                              authorizer, intrinsics, scheme.member(AUTHORIZER).get().key()),
                          text(scheme, "name"))));
    }
  }

  private static Optional<String> text(TemplateValue.Members members, String name) {
    return members.value(name).orElse(null) instanceof TemplateValue.Text text
        ? Optional.of(text.asString())
        : Optional.empty();
  }

  private static TemplateValue.Members schemes(TemplateValue.Members definition) {
    return Template.members(definition, "securityDefinitions")
        .or(() ->
            Template.members(definition, "components")
                .flatMap(components -> Template.members(components, "securitySchemes")))
        .orElseGet(() -> new TemplateValue.Members(Map.of(), definition.place()));
  }
}
