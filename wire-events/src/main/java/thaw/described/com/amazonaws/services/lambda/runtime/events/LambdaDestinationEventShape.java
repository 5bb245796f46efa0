package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.LambdaDestinationEvent;
import com.amazonaws.services.lambda.runtime.events.LambdaDestinationEvent.RequestContext;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** What Lambda sends to a destination after an asynchronous invocation. */
public final class LambdaDestinationEventShape extends Parts<LambdaDestinationEvent> {
  private static final Field VERSION = Field.of(1, "version");
  private static final Field TIMESTAMP = Field.of(2, "timestamp");
  private static final Field REQUEST_CONTEXT = Field.of(3, "requestContext");
  private static final Field REQUEST_PAYLOAD = Field.of(4, "requestPayload");
  private static final Field RESPONSE_CONTEXT = Field.of(5, "responseContext");
  private static final Field RESPONSE_PAYLOAD = Field.of(6, "responsePayload");
  private static final Field REQUEST_ID = Field.of(7, "requestId");
  private static final Field FUNCTION_ARN = Field.of(8, "functionArn");
  private static final Field CONDITION = Field.of(9, "condition");
  private static final Field APPROXIMATE_INVOKE_COUNT = Field.of(10, "approximateInvokeCount");

  private static final Shape<RequestContext> REQUEST_CONTEXT_PART =
      part(new LambdaDestinationEventShape(1));

  /** For any thread. */
  public LambdaDestinationEventShape() {
    this(0);
  }

  private LambdaDestinationEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RequestContext();
      default -> new LambdaDestinationEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> requestContext(w, (RequestContext) value);
      default -> event(w, (LambdaDestinationEvent) value);
    }
  }

  private static void event(Wire w, LambdaDestinationEvent e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setTimestamp(w.value(TIMESTAMP, e.getTimestamp(), JodaTime.SHAPE));
    e.setRequestContext(w.value(REQUEST_CONTEXT, e.getRequestContext(), REQUEST_CONTEXT_PART));
    e.setRequestPayload(w.map(REQUEST_PAYLOAD, e.getRequestPayload(), Values.ANY));
    e.setResponseContext(w.value(RESPONSE_CONTEXT, e.getResponseContext(), Values.ANY));
    e.setResponsePayload(w.value(RESPONSE_PAYLOAD, e.getResponsePayload(), Values.ANY));
  }

  private static void requestContext(Wire w, RequestContext e) {
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setFunctionArn(w.string(FUNCTION_ARN, e.getFunctionArn()));
    e.setCondition(w.string(CONDITION, e.getCondition()));
    e.setApproximateInvokeCount(w.int32(APPROXIMATE_INVOKE_COUNT, e.getApproximateInvokeCount()));
  }
}
