package thaw.lab.reflection;

/** The ways to call a getter for the first time. */
enum FirstGetterCall {
  DIRECT("direct call", "direct"),
  METHOD("Method.invoke", "method"),
  STATIC_METHOD("Method.invoke of a static method", "static-method"),
  HANDLE("MethodHandle.invokeExact", "handle"),
  FUNCTION("function of LambdaMetafactory", "function");

  private final String words;
  private final String argument;

  FirstGetterCall(String words, String argument) {
    this.words = words;
    this.argument = argument;
  }

  String words() {
    return words;
  }

  /** Returns the argument for the program that is measured. */
  String argument() {
    return argument;
  }
}
