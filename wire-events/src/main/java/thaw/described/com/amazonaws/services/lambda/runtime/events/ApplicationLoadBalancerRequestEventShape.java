package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent.Elb;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent.RequestContext;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A request to an Application Load Balancer. */
public final class ApplicationLoadBalancerRequestEventShape
    extends Parts<ApplicationLoadBalancerRequestEvent> {
  private static final Field REQUEST_CONTEXT = Field.of(1, "requestContext");
  private static final Field HTTP_METHOD = Field.of(2, "httpMethod");
  private static final Field PATH = Field.of(3, "path");
  private static final Field QUERY_STRING_PARAMETERS = Field.of(4, "queryStringParameters");
  private static final Field HEADERS = Field.of(5, "headers");
  private static final Field BODY = Field.of(6, "body");
  private static final Field IS_BASE64_ENCODED = Field.of(7, "isBase64Encoded");
  private static final Field MULTI_VALUE_QUERY_STRING_PARAMETERS =
      Field.of(8, "multiValueQueryStringParameters");
  private static final Field MULTI_VALUE_HEADERS = Field.of(9, "multiValueHeaders");
  private static final Field ELB = Field.of(10, "elb");
  private static final Field TARGET_GROUP_ARN = Field.of(11, "targetGroupArn");

  private static final Shape<RequestContext> REQUEST_CONTEXT_PART =
      part(new ApplicationLoadBalancerRequestEventShape(1));
  private static final Shape<Elb> ELB_PART = part(new ApplicationLoadBalancerRequestEventShape(2));

  /** For any thread. */
  public ApplicationLoadBalancerRequestEventShape() {
    this(0);
  }

  private ApplicationLoadBalancerRequestEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RequestContext();
      case 2 -> new Elb();
      default -> new ApplicationLoadBalancerRequestEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> requestContext(w, (RequestContext) value);
      case 2 -> elb(w, (Elb) value);
      default -> event(w, (ApplicationLoadBalancerRequestEvent) value);
    }
  }

  private static void event(Wire w, ApplicationLoadBalancerRequestEvent e) {
    e.setRequestContext(w.value(REQUEST_CONTEXT, e.getRequestContext(), REQUEST_CONTEXT_PART));
    e.setHttpMethod(w.string(HTTP_METHOD, e.getHttpMethod()));
    e.setPath(w.string(PATH, e.getPath()));
    e.setQueryStringParameters(
        w.map(QUERY_STRING_PARAMETERS, e.getQueryStringParameters(), Values.STRING));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setBody(w.string(BODY, e.getBody()));
    e.setIsBase64Encoded(w.bool(IS_BASE64_ENCODED, e.getIsBase64Encoded()));
    e.setMultiValueQueryStringParameters(
        w.map(
            MULTI_VALUE_QUERY_STRING_PARAMETERS,
            e.getMultiValueQueryStringParameters(),
            Values.STRINGS));
    e.setMultiValueHeaders(w.map(MULTI_VALUE_HEADERS, e.getMultiValueHeaders(), Values.STRINGS));
  }

  private static void requestContext(Wire w, RequestContext e) {
    e.setElb(w.value(ELB, e.getElb(), ELB_PART));
  }

  private static void elb(Wire w, Elb e) {
    e.setTargetGroupArn(w.string(TARGET_GROUP_ARN, e.getTargetGroupArn()));
  }
}
