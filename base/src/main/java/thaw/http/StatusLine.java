package thaw.http;

import java.util.HashMap;
import java.util.Map;

/** The first line of a response. */
public final class StatusLine {
  private static final Map<Integer, String> LINES = new HashMap<>();

  static {
    """
    200 OK
    201 Created
    202 Accepted
    203 Non-Authoritative Information
    204 No Content
    205 Reset Content
    206 Partial Content
    207 Multi-Status
    301 Moved Permanently
    302 Found
    303 See Other
    304 Not Modified
    305 Use Proxy
    307 Temporary Redirect
    308 Permanent Redirect
    400 Bad Request
    401 Unauthorized
    402 Payment Required
    403 Forbidden
    404 Not Found
    405 Method Not Allowed
    406 Not Acceptable
    407 Proxy Authentication Required
    408 Request Timeout
    409 Conflict
    410 Gone
    411 Length Required
    412 Precondition Failed
    413 Request Entity Too Large
    414 Request-URI Too Long
    415 Unsupported Media Type
    416 Requested Range Not Satisfiable
    417 Expectation Failed
    418 I'm a teapot
    421 Misdirected Request
    422 Unprocessable Content
    423 Locked
    424 Failed Dependency
    426 Upgrade Required
    428 Precondition Required
    429 Too Many Requests
    500 Internal Server Error
    501 Not Implemented
    502 Bad Gateway
    503 Service Unavailable
    504 Gateway Timeout
    505 HTTP Version Not Supported
    507 Insufficient Storage
    508 Loop Detected
    510 Not Extended
    511 Network Authentication Required
    """
        .lines()
        .forEach(line -> LINES.put(Integer.parseInt(line.substring(0, 3)), "HTTP/1.1 " + line));
  }

  private static final String BEGIN = "HTTP/1.";

  /** The length of {@code HTTP/1.1 200}. */
  private static final int WITHOUT_REASON = 12;

  private StatusLine() {}

  /** Returns the status of a line that came: {@code HTTP/1.1 200}, or with a reason behind it. */
  public static int status(String line) throws MalformedMessage {
    if (!hasForm(line)) { // no regular expression: a load test reads one line for each request
      throw new MalformedMessage("this is not a status line of HTTP/1.1", line);
    }
    return Integer.parseInt(line, WITHOUT_REASON - 3, WITHOUT_REASON, 10);
  }

  private static boolean hasForm(String line) {
    return line.length() >= WITHOUT_REASON
        && line.startsWith(BEGIN)
        && isDigit(line.charAt(7))
        && line.charAt(8) == ' '
        && line.charAt(9) != '0'
        && isDigit(line.charAt(9))
        && isDigit(line.charAt(10))
        && isDigit(line.charAt(11))
        && (line.length() == WITHOUT_REASON || line.charAt(WITHOUT_REASON) == ' ')
        && isOneLine(line);
  }

  /** Returns whether the reason has no character that ends a line, be it in Unicode only. */
  private static boolean isOneLine(String line) {
    for (int i = WITHOUT_REASON; i < line.length(); i++) {
      switch (line.charAt(i)) {
        case '\n', '\r', '\u0085', '\u2028', '\u2029' -> {
          return false;
        }
        default -> {
          // part of the reason
        }
      }
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return '0' <= c && c <= '9';
  }

  /** Returns the status line with the reason that everybody gives, where there is one. */
  public static String of(int status) {
    String line = LINES.get(status);
    return line != null ? line : "HTTP/1.1 " + status + " " + status;
  }
}
