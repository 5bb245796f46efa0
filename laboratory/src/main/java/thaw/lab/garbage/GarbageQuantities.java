package thaw.lab.garbage;

import thaw.lab.result.Quantity;

/** The quantities that are measured of an operation. */
final class GarbageQuantities {
  static final Quantity BYTES =
      new Quantity("bytes_per_operation", "B", "allocated for each operation");
  static final Quantity NANOS = new Quantity("ns_per_operation", "ns", "time of an operation");
  static final Quantity COUNTED_BYTES =
      new Quantity("counted_bytes_per_operation", "B", "collections x eden / operations");
  static final Quantity COLLECTIONS = new Quantity("collections", "", "collections counted");
  static final Quantity OPERATIONS = new Quantity("counted_operations", "", "operations meanwhile");
  static final Quantity EDEN = new Quantity("eden_bytes", "B", "size of eden");
  static final Quantity FIRST =
      new Quantity("first_fields_with_garbage", "", "fields from which on there is garbage");

  /** The largest number of fields that is measured. */
  static final int MOST = 64;

  private GarbageQuantities() {}
}
