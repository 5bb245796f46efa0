package thaw.explanation;

import thaw.attribution.Cause.Kind;

/** The names of kinds of causes, in words and in a page's style. */
final class KindText {
  private KindText() {}

  static String label(Kind kind) {
    return switch (kind) {
      case CLASS_LOADING -> "class loading";
      case LINKAGE -> "linkage";
      case CODE -> "code";
      case JIT -> "JIT";
      case WORK -> "JVM";
      case KERNEL -> "kernel";
      case BLOCKED -> "blocked";
      case CPU_WAIT -> "waiting for a CPU";
      case UNEXPLAINED -> "unexplained";
    };
  }

  /** Class of its colour in {@code why.css}; the variable of the colour has the same name. */
  static String style(Kind kind) {
    return switch (kind) {
      case CLASS_LOADING -> "k-loading";
      case LINKAGE -> "k-linkage";
      case CODE -> "k-code";
      case JIT -> "k-jit";
      case WORK -> "k-jvm";
      case KERNEL -> "k-kernel";
      case BLOCKED -> "k-blocked";
      case CPU_WAIT -> "k-wait";
      case UNEXPLAINED -> "k-unexplained";
    };
  }
}
