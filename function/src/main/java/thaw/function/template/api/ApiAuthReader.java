package thaw.function.template.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import thaw.function.Api;
import thaw.function.ApiAuthorizer;
import thaw.function.FunctionDefinition;
import thaw.function.PayloadFormat;
import thaw.function.template.FunctionUrlReader;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.template.Place;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads who may call an API: its {@code Auth}, and that of its events.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-api-apiauth.html">ApiAuth</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-httpapi-httpapiauth.html">HttpApiAuth</a>
 */
final class ApiAuthReader {
  private static final String NONE = "NONE";
  private static final String IAM = "AWS_IAM";
  private static final List<String> TRUTH = List.of("true", "false");
  private static final int LONGEST_MEMORY_SECONDS = 3600;
  private static final int REST_MEMORY_SECONDS = 300;
  private static final int NO_MEMORY = 0;

  private final Api.Kind kind;
  private final Optional<ResourceProperties> auth;
  private final Map<String, ResourceProperties> beside;
  private final BiFunction<String, Place, Optional<FunctionTarget>> functions;
  private final Consumer<String> warnings;

  /**
   * A function that an ARN names, as the Lambda API knows it.
   *
   * @param qualifier that of the ARN
   */
  record FunctionTarget(FunctionDefinition function, Optional<String> qualifier) {}

  /**
   * @param functions finds the function that a text names
   */
  ApiAuthReader(
      ApiDraft draft,
      BiFunction<String, Place, Optional<FunctionTarget>> functions,
      Consumer<String> warnings) {
    this.kind = draft.kind();
    this.auth = draft.properties().below("Auth");
    this.beside = draft.authorizers();
    this.functions = functions;
    this.warnings = warnings;
  }

  /**
   * @param event the {@code Auth} of an event, which wins
   */
  Optional<ApiAuthorizer> authorizer(Optional<ResourceProperties> event) {
    Optional<String> own = event.flatMap(below -> below.text("Authorizer"));
    if (own.isPresent()) {
      return named(own.get(), event.get().place("Authorizer"));
    }
    return auth.flatMap(all ->
        all.text("DefaultAuthorizer").flatMap(name -> named(name, all.place("DefaultAuthorizer"))));
  }

  boolean isKeyRequired(Optional<ResourceProperties> event) {
    Optional<Boolean> own = event.flatMap(below -> truth(below, "ApiKeyRequired"));
    return own.or(() -> auth.flatMap(all -> truth(all, "ApiKeyRequired"))).orElse(false);
  }

  /** Whether what the API demands by default is demanded of {@code OPTIONS} for scripts as well. */
  Optional<ApiAuthorizer> preflightAuthorizer() {
    return preflight("AddDefaultAuthorizerToCorsPreflight")
        ? authorizer(Optional.empty())
        : Optional.empty();
  }

  boolean isPreflightKeyRequired() {
    return preflight("AddApiKeyRequiredToCorsPreflight") && isKeyRequired(Optional.empty());
  }

  private boolean preflight(String property) {
    return auth.flatMap(all -> truth(all, property)).orElse(true);
  }

  private static Optional<Boolean> truth(ResourceProperties below, String name) {
    return FunctionUrlReader.oneOf(below, name, TRUTH).map(Boolean::valueOf);
  }

  private Optional<ApiAuthorizer> named(String name, Place place) {
    if (name.equals(NONE)) {
      return Optional.empty();
    }
    Optional<ResourceProperties> all = auth.flatMap(below -> below.below("Authorizers"));
    Optional<ResourceProperties> one =
        all.flatMap(authorizers -> authorizers.below(name))
            .or(() -> Optional.ofNullable(beside.get(name)));
    if (one.isPresent()) {
      return readable(name, one.get());
    }
    if (name.equals(IAM)) {
      return Optional.of(new ApiAuthorizer.Iam());
    }
    throw place.mistake(
        "no authorizer of the API has this name: " + name,
        all.flatMap(below -> Spelling.nearest(name, below.members().members().keySet()))
            .map(near -> "write " + near)
            .orElse("declare it in the API's Auth, under Authorizers"));
  }

  /** Reads an authorizer; one of which something is not known does not cost the API. */
  private Optional<ApiAuthorizer> readable(String name, ResourceProperties properties) {
    try {
      return authorizer(name, properties);
    } catch (UserMistake e) {
      if (TemplateValue.unknown(properties.members()).isEmpty()) {
        throw e;
      }
      warnings.accept(
          "%s: the authorizer %s is left out, the API lets in all requests that it would judge: %s"
              .formatted(properties.owner(), name, TemplateValue.why(e)));
      return Optional.empty();
    }
  }

