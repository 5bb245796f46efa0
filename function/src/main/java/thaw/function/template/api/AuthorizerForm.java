package thaw.function.template.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Gives authorizers that are resources, or parts of a definition, the form that they have in the
 * {@code Auth} of SAM's APIs.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-authorizer.html">AWS::ApiGateway::Authorizer</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-authorizer.html">
 *     x-amazon-apigateway-authorizer</a>
 */
final class AuthorizerForm {
  private static final Pattern SOURCE =
      Pattern.compile(
          "\\$?(?:method\\.|route\\.)?(request\\.header|request\\.querystring|stageVariables|context)\\.(.+)");

  /** SAM's names of where an identity is. */
  private static final Map<String, String> PLACES =
      Map.of(
          "request.header", "Headers",
          "request.querystring", "QueryStrings",
          "stageVariables", "StageVariables",
          "context", "Context");

  private final ResourceProperties authorizer;
  private final Map<String, TemplateValue.Member> form = new LinkedHashMap<>();
  private final Map<String, TemplateValue.Member> identity = new LinkedHashMap<>();

  private AuthorizerForm(ResourceProperties authorizer) {
    this.authorizer = authorizer;
  }

  /**
   * @param authorizer its members have CloudFormation's names, or those of definitions, which begin
   *     with a small letter
   * @param header the one that the definition names beside it
   */
  static ResourceProperties of(ResourceProperties authorizer, Optional<String> header) {
    return new AuthorizerForm(authorizer).read(header);
  }

  private ResourceProperties read(Optional<String> header) {
    String type = text("Type").or(() -> text("AuthorizerType")).orElse("").toUpperCase(Locale.ROOT);
    List<String> sources = sources();
    boolean asksFunction = type.equals("TOKEN") || type.equals("REQUEST");
    if (asksFunction) {
      take("AuthorizerUri", "FunctionArn", form);
      put(form, "FunctionPayloadType", type);
      take("AuthorizerPayloadFormatVersion", "AuthorizerPayloadFormatVersion", form);
      take("EnableSimpleResponses", "EnableSimpleResponses", form);
      take("AuthorizerResultTtlInSeconds", "ReauthorizeEvery", identity);
      take("IdentityValidationExpression", "ValidationExpression", identity);
    }
    if (type.equals("REQUEST")) {
      sources.forEach(this::addSource);
    } else {
      sources.stream()
          .findFirst()
          .map(source -> source.substring(source.lastIndexOf('.') + 1))
          .or(() -> header)
          .ifPresent(name -> put(identity, "Header", name));
    }
    form.put(
        "Identity",
        new TemplateValue.Member(
            authorizer.owner(), new TemplateValue.Members(identity, authorizer.owner())));
    return new ResourceProperties(
        new TemplateValue.Members(form, authorizer.owner()),
        authorizer.intrinsics(),
        authorizer.owner());
  }

  private void addSource(String source) {
    Matcher matcher = SOURCE.matcher(source);
    if (!matcher.matches()) {
      throw authorizer
          .owner()
          .mistake(
              "this is no source of an identity: " + source,
              "write it like method.request.header.Authorization, for an HTTP API like"
                  + " $request.header.Authorization");
    }
    String place = PLACES.get(matcher.group(1));
    List<TemplateValue> names = new ArrayList<>();
    if (identity.get(place) instanceof TemplateValue.Member(var _, TemplateValue.Items before)) {
      names.addAll(before.items());
    }
    names.add(TemplateValue.string(matcher.group(2), authorizer.owner()));
    identity.put(
        place,
        new TemplateValue.Member(
            authorizer.owner(), new TemplateValue.Items(names, authorizer.owner())));
  }

  /** REST APIs have one text with commas, HTTP APIs a list. */
  private List<String> sources() {
    return named("IdentitySource").flatMap(authorizer::texts).orElse(List.of()).stream()
        .flatMap(text -> List.of(text.split("\\s*,\\s*")).stream())
        .filter(text -> !text.isBlank())
        .toList();
  }

  private Optional<String> text(String name) {
    return named(name).flatMap(authorizer::text);
  }

  private void take(String name, String as, Map<String, TemplateValue.Member> to) {
    named(name).flatMap(authorizer.members()::member).ifPresent(member -> to.put(as, member));
  }

  private void put(Map<String, TemplateValue.Member> to, String name, String value) {
    to.put(
        name,
        new TemplateValue.Member(
            authorizer.owner(), TemplateValue.string(value, authorizer.owner())));
  }

  /** Returns the name under which the member is there. */
  private Optional<String> named(String name) {
    String small = name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    return List.of(name, small).stream()
        .filter(each -> authorizer.members().member(each).isPresent())
        .findFirst();
  }
}
