package thaw.wire.processor;

/**
 * Code that gives a shape.
 *
 * @param code of the expression
 * @param place where it may be evaluated
 * @param name whether it is only a name, which costs nothing to repeat
 */
record Expr(String code, Place place, boolean name) {
  /**
   * Tells where an expression may be evaluated. That the initialisation of a shape's class never
   * begins that of another shape's is what keeps two threads from waiting for each other there.
   */
  enum Place {
    /** The initialisation of the shape's class: the expression names nothing of other shapes. */
    CLASS,
    /** The initialisation of a class inside the shape's that only has expressions of this place. */
    OTHERS,
    /** The constructor of the shape: the expression has to do with parameters of the type. */
    INSTANCE;

    Place and(Place other) {
      return compareTo(other) > 0 ? this : other;
    }
  }

  /** A constant of thaw.wire. */
  static Expr constant(String code) {
    return new Expr("thaw.wire." + code, Place.CLASS, true);
  }

  static Expr constant(String shapes, String name) {
    return constant(shapes + "." + name);
  }

  /** A call with other expressions. */
  static Expr call(String callee, Place place, Expr... arguments) {
    StringBuilder code = new StringBuilder(callee).append('(');
    Place where = place;
    String before = "";
    for (Expr argument : arguments) {
      code.append(before).append(argument.code);
      where = where.and(argument.place);
      before = ", ";
    }
    return new Expr(code.append(')').toString(), where, false);
  }
}
