package thaw.lab.initorder;

import thaw.function.MemorySize;
import thaw.lab.engine.CourseFunction;
import thaw.lab.result.Case;

/** A function whose cold start is measured. */
enum InitFunction {
  ALL_PLACES("work in all places", "OrderedHandler", 256),
  CLIENT_IN_HANDLER("client built in the handler", "ClientInHandler", 512),
  CLIENT_IN_STATIC_FIELD("client in a static field", "ClientInStaticField", 512),
  CLIENT_IN_CONSTRUCTOR("client built in the constructor", "ClientInConstructor", 512);

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
    return Case.of(
        Case.JDK, jdk, InitOrder.FUNCTION, words, InitOrder.MEMORY, memory.mebibytes() + " MB");
  }
}
