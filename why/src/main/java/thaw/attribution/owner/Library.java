package thaw.attribution.owner;

/**
 * The library or other part to which the code of a class belongs.
 *
 * @param name Maven coordinates {@code group:artifact:version}, with what it is shaded in: {@code
 *     com.fasterxml.jackson.core:jackson-databind (shaded in
 *     com.amazonaws:aws-lambda-java-serialization:1.1.6)}; or a jar's file name
 * @param kind who may change it
 */
public record Library(String name, Kind kind) {
  public static final Library JDK = new Library("JDK", Kind.JDK);
  public static final Library FUNCTION = new Library("function", Kind.FUNCTION);
  static final Library UNKNOWN = new Library("unknown", Kind.LIBRARY);

  /** Tells who may change a class. */
  public enum Kind {
    JDK,
    RUNTIME_CLIENT,
    LIBRARY,
    FUNCTION
  }
}
