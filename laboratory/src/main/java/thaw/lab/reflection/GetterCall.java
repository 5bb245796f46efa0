package thaw.lab.reflection;

/** The ways to call a getter in code that is compiled. */
enum GetterCall {
  DIRECT("direct call", "direct"),
  CONSTANT_METHOD("Method, static final", "constantMethod"),
  METHOD("Method in a field", "methodInField"),
  METHOD_LOOKED_UP("Method looked up each time", "methodLookedUp"),
  CONSTANT_HANDLE("MethodHandle, static final", "constantHandle"),
  HANDLE("MethodHandle in a field", "handleInField"),
  FUNCTION("function of LambdaMetafactory", "functionInField");

  private final String words;
  private final String benchmark;

  GetterCall(String words, String benchmark) {
    this.words = words;
    this.benchmark = benchmark;
  }

  String words() {
    return words;
  }

  String benchmark() {
    return "thaw.course.reflection.GetterBenchmark." + benchmark;
  }
}
