package thaw.sandbox;

/**
 * The reads of a {@link ColdStorage}.
 *
 * @param count of reads
 * @param bytes of all of them
 */
record StorageReads(long count, long bytes) {}
