package thaw.course.firstuse;

/**
 * First uses that follow each other in one JVM. To load and to make it uses nothing of what is
 * measured.
 */
interface Uses {
  /** The names of the steps, in their order. */
  String[] steps();

  void use(int step) throws Exception;
}
