package thaw.course.initorder;

/** Is initialised when its field is read, and not because a class implements it. */
interface WithoutDefaultMethod {
  String STEP = Steps.work("interface-without-default");

  String name();
}
