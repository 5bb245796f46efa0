package thaw.apigateway;

/** Gets lines for the author of an application: what clients are not told. Any thread calls it. */
public interface AuthorNotes {
  void say(String line);

  /** About the answer to a request, so that it is best read below the request's log. */
  void sayOf(String requestId, String line);
}
