package thaw.lab.storage;

/** The factors that tell cases of this lesson apart. */
final class StorageFactors {
  static final String WORK = "work";
  static final String PLACE = "place";
  static final String LATENCY = "latency";
  static final String FILE_SYSTEM = "file system";
  static final String BUILD = "build: ";
  static final String COLD_START = "cold start: ";

  private StorageFactors() {}
}
