package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent.Http;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent.RequestContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What API Gateway gives to a Lambda authorizer of an HTTP API. */
public final class APIGatewayV2CustomAuthorizerEventShape
    extends Parts<APIGatewayV2CustomAuthorizerEvent> {
  private static final Field VERSION = Field.of(1, "version");
  private static final Field TYPE = Field.of(2, "type");
  private static final Field ROUTE_ARN = Field.of(3, "routeArn");
  private static final Field IDENTITY_SOURCE = Field.of(4, "identitySource");
  private static final Field ROUTE_KEY = Field.of(5, "routeKey");
  private static final Field RAW_PATH = Field.of(6, "rawPath");
  private static final Field RAW_QUERY_STRING = Field.of(7, "rawQueryString");
  private static final Field COOKIES = Field.of(8, "cookies");
  private static final Field HEADERS = Field.of(9, "headers");
  private static final Field QUERY_STRING_PARAMETERS = Field.of(10, "queryStringParameters");
  private static final Field REQUEST_CONTEXT = Field.of(11, "requestContext");
  private static final Field PATH_PARAMETERS = Field.of(12, "pathParameters");
  private static final Field STAGE_VARIABLES = Field.of(13, "stageVariables");
  private static final Field ACCOUNT_ID = Field.of(14, "accountId");
  private static final Field API_ID = Field.of(15, "apiId");
  private static final Field DOMAIN_NAME = Field.of(16, "domainName");
  private static final Field DOMAIN_PREFIX = Field.of(17, "domainPrefix");
  private static final Field HTTP = Field.of(18, "http");
  private static final Field REQUEST_ID = Field.of(19, "requestId");
  private static final Field STAGE = Field.of(20, "stage");
  private static final Field TIME = Field.of(21, "time");
  private static final Field TIME_EPOCH = Field.of(22, "timeEpoch");
  private static final Field METHOD = Field.of(23, "method");
  private static final Field PATH = Field.of(24, "path");
  private static final Field PROTOCOL = Field.of(25, "protocol");
  private static final Field SOURCE_IP = Field.of(26, "sourceIp");
  private static final Field USER_AGENT = Field.of(27, "userAgent");

  private static final Shape<RequestContext> REQUEST_CONTEXT_PART =
      part(new APIGatewayV2CustomAuthorizerEventShape(1));
  private static final Shape<Http> HTTP_PART = part(new APIGatewayV2CustomAuthorizerEventShape(2));

  /** For any thread. */
  public APIGatewayV2CustomAuthorizerEventShape() {
    this(0);
  }

  private APIGatewayV2CustomAuthorizerEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RequestContext();
      case 2 -> new Http();
      default -> new APIGatewayV2CustomAuthorizerEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> requestContext(w, (RequestContext) value);
      case 2 -> http(w, (Http) value);
      default -> event(w, (APIGatewayV2CustomAuthorizerEvent) value);
    }
  }

  private static void event(Wire w, APIGatewayV2CustomAuthorizerEvent e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setType(w.string(TYPE, e.getType()));
    e.setRouteArn(w.string(ROUTE_ARN, e.getRouteArn()));
    e.setIdentitySource(w.list(IDENTITY_SOURCE, e.getIdentitySource(), Values.STRING));
    e.setRouteKey(w.string(ROUTE_KEY, e.getRouteKey()));
    e.setRawPath(w.string(RAW_PATH, e.getRawPath()));
    e.setRawQueryString(w.string(RAW_QUERY_STRING, e.getRawQueryString()));
    e.setCookies(w.list(COOKIES, e.getCookies(), Values.STRING));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setQueryStringParameters(
        w.map(QUERY_STRING_PARAMETERS, e.getQueryStringParameters(), Values.STRING));
    e.setRequestContext(w.value(REQUEST_CONTEXT, e.getRequestContext(), REQUEST_CONTEXT_PART));
    e.setPathParameters(w.map(PATH_PARAMETERS, e.getPathParameters(), Values.STRING));
    e.setStageVariables(w.map(STAGE_VARIABLES, e.getStageVariables(), Values.STRING));
  }

  private static void requestContext(Wire w, RequestContext e) {
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setApiId(w.string(API_ID, e.getApiId()));
    e.setDomainName(w.string(DOMAIN_NAME, e.getDomainName()));
    e.setDomainPrefix(w.string(DOMAIN_PREFIX, e.getDomainPrefix()));
    e.setHttp(w.value(HTTP, e.getHttp(), HTTP_PART));
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setRouteKey(w.string(ROUTE_KEY, e.getRouteKey()));
    e.setStage(w.string(STAGE, e.getStage()));
    String time = w.string(TIME, w.reading() ? null : time(w, e));
    if (w.reading() && time != null) {
      e.setTime(time);
    }
    e.setTimeEpoch(w.int64(TIME_EPOCH, e.getTimeEpoch().toEpochMilli()));
  }

  private static void http(Wire w, Http e) {
    e.setMethod(w.string(METHOD, e.getMethod()));
    e.setPath(w.string(PATH, e.getPath()));
    e.setProtocol(w.string(PROTOCOL, e.getProtocol()));
    e.setSourceIp(w.string(SOURCE_IP, e.getSourceIp()));
    e.setUserAgent(w.string(USER_AGENT, e.getUserAgent()));
  }

  /** As API Gateway writes it; the getter, which parses, fails when there is none, or another. */
  private static @Nullable String time(Wire w, RequestContext e) {
    try {
      return e.getTime().toString("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    } catch (NullPointerException none) {
      return null;
    } catch (IllegalArgumentException other) {
      throw w.error("no point of time: ".concat(String.valueOf(other.getMessage())));
    }
  }
}
