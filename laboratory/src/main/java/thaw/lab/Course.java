package thaw.lab;

import java.util.List;
import java.util.Optional;
import thaw.lab.classloading.ClassLoading;
import thaw.lab.engine.Lesson;
import thaw.lab.firstuse.FirstUse;
import thaw.lab.garbage.LambdaGarbage;
import thaw.lab.initorder.InitOrder;
import thaw.lab.reflection.Reflection;
import thaw.lab.storage.Storage;
import thaw.lab.storage.StorageOptions;
import thaw.lab.throttling.Throttling;

/** All lessons, in the order of the course. */
final class Course {
  private static final List<Lesson> LESSONS =
      List.of(
          new FirstUse(),
          new LambdaGarbage(),
          new Reflection(),
          new InitOrder(),
          new ClassLoading(),
          new Storage(StorageOptions.STANDARD),
          new Throttling());

  private Course() {}

  static List<Lesson> lessons() {
    return LESSONS;
  }

  static Optional<Lesson> lesson(String name) {
    return LESSONS.stream().filter(lesson -> lesson.syllabus().name().equals(name)).findFirst();
  }
}
