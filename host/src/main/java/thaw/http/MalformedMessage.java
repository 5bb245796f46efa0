package thaw.http;

import java.net.ProtocolException;

/** What came is no HTTP, or could be read in two ways. */
public final class MalformedMessage extends ProtocolException {
  public MalformedMessage(String message) {
    super(message);
  }

  /** Of a text that may be long. */
  public MalformedMessage(String message, String text) {
    this(message + ": " + (text.length() > 80 ? text.substring(0, 80) + "..." : text));
  }
}
