package thaw.attribution.warmup;

/** The kinds of work for which a thread that serves a request has a CPU. */
public enum WarmWork {
  INTERPRETED("interpreted code", "the interpreter runs bytecode, and stubs of the JVM"),
  C1("C1 code", "machine code that the fast compiler has made"),
  C2("C2 code", "machine code that the optimising compiler has made"),
  CLASS_LOADING("class loading", "classes are found, parsed, verified, linked, and resolved"),
  NATIVE("JVM and native code", "the JVM's own work and that of native libraries"),
  KERNEL("kernel", "system calls and page faults");

  private final String label;
  private final String meaning;

  WarmWork(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  /** Its name in tables and in {@code why.json}. */
  public String label() {
    return label;
  }

  /** One line for those who do not know the term. */
  public String meaning() {
    return meaning;
  }
}
