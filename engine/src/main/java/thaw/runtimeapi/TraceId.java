package thaw.runtimeapi;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * X-Ray trace headers: {@code Root=1-<time>-<96 bits>;Parent=<64 bits>;Sampled=0}, in hexadecimal
 * digits, and perhaps {@code ;Lineage=...}. Refuses to know who sends them.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader">
 *     Tracing header</a>
 */
public final class TraceId {
  private static final int TIME_DIGITS = 8;
  private static final int ROOT_DIGITS = 24;
  private static final int PARENT_DIGITS = 16;
  private static final int LONGEST_LINEAGE = 256;
  private static final String PARENT = ";Parent=";
  private static final String SAMPLED = ";Sampled=";

  /** Where members begin in a header that has these three and nothing else. */
  private static final int ROOT_AT = "Root=".length();

  private static final int PARENT_AT = ROOT_AT + "1-".length() + TIME_DIGITS + 1 + ROOT_DIGITS;
  private static final int SAMPLED_AT = PARENT_AT + PARENT.length() + PARENT_DIGITS;

  private TraceId() {}

  /**
   * Returns the trace that a function is told: the caller's, completed where the caller left out
   * parent or decision; a new one when there is none or its root is malformed. Members that X-Ray
   * does not name are dropped, as the Runtime Interface Emulator's parser drops them.
   *
   * @param active whether Lambda records segments of the function, and decides where the caller has
   *     not: a recorded request has Lambda's own segment as its parent. Otherwise the caller's
   *     stays the parent.
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html">Active and
   *     PassThrough</a>
   */
  public static String of(Optional<String> callers, boolean active) {
    if (callers.isPresent() && isWhole(callers.get())) {
      String whole = callers.get();
      return active && whole.endsWith("1")
          ? whole.substring(0, PARENT_AT) + PARENT + newParent() + whole.substring(SAMPLED_AT)
          : whole;
    }
    return completed(callers, active);
  }

  /**
   * Returns whether it is a header as they are made here, which a request passes several times on
   * its way: it is not taken apart again.
   */
  private static boolean isWhole(String header) {
    int decision = SAMPLED_AT + SAMPLED.length();
    return header.length() == decision + 1
        && header.startsWith("Root=")
        && header.startsWith(PARENT, PARENT_AT)
        && header.startsWith(SAMPLED, SAMPLED_AT)
        && (header.charAt(decision) == '0' || header.charAt(decision) == '1')
        && isRoot(header.substring(ROOT_AT, PARENT_AT))
        && isHex(header.substring(PARENT_AT + PARENT.length(), SAMPLED_AT), PARENT_DIGITS);
  }

  private static String completed(Optional<String> callers, boolean active) {
    String root = null;
    String parent = null;
    String sampled = active ? "1" : "0";
    String lineage = "";
    for (String pair : callers.isEmpty() ? new String[0] : callers.get().split(";")) {
      String member = pair.strip();
      String value = member.substring(member.indexOf('=') + 1);
      if (member.startsWith("Root=") && isRoot(value)) {
        root = member;
      } else if (member.startsWith("Parent=") && isHex(value, PARENT_DIGITS)) {
        parent = value;
      } else if (member.startsWith("Sampled=") && (value.equals("1") || value.equals("0"))) {
        sampled = value;
      } else if (member.startsWith("Lineage=") && isLineage(value)) {
        lineage = ";" + member;
      }
    }
    if (root == null) {
      return newRoot() + ";Parent=" + newParent() + ";Sampled=" + (active ? "1" : "0");
    }
    boolean recorded = active && sampled.equals("1");
    return root
        + ";Parent="
        + (parent == null || recorded ? newParent() : parent)
        + ";Sampled="
        + sampled
        + lineage;
  }

  /**
   * Returns a trace as AWS's answers show it, without a parent: {@code root=...;sampled=0}, and
   * perhaps {@code ;lineage=...}.
   */
  public static String shown(String header) {
    if (isWhole(header)) {
      return "root="
          + header.substring(ROOT_AT, PARENT_AT)
          + ";sampled="
          + header.substring(SAMPLED_AT + SAMPLED.length());
    }
    String root = "";
    String sampled = "0";
    String lineage = "";
    for (String member : header.split(";")) {
      String value = member.substring(member.indexOf('=') + 1);
      if (member.startsWith("Root=")) {
        root = value;
      } else if (member.startsWith("Sampled=")) {
        sampled = value;
      } else if (member.startsWith("Lineage=")) {
        lineage = ";lineage=" + value;
      }
    }
    return "root=" + root + ";sampled=" + sampled + lineage;
  }

  /** A trace that begins now: {@code Root=1-<time>-<96 bits>}. */
  public static String newRoot() {
    ThreadLocalRandom random = ThreadLocalRandom.current(); // ids, not secrets
    HexFormat hex = HexFormat.of();
    return "Root=1-"
        + hex.toHexDigits((int) (System.currentTimeMillis() / 1000))
        + "-"
        + hex.toHexDigits(random.nextLong())
        + hex.toHexDigits(random.nextInt());
  }

  private static String newParent() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  private static boolean isRoot(String value) {
    int time = "1-".length();
    int random = time + TIME_DIGITS + 1;
    return value.length() == random + ROOT_DIGITS
        && value.startsWith("1-")
        && value.charAt(random - 1) == '-'
        && isHex(value.substring(time, random - 1), TIME_DIGITS)
        && isHex(value.substring(random), ROOT_DIGITS);
  }

  private static boolean isHex(String value, int digits) {
    if (value.length() != digits) {
      return false;
    }
    for (int i = 0; i < digits; i++) {
      if (!HexFormat.isHexDigit(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** {@code a87bd80c:1|68fd508a:5}: what X-Ray and Lambda find recursion by. */
  private static boolean isLineage(String value) {
    return value.length() <= LONGEST_LINEAGE
        && value.chars().allMatch(c -> HexFormat.isHexDigit(c) || c == ':' || c == '|');
  }
}
