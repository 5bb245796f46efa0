package thaw.course.initorder;

/** Is initialised before its subclass. */
class Superclass {
  static final String STEP = Steps.work("superclass");
}
