package thaw.lambdaapi.invoke;

/** Says what a caller of a query protocol asked for wrongly, in the words of its service. */
public final class QueryFault extends Exception {
  public QueryFault(String message) {
    super(message, null, false, false);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
