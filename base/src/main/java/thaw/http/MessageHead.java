package thaw.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The head of a message, as it is written: together with its content, as two writes cost 40 ms
 * where the receiver delays its acknowledgement.
 */
public final class MessageHead {
  /**
   * The most bytes of a content that are sent together with the head; the rest of a larger one is
   * not copied.
   */
  public static final int FIRST_BYTES = 64 * 1024;

  private final StringBuilder text = new StringBuilder(512);

  /**
   * @param startLine without its end
   */
  public MessageHead(String startLine) {
    text.append(startLine).append("\r\n");
  }

  /** A line feed in the value would end the field and begin another one: it is sent as a space. */
  public MessageHead field(String name, String value) {
    text.append(name).append(": ").append(oneLine(value)).append("\r\n");
    return this;
  }

  private static String oneLine(String value) {
    return value.indexOf('\n') < 0 && value.indexOf('\r') < 0
        ? value
        : value.replace('\r', ' ').replace('\n', ' ');
  }

  /** The head, and the content or the first part of it. */
  public byte[] with(byte[] content) {
    return with(content, StandardCharsets.ISO_8859_1);
  }

  /** Does what {@link #with(byte[])} does, for values that have other characters. */
  public byte[] with(byte[] content, Charset charset) {
    byte[] head = text.append("\r\n").toString().getBytes(charset);
    int first = Math.min(content.length, FIRST_BYTES);
    byte[] all = new byte[head.length + first];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(content, 0, all, head.length, first);
    return all;
  }
}
