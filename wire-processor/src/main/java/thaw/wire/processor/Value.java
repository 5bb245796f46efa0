package thaw.wire.processor;

/**
 * Describes how a property is written and read.
 *
 * @param method of the wire
 * @param argument after field and value, or nothing
 * @param unwrap a method of the shape that makes the wire's value of the property's; or nothing
 * @param wrap code before the wire's value that makes the property's of it, which ends with an open
 *     parenthesis; or nothing
 * @param cast of values to the type that the shape has, for types with wildcards; or nothing
 * @param back the cast of what is read; or nothing
 * @param zero what is given when there is no object yet
 * @param keeps whether a null that is read keeps the value: a primitive with a shape of somebody's
 */
record Value(
    String method,
    String argument,
    String unwrap,
    String wrap,
    String cast,
    String back,
    String zero,
    boolean keeps) {

  static Value direct(String method, String zero) {
    return new Value(method, "", "", "", "", "", zero, false);
  }

  Value with(String newArgument) {
    return new Value(method, newArgument, unwrap, wrap, cast, back, zero, keeps);
  }

  Value wrapped(String newUnwrap, String newWrap) {
    return new Value(method, argument, newUnwrap, newWrap, cast, back, zero, keeps);
  }

  Value casting(String newCast, String newBack) {
    return new Value(method, argument, unwrap, wrap, newCast, newBack, zero, keeps);
  }

  Value keeping(String newZero) {
    return new Value(method, argument, unwrap, wrap, cast, back, newZero, true);
  }

  /** The call that writes a value, or reads it and keeps the given one when it is missing. */
  String call(String field, String value) {
    String given = unwrap.isEmpty() ? cast + value : cast + unwrap + "(" + value + ")";
    return "w."
        + method
        + "("
        + before(field)
        + given
        + (argument.isEmpty() ? "" : ", " + argument)
        + ")";
  }

  /** The expression that reads it. */
  String read(String field, String value) {
    String call = back + call(field, value);
    return keeps ? "or(" + call + ", " + value + ")" : wrap.isEmpty() ? call : wrap + call + ")";
  }

  /** The same for an object that does not exist yet. */
  String readNew(String field) {
    String call =
        "w."
            + method
            + "("
            + before(field)
            + zero
            + (argument.isEmpty() ? "" : ", " + argument)
            + ")";
    return keeps
        ? "or(" + back + call + ", " + zero + ")"
        : wrap.isEmpty() ? back + call : wrap + back + call + ")";
  }

  /** The argument that is the field, if there is one. */
  private static String before(String field) {
    return field.isEmpty() ? "" : field + ", ";
  }
}
