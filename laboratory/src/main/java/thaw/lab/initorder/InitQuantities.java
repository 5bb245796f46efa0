package thaw.lab.initorder;

import thaw.lab.result.Quantity;

/**
 * The factors that tell cases of this lesson apart, and the quantities that are measured of them.
 */
final class InitQuantities {
  static final String FUNCTION = "function";
  static final String MEMORY = "memory";
  static final Quantity INIT = new Quantity("init_ms", "ms", "init phase");
  static final Quantity REQUEST = new Quantity("request_ms", "ms", "first request");
  static final Quantity TOTAL = new Quantity("total_ms", "ms", "start to first response");
  static final Quantity WORK_IN_INIT =
      new Quantity("work_in_init_ms", "ms", "the same work in init, median of all places");
  static final Quantity WORK_IN_REQUEST =
      new Quantity("work_in_request_ms", "ms", "the same work in a request, median of all places");

  /** Is missing where nothing limits the CPU. */
  static final Quantity VCPUS = new Quantity("vcpus", "", "CPU share of a request");

  private InitQuantities() {}
}
