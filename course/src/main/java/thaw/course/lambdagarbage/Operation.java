package thaw.course.lambdagarbage;

/** What is measured: the object is read in one of the ways, in a loop for each way. */
final class Operation {
  private final WireReadable object;
  private final Wire[] wires;
  private final String form;
  private int at;

  /**
   * @param wires which take turns
   */
  Operation(WireReadable object, Wire[] wires, String form) {
    this.object = object;
    this.wires = wires;
    this.form = form;
  }

  void repeat(int times) {
    switch (form) {
      case "capturing" -> capturing(times);
      case "split" -> split(times);
      case "non-capturing" -> nonCapturing(times);
      case "anonymous" -> anonymous(times);
      case "round-trip" -> roundTrip(times);
      default -> throw new IllegalArgumentException(form);
    }
  }

  private void capturing(int times) {
    for (int i = 0; i < times; i++) {
      object.capturing(next());
    }
  }

  private void split(int times) {
    for (int i = 0; i < times; i++) {
      object.split(next());
    }
  }

  private void nonCapturing(int times) {
    for (int i = 0; i < times; i++) {
      object.nonCapturing(next());
    }
  }

  private void anonymous(int times) {
    for (int i = 0; i < times; i++) {
      object.anonymous(next());
    }
  }

  /** Reads what the time before has written: C2 shall not hand values from one to the other. */
  private void roundTrip(int times) {
    for (int i = 0; i < times; i++) {
      object.write(next());
      wires[at].rewind();
      object.capturing(wires[at]);
    }
  }

  private Wire next() {
    Wire wire = wires[at];
    at = at + 1 == wires.length ? 0 : at + 1;
    wire.rewind();
    return wire;
  }
}
