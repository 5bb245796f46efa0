package thaw.course.lambdagarbage;

/** An object that reads its int fields from a wire, in each of the ways that are compared. */
public interface WireReadable {
  /** A method reference for each field, all in one method: each captures the object. */
  void capturing(Wire wire);

  /** The same in two methods of half the fields. */
  void split(Wire wire);

  /** A method reference for each field that captures nothing, and the object beside it. */
  void nonCapturing(Wire wire);

  /** An anonymous class for each field: each captures the object. */
  void anonymous(Wire wire);

  void write(Wire wire);
}
