package thaw.lab.initorder;

import thaw.function.MemorySize;
import thaw.lab.result.Case;
import thaw.lab.result.Quantity;

/** A function whose cold start is measured. */
enum InitFunction {
  ALL_PLACES("work in all places", "OrderedHandler", 256),
  CLIENT_IN_HANDLER("client built in the handler", "ClientInHandler", 512),
  CLIENT_IN_STATIC_FIELD("client in a static field", "ClientInStaticField", 512),
  CLIENT_IN_CONSTRUCTOR("client built in the constructor", "ClientInConstructor", 512);

  static final String FUNCTION = "function";
  static final String MEMORY = "memory";
  static final Quantity INIT = new Quantity("init_ms", "ms", "init");
  static final Quantity REQUEST = new Quantity("request_ms", "ms", "first request");
  static final Quantity TOTAL = new Quantity("total_ms", "ms", "start to response");

  /** Is missing where nothing limits the CPU. */
  static final Quantity VCPUS = new Quantity("vcpus", "", "CPU share of a request");

  private final String words;
  private final String handler;
  private final MemorySize memory;

  InitFunction(String words, String handler, int memoryMiB) {
    this.words = words;
    this.handler = handler;
    this.memory = new MemorySize(memoryMiB);
  }

  String words() {
    return words;
  }

  CourseFunction function() {
    return new CourseFunction("thaw.course.initorder." + handler, memory);
  }

  /** The case of it on a JDK. */
  Case on(String jdk) {
    return Case.of(Case.JDK, jdk, FUNCTION, words, MEMORY, memory.mebibytes() + " MB");
  }
}
