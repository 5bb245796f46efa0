package thaw.runtime;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An error as the Runtime API takes it: a document for the caller, a type for Lambda, and for X-Ray
 * what {@code Lambda-Runtime-Function-XRay-Error-Cause} has.
 *
 * @param type such as {@code Runtime.UserException}
 * @param document JSON
 * @param cause JSON in ASCII, or null
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares reports.
record ErrorReport(String type, byte[] document, @Nullable String cause) {
  static final String BAD_FUNCTION_CODE = "Runtime.BadFunctionCode";
  static final String USER_EXCEPTION = "Runtime.UserException";
  static final String BEFORE_CHECKPOINT = "Runtime.BeforeCheckpointError";
  static final String AFTER_RESTORE = "Runtime.AfterRestoreError";

  private static final String END = "]}";

  /** Bytes of a character in a document. */
  private static final int LONGEST_ESCAPE = 6;

  /** Makes the report of what a handler threw, or of what is wrong with it. */
  static ErrorReport of(Throwable thrown) {
    return thrown instanceof FunctionFault fault
        ? of(fault)
        : new ErrorReport(USER_EXCEPTION, document(thrown), xray(thrown));
  }

  /**
   * Makes the report of what a handler threw, where there is little room: the last frames are left
   * out, and a long message is cut.
   *
   * @param mostBytes of the document
   */
  static ErrorReport within(int mostBytes, Throwable thrown) {
    return new ErrorReport(USER_EXCEPTION, document(thrown, mostBytes), null);
  }

  /** Makes a report without frames, as the official client does. */
  static ErrorReport of(FunctionFault fault) {
    StringBuilder json = new StringBuilder(256).append('{');
    JsonText.member(json, "errorMessage", fault.message());
    JsonText.member(json, "errorType", fault.type());
    return new ErrorReport(
        BAD_FUNCTION_CODE, RuntimeApiClient.bytes(json.append('}').toString()), null);
  }

  /** Makes the report of what a hook of a snapshot threw. */
  static ErrorReport of(String type, Throwable thrown) {
    return new ErrorReport(type, document(thrown), null);
  }

  private static byte[] document(Throwable thrown) {
    return document(thrown, Integer.MAX_VALUE);
  }

  private static byte[] document(Throwable thrown, int mostBytes) {
    StringBuilder json = new StringBuilder(1024).append('{');
    JsonText.member(json, "errorMessage", cut(StackTraces.message(thrown), mostBytes / 2));
    JsonText.member(json, "errorType", cut(thrown.getClass().getName(), mostBytes / 4));
    JsonText.name(json, "stackTrace");
    json.append('[');
    int left = mostBytes - RuntimeApiClient.bytes(json.toString()).length - END.length();
    for (StackTraceElement frame : thrown.getStackTrace()) {
      int begin = json.length();
      comma(json);
      JsonText.quote(json, frame.toString(), false);
      left -= RuntimeApiClient.bytes(json.substring(begin)).length;
      if (left < 0) {
        json.setLength(begin);
        break;
      }
    }
    return RuntimeApiClient.bytes(json.append(END).toString());
  }

  /** The beginning of a text that has at most so many bytes in a document. */
  private static String cut(String text, int mostBytes) {
    if (text.length() <= mostBytes / LONGEST_ESCAPE - 1) {
      return text;
    }
    String cut = text.length() > mostBytes ? text.substring(0, mostBytes) : text;
    while (quotedBytes(cut) > mostBytes) {
      cut = cut.substring(0, cut.length() - cut.length() / 8 - 1);
    }
    int length = cut.length();
    boolean halved =
        length > 0 && length < text.length() && Character.isHighSurrogate(cut.charAt(length - 1));
    return halved ? cut.substring(0, length - 1) : cut;
  }

  private static int quotedBytes(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2);
    JsonText.quote(json, text, false);
    return RuntimeApiClient.bytes(json.toString()).length;
  }

  private static String xray(Throwable thrown) {
    StringBuilder json = new StringBuilder(1024).append('{');
    ascii(json, "working_directory", System.getProperty("user.dir"));
    JsonText.name(json, "exceptions");
    json.append("[{");
    ascii(json, "message", thrown.getMessage());
    ascii(json, "type", thrown.getClass().getName());
    JsonText.name(json, "stack");
    json.append('[');
    Set<String> files = new LinkedHashSet<>();
    for (StackTraceElement frame : thrown.getStackTrace()) {
      String file = file(frame);
      files.add(file);
      comma(json);
      json.append('{');
      ascii(json, "label", frame.getMethodName());
      ascii(json, "path", file);
      JsonText.name(json, "line");
      json.append(frame.getLineNumber()).append('}');
    }
    json.append("]}]");
    JsonText.name(json, "paths");
    json.append('[');
    for (String file : files) {
      comma(json);
      JsonText.quote(json, file, true);
    }
    return json.append("]}").toString();
  }

  private static void ascii(StringBuilder json, String name, @Nullable String value) {
    if (value != null) {
      JsonText.name(json, name);
      JsonText.quote(json, value, true);
    }
  }

  private static void comma(StringBuilder json) {
    if (json.charAt(json.length() - 1) != '[') {
      json.append(',');
    }
  }

  private static String file(StackTraceElement frame) {
    String file = frame.getFileName();
    if (file != null) {
      return file;
    }
    String name = frame.getClassName();
    return name.substring(name.lastIndexOf('.') + 1).concat(".java");
  }
}
