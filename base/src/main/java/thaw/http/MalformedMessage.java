package thaw.http;

import java.net.ProtocolException;

/** Says that a message is not HTTP, or could be read in two ways. */
public final class MalformedMessage extends ProtocolException {
  public MalformedMessage(String message) {
    super(message);
  }

  /** Makes an exception with a text that may be long. */
  MalformedMessage(String message, String text) {
    this(message + ": " + (text.length() > 80 ? text.substring(0, 80) + "..." : text));
  }
}
