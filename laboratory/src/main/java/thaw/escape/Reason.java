package thaw.escape;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reason why an allocation stays.
 *
 * @param words one sentence without a full stop
 */
public record Reason(Kind kind, String words) {
  /**
   * The kinds of reasons: the JVM's own words, among them those for a call that it did not inline,
   * and what follows from the bytecode and from what the JVM did not do. The words for calls are
   * those of HotSpot's {@code bytecodeInfo.cpp} and {@code doCall.cpp}, which are the same in 17
   * and 25; the first kind whose words are found counts.
   */
  public enum Kind {
    NO_ANALYSIS(
        "no-analysis",
        0,
        "let C2 compile it (-XX:TieredStopAtLevel=4), or make no object here: a lambda that"
            + " captures nothing, a parameter in place of a captured value"),
    NEVER_OPTIMISED("not-compiled", 0, "run longer to know more (--invocations)"),
    GAVE_UP("gave-up", 0, "split the method"),
    MEGAMORPHIC(
        "megamorphic",
        1,
        "let one receiver class, at most two, come to this call: a call of its own for each class,"
            + " or pass a lambda that captures nothing and its target as a parameter",
        "virtual call|no static binding",
        "it leads to the methods of several classes"),
    TOO_BIG(
        "callee-too-big",
        1,
        "split the callee: move what is seldom needed into a method of its own, so that the rest"
            + " has at most 325 bytes of bytecode (35 where it is seldom called)",
        "hot method too big|callee is too large|^too big$",
        ""),
    METHOD_LIMIT(
        "caller-too-big",
        1,
        "split the method: no more than 8,000 bytes of bytecode are inlined into one compilation;"
            + " or pass the target as a parameter to a lambda that captures nothing",
        "DesiredMethodLimit|NodeCountInliningCutoff|inlining incrementally",
        "there is too much in this compilation already"),
    COMPILED_BIG(
        "callee-compiled-big",
        1,
        "split the callee: its compiled code is too large to be copied here",
        "already compiled into a",
        ""),
    RECURSIVE("recursive", 1, "use a loop in place of the recursion", "recursive", ""),
    DEEP(
        "too-deep",
        1,
        "call it by fewer steps: the nesting of calls has reached MaxInlineLevel",
        "inlining too deep|inlining level",
        ""),
    NATIVE(
        "native",
        1,
        "do not hand the object to native code; copy the values that it needs",
        "native method",
        ""),
    RARE(
        "rare-call",
        2,
        "make the object only on the way that needs it",
        "never executed|call site not reached|low call site frequency|MinInliningThreshold"
            + "|executed <",
        "this way is seldom gone, and the object is made for all"),
    /** Handed to the constructor of an exception: then it is thrown. */
    EXCEPTION(
        "exception",
        8,
        "throw only where something is wrong",
        "exception method|Throwable constructors",
        ""),
    FORBIDDEN(
        "not-inlineable",
        1,
        "do not hand the object to this method",
        "not inlineable|don't inline|disallowed|not compilable",
        ""),
    NOT_INLINED(
        "not-inlined",
        1,
        "help the JVM to inline the call, or hand over values in place of the object",
        "",
        ""),
    INTRINSIC("intrinsic", 3, "do not ask for what only an object has, such as its identity"),
    STORED_STATIC(
        "stored-static",
        4,
        "it has to be there when it is stored; keep its values instead, or reuse one object"),
    STORED("stored", 4, STORED_STATIC.remedy),
    RETURNED("returned", 5, "it is made where callers do not inline the method: keep it small"),
    THROWN("thrown", 5, EXCEPTION.remedy),
    ARRAY("array", 6, "use a few fields or local variables, or one array for many calls"),
    MERGED("merged", 7, "use each object in the branch that makes it; newer JDKs can do more here"),
    NOT_TOLD("not-told", 9, "measure whether it matters");

    private final String key;
    private final int rank;
    private final String remedy;
    private final Pattern refusal;
    private final String meaning;

    Kind(String key, int rank, String remedy) {
      this(key, rank, remedy, "(?!)", "");
    }

    /**
     * @param refusal what the JVM's words for a call have in them
     * @param meaning of words that do not explain themselves; else empty
     */
    Kind(String key, int rank, String remedy, String refusal, String meaning) {
      this.key = key;
      this.rank = rank;
      this.remedy = remedy;
      this.refusal = Pattern.compile(refusal);
      this.meaning = meaning;
    }
  }

  /** Returns whether it follows from the bytecode only; else the JVM has said so. */
  public boolean isInferred() {
    return switch (kind) {
      case STORED, STORED_STATIC, RETURNED, THROWN, ARRAY, MERGED -> true;
      default -> false;
    };
  }

  /** The lower, the better the evidence. */
  int rank() {
    return kind.rank;
  }

  /** Returns a short name for other programs, the same for all reasons of its kind. */
  public String key() {
    return kind.key;
  }

  /** Returns what a developer can do about it. */
  public String remedy() {
    return kind.remedy;
  }

  /** There is no escape analysis: only the simple compiler runs, or an option turned it off. */
  static Reason noAnalysis(String why) {
    return new Reason(Kind.NO_ANALYSIS, "no escape analysis: " + why);
  }

  /** C2 has not compiled the method in this run. */
  static Reason neverOptimised() {
    return new Reason(Kind.NEVER_OPTIMISED, "C2 has not compiled it: it was not run often enough");
  }

  /** The analysis ended before it was done. */
  static Reason gaveUp(String why) {
    return new Reason(Kind.GAVE_UP, "the escape analysis of the method gave up: " + why);
  }

  /**
   * It is handed to a method that was not inlined.
   *
   * @param why in the JVM's words
   * @param analysis what the JVM said when it did not look into the callee; may be empty
   */
  public static Reason notInlined(MethodName callee, String why, String analysis) {
    Kind kind =
        Stream.of(Kind.values())
            .filter(one -> one.refusal.matcher(why).find())
            .findFirst()
            .orElseThrow();
    return new Reason(
        kind,
        "handed to "
            + callee.simple()
            + ", which was not inlined: \""
            + why
            + "\""
            + (kind.meaning.isEmpty() ? "" : " (" + kind.meaning + ")")
            + (analysis.isEmpty() ? "" : ", nor looked into: " + analysis));
  }

  /** The compiler's own code for a method needs the object. */
  static Reason intrinsic(String name) {
    return new Reason(
        Kind.INTRINSIC, "handed to the intrinsic " + name + ", which needs the object");
  }

  /**
   * It is stored where it outlives the method.
   *
   * @param where {@code Reading.kept}, or {@code an array}
   */
  public static Reason stored(String where, boolean isStatic) {
    return isStatic
        ? new Reason(Kind.STORED_STATIC, "stored in the static field " + where)
        : new Reason(Kind.STORED, "stored in " + where);
  }

  /** It is what the compiled method returns. */
  static Reason returned(MethodName from) {
    return new Reason(
        Kind.RETURNED, "returned from " + from.simple() + ", which is compiled by itself");
  }

  /** The object may be another one as well, at the place of its use. */
  static Reason merged(int line) {
    return new Reason(Kind.MERGED, "in line " + line + " it may be it or another object (or null)");
  }

  /** Nothing says why. */
  static Reason notTold() {
    return new Reason(Kind.NOT_TOLD, "unknown: neither the JVM's log nor the bytecode says why");
  }
}
