package thaw.course.lambdagarbage;

import java.io.IOException;
import thaw.course.Told;

/**
 * Reads an object from a wire again and again, and tells what one time allocates and how long it
 * takes: by the thread's allocation counter, and by the number of collections.
 */
public final class Garbage {
  private Garbage() {}

  /**
   * Measures one way of reading.
   *
   * @param arguments the class of the object, its number of fields, the kind of wire, the way of
   *     reading, and of how many operations to count the collections: none where that is 0
   */
  public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
    int fields = Integer.parseInt(arguments[1]);
    WireReadable object =
        Class.forName("thaw.course.lambdagarbage." + arguments[0])
            .asSubclass(WireReadable.class)
            .getConstructor()
            .newInstance();
    String form = arguments[3];
    Wire[] wires = wires(arguments[2], form.equals("round-trip") ? 2 : 1, fields);
    for (Wire wire : wires) {
      fill(wire, fields);
    }
    wires[0].rewind();
    object.nonCapturing(wires[0]); // what is written has values, too
    Operation operation = new Operation(object, wires, form);
    Batches batches = new Batches(operation);
    batches.settle();
    long counted = batches.withinPatience(Long.parseLong(arguments[4]));
    Collections collections = new Collections();
    if (counted > 0) {
      collections.during(operation, counted);
    }
    check(object, fields);
    Told.figure("bytes_per_operation", batches.bytesPerOperation());
    Told.figure("ns_per_operation", batches.nanosPerOperation());
    if (counted > 0) {
      Told.figure("counted_operations", (double) counted);
      Told.figure("collections", (double) collections.count());
      Told.figure("eden_bytes", (double) Collections.edenBytes());
      Told.figure(
          "counted_bytes_per_operation",
          (double) collections.count() * Collections.edenBytes() / counted);
    }
  }

  /** The JVM gets to know no wire that is not used: a single one is a special case for C2. */
  private static Wire[] wires(String kind, int count, int fields) {
    if (kind.equals("three")) {
      return new Wire[] {new NumberWire(fields), new TextWire(fields), new HexWire(fields)};
    }
    Wire[] wires = new Wire[count];
    for (int i = 0; i < count; i++) {
      wires[i] = kind.equals("small") ? new NumberWire(fields) : new TextWire(fields);
    }
    return wires;
  }

  private static void fill(Wire wire, int fields) {
    for (int field = 1; field <= fields; field++) {
      wire.write(field).int32(value(field));
    }
  }

  /** What was measured must have read what was written. */
  private static void check(WireReadable object, int fields) {
    NumberWire written = new NumberWire(fields);
    object.write(written);
    for (int field = 1; field <= fields; field++) {
      if (written.value(field) != value(field)) {
        throw new IllegalStateException("field " + field + " has " + written.value(field));
      }
    }
  }

  private static int value(int field) {
    return 1000 + 37 * field;
  }
}
