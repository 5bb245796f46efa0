package thaw.lab.storage;

import thaw.lab.result.Quantity;

/** The factors of cases of the lesson about storage, and the quantities that it measures. */
final class StorageFigures {
  static final String WORK = "work";
  static final String PLACE = "place";
  static final String LATENCY = "latency";
  static final String FILE_SYSTEM = "file system";
  static final String BUILD = "build: ";
  static final String COLD_START = "cold start: ";

  /** The quantities of one run of a build, cold or warm. */
  record OfRun(
      Quantity real,
      Quantity own,
      Quantity user,
      Quantity system,
      Quantity waiting,
      Quantity others,
      Quantity stalled) {
    private static OfRun named(String cache) {
      return new OfRun(
          new Quantity(cache + "_real_ms", "ms", "time, " + cache),
          new Quantity(
              cache + "_own_ms",
              "ms",
              "time without waiting for a CPU, also behind own threads, " + cache),
          new Quantity(cache + "_user_ms", "ms", "CPU time of the programs, " + cache),
          new Quantity(cache + "_system_ms", "ms", "CPU time of the kernel for them, " + cache),
          new Quantity(cache + "_waiting_ms", "ms", "no thread could run, " + cache),
          new Quantity(cache + "_others_share", "", "of all CPUs, for other programs, " + cache),
          new Quantity(cache + "_stalled_ms", "ms", "I/O stalls of the machine, " + cache));
    }
  }

  static final OfRun COLD = OfRun.named("cold");
  static final OfRun WARM = OfRun.named("warm");

  /** The number of round trips to the stand-in in the cold run. */
  static final Quantity TRIPS = new Quantity("cold_trips", "", "round trips to the stand-in");

  /** 1 or 0. */
  static final Quantity ALL_DROPPED = new Quantity("all_dropped", "", "all caches were dropped");

  static final Quantity TRIMMED = new Quantity("trimmed", "", "the storage was trimmed");

  static final Quantity COLD_TOTAL =
      new Quantity("cold_total_ms", "ms", "start to first response, cold");
  static final Quantity WARM_TOTAL =
      new Quantity("warm_total_ms", "ms", "start to first response, warm");
  static final Quantity COLD_CPU = new Quantity("cold_cpu_ms", "ms", "CPU time of it, cold");
  static final Quantity WARM_CPU = new Quantity("warm_cpu_ms", "ms", "CPU time of it, warm");

  private StorageFigures() {}
}
