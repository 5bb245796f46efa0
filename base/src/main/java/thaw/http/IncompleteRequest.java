package thaw.http;

/** A request's body has not come as a whole; its client's fault, so without a stack trace. */
public final class IncompleteRequest extends RuntimeException {
  IncompleteRequest() {
    super("The request ended before its body was complete.", null, false, false);
  }
}
