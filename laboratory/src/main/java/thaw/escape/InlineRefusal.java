package thaw.escape;

/**
 * The meanings of the JVM's words for a call that it did not inline. The words are those of
 * HotSpot's {@code bytecodeInfo.cpp} and {@code doCall.cpp}, which are the same in 17 and 25.
 */
enum InlineRefusal {
  MEGAMORPHIC(
      "megamorphic",
      "it leads to the methods of several classes",
      "let one receiver class, at most two, come to this call: a call of its own for each class, or"
          + " pass a lambda that captures nothing and its target as a parameter"),
  TOO_BIG(
      "callee-too-big",
      "",
      "split the callee: move what is seldom needed into a method of its own, so that the rest has"
          + " at most 325 bytes of bytecode (35 where it is seldom called)"),
  METHOD_LIMIT(
      "caller-too-big",
      "there is too much in this compilation already",
      "split the method: no more than 8,000 bytes of bytecode are inlined into one compilation; or"
          + " pass the target as a parameter to a lambda that captures nothing"),
  COMPILED_BIG(
      "callee-compiled-big",
      "",
      "split the callee: its compiled code is too large to be copied here"),
  RECURSIVE("recursive", "", "use a loop in place of the recursion"),
  DEEP("too-deep", "", "call it by fewer steps: the nesting of calls has reached MaxInlineLevel"),
  NATIVE("native", "", "do not hand the object to native code; copy the values that it needs"),
  RARE(
      "rare-call",
      "this way is seldom gone, and the object is made for all",
      "make the object only on the way that needs it"),
  EXCEPTION("exception", "", "throw only where something is wrong"),
  FORBIDDEN("not-inlineable", "", "do not hand the object to this method"),
  OTHER(
      "not-inlined",
      "",
      "help the JVM to inline the call, or hand over values in place of the object");

  private final String key;
  private final String meaning;
  private final String remedy;

  InlineRefusal(String key, String meaning, String remedy) {
    this.key = key;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** Returns the explanation of a refusal whose own words do not explain it; empty for others. */
  String meaning() {
    return meaning;
  }

  String key() {
    return key;
  }

  String remedy() {
    return remedy;
  }

  static InlineRefusal of(String words) {
    if (has(words, "virtual call", "no static binding")) {
      return MEGAMORPHIC;
    }
    if (has(words, "hot method too big", "callee is too large") || words.equals("too big")) {
      return TOO_BIG;
    }
    if (has(words, "DesiredMethodLimit", "NodeCountInliningCutoff", "inlining incrementally")) {
      return METHOD_LIMIT;
    }
    if (has(words, "already compiled into a")) {
      return COMPILED_BIG;
    }
    if (has(words, "recursive")) {
      return RECURSIVE;
    }
    if (has(words, "inlining too deep", "inlining level")) {
      return DEEP;
    }
    if (has(words, "native method")) {
      return NATIVE;
    }
    if (has(
        words,
        "never executed",
        "call site not reached",
        "low call site frequency",
        "MinInliningThreshold",
        "executed <")) {
      return RARE;
    }
    if (has(words, "exception method", "Throwable constructors")) {
      return EXCEPTION;
    }
    if (has(words, "not inlineable", "don't inline", "disallowed", "not compilable")) {
      return FORBIDDEN;
    }
    return OTHER;
  }

  private static boolean has(String words, String... parts) {
    for (String part : parts) {
      if (words.contains(part)) {
        return true;
      }
    }
    return false;
  }
}
