package thaw.gateway;

/** What a caller of a query protocol asked for wrongly, in the words of CloudFormation. */
final class QueryFault extends Exception {
  QueryFault(String message) {
    super(message, null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