  private Optional<ApiAuthorizer> authorizer(String name, ResourceProperties properties) {
    if (properties.members().member("FunctionArn").isPresent() && !isOfTokens(properties)) {
      String arn = properties.text("FunctionArn").orElseThrow();
      Optional<FunctionTarget> target = functions.apply(arn, properties.place("FunctionArn"));
      if (target.isEmpty()) {
        warnings.accept(
            "%s: the authorizer %s cannot be run: the API lets in all requests that it would judge"
                .formatted(properties.owner(), name));
      }
      return target.map(function -> lambda(name, properties, function));
    }
    warnings.accept(
        "%s: tokens of the authorizer %s are not checked: requests need one, its claims are passed"
                .formatted(properties.owner(), name)
            + " on");
    return Optional.of(new ApiAuthorizer.Claims(name, header(properties)));
  }

  /** What SAM takes for a user pool or an issuer, whatever else is there. */
  private boolean isOfTokens(ResourceProperties properties) {
    return properties
        .members()
        .member(kind == Api.Kind.REST ? "UserPoolArn" : "JwtConfiguration")
        .isPresent();
  }

  /** SAM reads IdentitySource for HTTP APIs only, and passes a list of it on. */
  private String header(ResourceProperties properties) {
    return Optional.of(properties)
        .filter(_ -> kind == Api.Kind.HTTP)
        .flatMap(all -> all.texts("IdentitySource"))
        .flatMap(sources -> sources.stream().findFirst())
        .map(ApiAuthReader::withoutPrefix)
        .or(() -> properties.below("Identity").flatMap(below -> below.text("Header")))
        .orElse("Authorization");
  }

  private static String withoutPrefix(String source) {
    return source.substring(source.lastIndexOf('.') + 1);
  }

  private ApiAuthorizer lambda(String name, ResourceProperties properties, FunctionTarget target) {
    Optional<ResourceProperties> identity = properties.below("Identity");
    boolean rest = kind == Api.Kind.REST;
    boolean token =
        rest
            && FunctionUrlReader.oneOf(
                    properties, "FunctionPayloadType", List.of("TOKEN", "REQUEST"))
                .orElse("TOKEN")
                .equals("TOKEN");
    List<ApiAuthorizer.Source> sources =
        token
            ? List.of(
                new ApiAuthorizer.Source(
                    ApiAuthorizer.Source.From.HEADER,
                    identity.flatMap(below -> below.text("Header")).orElse("Authorization")))
            : sources(identity);
    OptionalInt memory =
        identity
            .map(below -> below.wholeNumber("ReauthorizeEvery", 0, LONGEST_MEMORY_SECONDS, "s"))
            .orElse(OptionalInt.empty());
    int seconds = memory.orElse(rest ? REST_MEMORY_SECONDS : NO_MEMORY);
    if (rest && sources.isEmpty() && seconds > 0) {
      throw properties
          .owner()
          .mistake(
              "the REQUEST authorizer " + name + " has no Identity",
              "add Identity: {Headers: [Authorization]}, or Identity: {ReauthorizeEvery: 0}");
    }
    return new ApiAuthorizer.Lambda(
        name,
        target.function().name(),
        target.qualifier(),
        token,
        sources,
        identity.filter(_ -> token).flatMap(ApiAuthReader::validation),
        Duration.ofSeconds(sources.isEmpty() ? 0 : seconds),
        format(properties),
        !rest && truth(properties, "EnableSimpleResponses").orElse(false));
  }

  private PayloadFormat format(ResourceProperties properties) {
    if (kind == Api.Kind.REST) {
      return PayloadFormat.V1;
    }
    String version =
        FunctionUrlReader.oneOf(properties, "AuthorizerPayloadFormatVersion", List.of("1.0", "2.0"))
            .orElseThrow(() ->
                properties
                    .owner()
                    .mistake(
                        "the authorizer has no AuthorizerPayloadFormatVersion",
                        "add AuthorizerPayloadFormatVersion: \"2.0\""));
    return version.equals("2.0") ? PayloadFormat.V2 : PayloadFormat.V1;
  }

  private static Optional<String> validation(ResourceProperties identity) {
    Optional<String> expression = identity.text("ValidationExpression");
    try {
      expression.ifPresent(Pattern::compile);
      return expression;
    } catch (PatternSyntaxException e) {
      throw identity.mistake(
          "ValidationExpression",
          "ValidationExpression is not a regular expression: " + expression.orElse(""),
          "correct it: " + e.getDescription());
    }
  }

  private static List<ApiAuthorizer.Source> sources(Optional<ResourceProperties> identity) {
    List<ApiAuthorizer.Source> sources = new ArrayList<>();
    add(sources, identity, "Headers", ApiAuthorizer.Source.From.HEADER);
    add(sources, identity, "QueryStrings", ApiAuthorizer.Source.From.QUERY);
    add(sources, identity, "StageVariables", ApiAuthorizer.Source.From.STAGE_VARIABLE);
    add(sources, identity, "Context", ApiAuthorizer.Source.From.CONTEXT);
    return sources;
  }

  private static void add(
      List<ApiAuthorizer.Source> sources,
      Optional<ResourceProperties> identity,
      String property,
      ApiAuthorizer.Source.From from) {
    identity
        .flatMap(below -> below.texts(property))
        .orElse(List.of())
        .forEach(name -> sources.add(new ApiAuthorizer.Source(from, name)));
  }
}
