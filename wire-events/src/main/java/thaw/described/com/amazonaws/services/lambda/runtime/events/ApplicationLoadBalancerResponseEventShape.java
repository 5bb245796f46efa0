package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A response of an Application Load Balancer. */
public final class ApplicationLoadBalancerResponseEventShape
    extends ObjectShape<ApplicationLoadBalancerResponseEvent> {
  private static final Field STATUS_CODE = Field.of(1, "statusCode");
  private static final Field STATUS_DESCRIPTION = Field.of(2, "statusDescription");
  private static final Field IS_BASE64_ENCODED = Field.of(3, "isBase64Encoded");
  private static final Field HEADERS = Field.of(4, "headers");
  private static final Field MULTI_VALUE_HEADERS = Field.of(5, "multiValueHeaders");
  private static final Field BODY = Field.of(6, "body");

  /** For any thread. */
  public ApplicationLoadBalancerResponseEventShape() {}

  @Override
  protected ApplicationLoadBalancerResponseEvent blank() {
    return new ApplicationLoadBalancerResponseEvent();
  }

  @Override
  protected ApplicationLoadBalancerResponseEvent fields(
      Wire w, ApplicationLoadBalancerResponseEvent e) {
    e.setStatusCode(w.int32(STATUS_CODE, e.getStatusCode()));
    e.setStatusDescription(w.string(STATUS_DESCRIPTION, e.getStatusDescription()));
    e.setIsBase64Encoded(w.bool(IS_BASE64_ENCODED, e.getIsBase64Encoded()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.STRING));
    e.setMultiValueHeaders(w.map(MULTI_VALUE_HEADERS, e.getMultiValueHeaders(), Values.STRINGS));
    e.setBody(w.string(BODY, e.getBody()));
    return e;
  }
}
