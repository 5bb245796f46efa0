package thaw.trace;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * The content of an {@code X-Amzn-Trace-Id}, with the trace's id in OpenTelemetry's form: {@code
 * 1-5759e988-bd862e3fe1be46a994272793} is {@code 5759e988bd862e3fe1be46a994272793} there.
 *
 * @param traceId 32 hexadecimal digits
 * @param parent 16 hexadecimal digits
 */
record TraceHeader(String traceId, Optional<String> parent, boolean sampled) {
  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;
  private static final int ROOT_LENGTH = "1-5759e988-bd862e3fe1be46a994272793".length();
  private static final int SECOND_DASH = 10;

  /** Reads a header; empty when it names no trace. */
  static Optional<TraceHeader> of(String header) {
    Optional<String> traceId = Optional.empty();
    Optional<String> parent = Optional.empty();
    boolean sampled = false;
    for (int begin = 0; begin <= header.length(); ) {
      int semicolon = header.indexOf(';', begin);
      int end = semicolon < 0 ? header.length() : semicolon;
      String member = header.substring(begin, end).strip();
      begin = end + 1;
      String value = member.substring(member.indexOf('=') + 1);
      if (member.startsWith("Root=")) {
        traceId = traceId(value);
      } else if (member.startsWith("Parent=") && isSpanId(value)) {
        parent = Optional.of(value.toLowerCase(Locale.ROOT));
      } else if (member.startsWith("Sampled=")) {
        sampled = value.equals("1");
      }
    }
    Optional<String> above = parent;
    boolean recorded = sampled;
    return traceId.map(id -> new TraceHeader(id, above, recorded));
  }

  /** Returns the trace id for X-Ray's spelling of it. */
  static Optional<String> traceId(String root) {
    if (root.length() != ROOT_LENGTH || !root.startsWith("1-") || root.charAt(SECOND_DASH) != '-') {
      return Optional.empty();
    }
    String digits = root.substring(2, SECOND_DASH) + root.substring(SECOND_DASH + 1);
    return isTraceId(digits) ? Optional.of(digits.toLowerCase(Locale.ROOT)) : Optional.empty();
  }

  static boolean isTraceId(String digits) {
    return isHex(digits, TRACE_DIGITS);
  }

  static boolean isSpanId(String digits) {
    return isHex(digits, SPAN_DIGITS);
  }

  private static boolean isHex(String digits, int length) {
    if (digits.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) { // each request's
      if (!HexFormat.isHexDigit(digits.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** The id of a platform's span, the same each time it is asked for (FNV-1a, 64 bits). */
  static String spanId(String requestId, String what) {
    long hash = 0xcbf29ce484222325L;
    for (byte octet : (requestId + '/' + what).getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ octet) * 0x100000001b3L;
    }
    return HexFormat.of().toHexDigits(hash == 0 ? 1 : hash);
  }
}
