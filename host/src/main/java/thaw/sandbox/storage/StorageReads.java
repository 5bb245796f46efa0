package thaw.sandbox.storage;

/**
 * The reads of a {@link ColdStorage}.
 *
 * @param count of reads
 * @param bytes of all of them
 */
public record StorageReads(long count, long bytes) {
  /** Those since an earlier look. */
  public StorageReads since(StorageReads earlier) {
    return new StorageReads(count - earlier.count, bytes - earlier.bytes);
  }
}
