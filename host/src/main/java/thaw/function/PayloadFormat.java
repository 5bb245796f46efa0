package thaw.function;

/** The shape of a function's event and result. REST APIs know the first one only. */
public enum PayloadFormat {
  V1("1.0"),
  V2("2.0");

  private final String written;

  PayloadFormat(String written) {
    this.written = written;
  }

  /** Returns the version as templates write it. */
  public String written() {
    return written;
  }
}
