package thaw.course.initorder;

/** Whose constants are made when the first of them is used. */
enum Kind {
  DOG;

  private final String step;

  Kind() {
    step = Steps.work("enum");
  }

  String step() {
    return step;
  }
}
