package thaw.course.initorder;

/** Is initialised before a class that implements it, for the sake of its default method. */
interface WithDefaultMethod {
  String STEP = Steps.work("interface-with-default");

  default String step() {
    return STEP;
  }
}
