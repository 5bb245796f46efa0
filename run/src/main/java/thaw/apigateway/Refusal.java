package thaw.apigateway;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import thaw.function.Api;
import thaw.http.Response;

/**
 * An answer that the gateway gives by itself, in AWS's words.
 *
 * @param type {@code x-amzn-ErrorType}, which REST APIs send
 * @param json the whole body
 */
record Refusal(int status, String type, String json) {
  private static final String REST_ERROR = "{\"message\": \"Internal server error\"}";
  private static final String HTTP_ERROR = "{\"message\":\"Internal Server Error\"}";
  private static final String SERVER_ERROR = "InternalServerErrorException";

  /** No route takes the request. */
  static Refusal unknownRoute(Api.Kind kind) {
    return kind == Api.Kind.REST
        ? new Refusal(
            403,
            "MissingAuthenticationTokenException",
            "{\"message\":\"Missing Authentication Token\"}")
        : new Refusal(404, "NotFoundException", "{\"message\":\"Not Found\"}");
  }

  /** The host names an API that has no such stage. */
  static Refusal unknownStage(Api.Kind kind) {
    return kind == Api.Kind.REST ? forbidden() : unknownRoute(kind);
  }

  /** An API key is missing or wrong, or an HTTP API's authorizer says no. */
  static Refusal forbidden() {
    return new Refusal(403, "ForbiddenException", "{\"message\":\"Forbidden\"}");
  }

  /** A page of another site sends what may change something; not AWS's words, nor its doing. */
  static Refusal ofOtherSite() {
    return new Refusal(
        403,
        "ForbiddenException",
        "{\"message\":\"A web page of another site sends this, which no CORS configuration of the API"
            + " allows; start Thaw with --allow-origin to let it.\"}");
  }

  /**
   * The request lacks what the authorizer needs, or the authorizer answers that it is not
   * authorized.
   */
  static Refusal unauthorized() {
    return new Refusal(401, "UnauthorizedException", "{\"message\":\"Unauthorized\"}");
  }

  /** The policy of a REST API's authorizer does not let the request in. */
  static Refusal denied(boolean explicitly) {
    return new Refusal(
        403,
        "AccessDeniedException",
        "{\"Message\":\"User is not authorized to access this resource"
            + (explicitly ? " with an explicit deny in an identity-based policy" : "")
            + "\"}");
  }

  /** The authorizer failed, or nobody understands its answer. */
  static Refusal authorizerFailed(Api.Kind kind) {
    return kind == Api.Kind.REST
        ? new Refusal(500, "AuthorizerConfigurationException", "{\"message\":null}")
        : new Refusal(500, SERVER_ERROR, HTTP_ERROR);
  }

  /** The function failed, or its result is no answer. */
  static Refusal functionFailed(Api.Kind kind) {
    return kind == Api.Kind.REST
        ? new Refusal(502, SERVER_ERROR, REST_ERROR)
        : new Refusal(500, SERVER_ERROR, HTTP_ERROR);
  }

  /** The function has too many requests, or is not there any more. */
  static Refusal notInvoked(Api.Kind kind) {
    return kind == Api.Kind.REST ? new Refusal(500, SERVER_ERROR, REST_ERROR) : unavailable();
  }

  static Refusal internal(Api.Kind kind) {
    return new Refusal(500, SERVER_ERROR, kind == Api.Kind.REST ? REST_ERROR : HTTP_ERROR);
  }

  /** The function takes longer than the gateway waits. */
  static Refusal late(Api.Kind kind) {
    return kind == Api.Kind.REST
        ? new Refusal(504, SERVER_ERROR, "{\"message\": \"Endpoint request timed out\"}")
        : unavailable();
  }

  /**
   * The server behind the API is not there, or has not answered to the end. That of a REST API: a
   * transcript in issue 17 of RhinoSecurityLabs/IPRotate_Burp_Extension.
   */
  static Refusal unreachable(Api.Kind kind) {
    return kind == Api.Kind.REST
        ? new Refusal(
            504, SERVER_ERROR, "{\"message\": \"Network error communicating with endpoint\"}")
        : unavailable();
  }

  private static Refusal unavailable() {
    return new Refusal(503, "ServiceUnavailableException", "{\"message\":\"Service Unavailable\"}");
  }

  /** The event would be larger than Lambda takes. */
  static Refusal eventTooLarge(Api.Kind kind) {
    return kind == Api.Kind.REST
        ? new Refusal(413, "BadRequestException", "{\"message\": \"Request Too Long\"}")
        : requestTooLarge();
  }

  private static Refusal requestTooLarge() {
    return new Refusal(
        413, "RequestTooLargeException", "{\"message\":\"Request Entity Too Large\"}");
  }

  static Refusal headTooLarge() {
    return new Refusal(
        431,
        "RequestHeaderFieldsTooLargeException",
        "{\"message\":\"Request Header Fields Too Large\"}");
  }

  /** The client ended too early. */
  static Refusal badRequest() {
    return new Refusal(400, "BadRequestException", "{\"message\":\"Bad Request\"}");
  }

  /** The body is larger than API Gateway takes. */
  static Response bodyTooLarge(Api.Kind kind, int limitBytes) {
    return kind == Api.Kind.REST
        ? new Response(
            413,
            Map.of("Content-Type", "text; charset=utf-8"),
            ("HTTP content length exceeded " + limitBytes + " bytes.")
                .getBytes(StandardCharsets.US_ASCII))
        : requestTooLarge().answer(kind, "");
  }

  /**
   * @param gatewayId the request's; empty for none
   */
  Response answer(Api.Kind kind, String gatewayId) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    if (kind == Api.Kind.REST) {
      headers.put("x-amzn-ErrorType", type);
    }
    if (!gatewayId.isEmpty()) {
      headers.put(kind == Api.Kind.REST ? "x-amz-apigw-id" : "apigw-requestid", gatewayId);
    }
    return new Response(status, headers, json.getBytes(StandardCharsets.UTF_8));
  }
}
