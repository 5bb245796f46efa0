package thaw.course.initorder;

/** A class that the handler's class names, and only a request uses. */
final class Rules {
  static final String STEP = Steps.work("other-class");

  private Rules() {}
}
