package thaw.course.lambdagarbage;

/** Named values one after the other, as a codec for messages has them. */
public interface Wire {
  /** The value of the next field, which must be this one. */
  ValueIn read(int field);

  /** The place of the next field's value. */
  ValueOut write(int field);

  /** To the first field. */
  void rewind();
}
