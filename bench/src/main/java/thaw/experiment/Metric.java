package thaw.experiment;

/** The metrics of one cold start; each is one member of a line of {@code results.jsonl}. */
public enum Metric {
  /** The time from the start of the JVM to its first call of the Runtime API's {@code next}. */
  INIT("initMillis", "ms", "init"),
  /**
   * The time from the start of the restore to the runtime's first call of {@code next}: hooks
   * included.
   */
  RESTORE("restoreMillis", "ms", "restore"),
  /** {@code Duration} of the first invocation, until the runtime asks for the next event. */
  HANDLER("handlerMillis", "ms", "first invocation"),
  /**
   * The time from the start of the JVM, or of its restore, to the response of the first invocation.
   */
  TOTAL("totalMillis", "ms", "start to response"),
  /** Init and first invocation, rounded up to the millisecond as Lambda bills them. */
  BILLED("billedMillis", "ms", "billed duration"),
  /** CPU time of all threads, init and first invocation. */
  CPU("cpuMillis", "ms", "CPU time"),
  /**
   * The time for which the CPU quota held the environment back. On cgroup v1 and v2 alike it is
   * summed over CPUs and can exceed the wall time.
   */
  THROTTLED("throttledMillis", "ms", "throttled"),
  /** Peak resident set size of all processes of the environment. */
  MAX_MEMORY("maxMemoryMiB", "MiB", "max memory"),
  /** Classes loaded at the end of the first invocation, those from archives included. */
  LOADED_CLASSES("loadedClasses", "", "loaded classes"),
  MINOR_FAULTS("minorFaults", "", "minor page faults"),
  MAJOR_FAULTS("majorFaults", "", "major page faults"),
  /** Bytes that {@code read} calls returned, from the page cache or not. */
  BYTES_READ("bytesRead", "B", "bytes read"),
  /** Bytes that had to come from the storage device. */
  STORAGE_BYTES_READ("storageBytesRead", "B", "bytes from storage"),
  /** The time from the pod's creation until a node is chosen for it. */
  POD_SCHEDULED("podScheduledMillis", "ms", "pod scheduled"),
  /**
   * The time from the choice of the node until the pod's container is created: image, network, file
   * systems.
   */
  POD_CREATED("podCreatedMillis", "ms", "container created"),
  /** The time from the container's creation until it has started. */
  POD_STARTED("podStartedMillis", "ms", "container started"),
  /** The time from the start of the process in the container until it takes requests. */
  POD_READY("podReadyMillis", "ms", "ready"),
  /**
   * The time from when it takes requests until the first one is answered: what starts the JVM of
   * the function, and {@link #TOTAL}.
   */
  POD_ANSWERED("podAnsweredMillis", "ms", "first answer"),
  /** The time from the pod's creation to the first answer: the sum of the five before. */
  POD_TOTAL("podTotalMillis", "ms", "pod to first answer");

  private final String key;
  private final String unit;
  private final String label;

  Metric(String key, String unit, String label) {
    this.key = key;
    this.unit = unit;
    this.label = label;
  }

  /** Returns whether only starts in pods of a cluster have it. */
  public boolean isOfPods() {
    return compareTo(POD_SCHEDULED) >= 0;
  }

  /** The member's name in {@code results.jsonl} and {@code summary.json}. */
  public String key() {
    return key;
  }

  /** Unit for people, empty for a count. */
  public String unit() {
    return unit;
  }

  /** Returns the metric's name for people. */
  public String label() {
    return label;
  }
}
