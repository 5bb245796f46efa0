package thaw.course.initorder;

/** A class whose constant is copied into its readers: the class itself is never initialised. */
final class Limits {
  static final int MOST_PETS = 100;
  static final String STEP = Steps.work("constant");

  private Limits() {}
}
