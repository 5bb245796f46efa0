package thaw.runtime;

import java.io.IOError;
import org.jspecify.annotations.Nullable;

/** Events, one after the other. */
final class EventLoop {
  private static final String TRACE_PROPERTY = "com.amazonaws.xray.traceHeader";

  private final HandlerCall call;
  private final RuntimeSettings settings;
  private final FunctionLogger logger;
  private final RuntimeApiClient api;
  private final ResponseBuffer response = new ResponseBuffer();

  EventLoop(
      HandlerCall call, RuntimeSettings settings, FunctionLogger logger, RuntimeApiClient api) {
    this.call = call;
    this.settings = settings;
    this.logger = logger;
    this.api = api;
  }

  /** Serves until the environment is of no use any more. */
  void run() {
    Event event;
    do {
      event = api.next();
      if (event.traceId != null) {
        System.setProperty(TRACE_PROPERTY, event.traceId);
      } else {
        System.clearProperty(TRACE_PROPERTY);
      }
    } while (serve(event));
  }

  /** Returns whether the next event can be served. */
  boolean serve(Event event) {
    Throwable failure = null;
    boolean told = false;
    try {
      InvocationContext context = new InvocationContext(settings, event, logger);
      logger.serve(context);
      Log4jContext.put(context.getAwsRequestId());
      response.reset();
      if (call instanceof StreamingCall streaming) {
        failure = streaming.stream(event, context, api);
        told = true;
      } else {
        call.call(event, context, response);
      }
    } catch (Throwable e) {
      failure = e;
    }
    Lifecycles.beforeResponse(event.deadlineMillis);
    if (failure == null && !told) {
      failure = respond(event);
    }
    if (failure != null) {
      failed(event, failure, told);
    }
    Thread.interrupted();
    Lifecycles.afterResponse(event.deadlineMillis);
    return !isFatal(failure);
  }

  /** Sends the response, and returns what the Runtime API has against it, or null. */
  private @Nullable Throwable respond(Event event) {
    try {
      api.respond(event.requestId(), response);
      return null;
    } catch (RuntimeApiException e) {
      return e;
    }
  }

  private void failed(Event event, Throwable failure, boolean told) {
    StackTraces.cut(failure);
    try {
      if (!told) {
        api.invocationError(event.requestId(), ErrorReport.of(failure));
      }
    } catch (RuntimeApiException refused) {
      // A response that the Runtime API did not like may have ended the invocation: 413 does.
      if (!(failure instanceof RuntimeApiException && refused.saysEnded())) {
        throw refused;
      }
    } finally {
      logger.error(FunctionFault.of(failure, false).text());
    }
  }

  /** Returns whether the JVM, or the handler, cannot be relied on after a failure. */
  private static boolean isFatal(@Nullable Throwable failure) {
    return failure instanceof VirtualMachineError
        || failure instanceof IOError
        || (failure instanceof FunctionFault fault && fault.isFatal());
  }
}
