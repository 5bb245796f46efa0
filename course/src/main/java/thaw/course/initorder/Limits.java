package thaw.course.initorder;

/** Whose constant is copied into who reads it: the class itself is never initialised. */
final class Limits {
  static final int MOST_PETS = 100;
  static final String STEP = Steps.work("constant");

  private Limits() {}
}
