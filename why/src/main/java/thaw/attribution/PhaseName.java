package thaw.attribution;

/** The parts of a cold start, in their order. */
public enum PhaseName {
  BOOT("JVM boot"),
  RUNTIME_CLIENT("runtime client"),
  HANDLER_INIT("handler class init"),
  RESTORE("restore"),
  FIRST_INVOCATION("first invocation"),
  LATER_INVOCATIONS("later invocations");

  private final String label;

  PhaseName(String label) {
    this.label = label;
  }

  /** Its name in tables and in {@code why.json}. */
  public String label() {
    return label;
  }
}
