package thaw.function.handler;

/** A handler as a function names it: {@code package.Class::method}, or without the method. */
public record HandlerName(String className, String method) {
  private static final String DEFAULT_METHOD = "handleRequest";

  public static HandlerName of(String handler) {
    String[] names = handler.split("::", 2);
    return new HandlerName(names[0], names.length > 1 ? names[1] : DEFAULT_METHOD);
  }
}
