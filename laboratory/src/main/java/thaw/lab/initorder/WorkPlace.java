package thaw.lab.initorder;

import thaw.lab.result.Quantity;

/**
 * The places where work can stand in a function's code, in the order in which the JVM comes to
 * them.
 */
enum WorkPlace {
  SUPERCLASS("superclass", "static field of the superclass"),
  INTERFACE_WITH_DEFAULT("interface-with-default", "field of an interface with a default method"),
  STATIC_INITIALISER("static-initialiser", "static field of the handler's class"),
  INSTANCE_FIELD("instance-field", "instance field"),
  CONSTRUCTOR("constructor", "constructor"),
  HANDLER("handler", "handler method"),
  OTHER_CLASS("other-class", "static final field of another class"),
  HOLDER("holder", "holder class"),
  ENUM("enum", "enum constant"),
  INTERFACE_WITHOUT_DEFAULT(
      "interface-without-default", "field of an interface without default method"),
  CONSTANT("constant", "class whose constant is read");

  private final String key;
  private final String words;

  WorkPlace(String key, String words) {
    this.key = key;
    this.words = words;
  }

  /** Returns the function's own name for the place. */
  String key() {
    return key;
  }

  String words() {
    return words;
  }

  /** Its place in the order in which all ran, from 1; 0 when it never did. */
  Quantity order() {
    return new Quantity("order_" + key, "", "place in the order");
  }

  /** Returns the quantity for when it ran: the ordinal of a {@link WorkPhase}. */
  Quantity phase() {
    return new Quantity("phase_" + key, "", "phase");
  }

  /** Returns the quantity for the time of the work in this place. */
  Quantity millis() {
    return new Quantity("ms_" + key, "ms", "time of the work");
  }
}
