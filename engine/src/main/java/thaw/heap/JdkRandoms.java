package thaw.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The random numbers that the JDK has for everybody: their state, and calls that take of them. */
enum JdkRandoms {
  MATH(
      "Math.random()",
      "java.lang.Math$RandomNumberGeneratorHolder",
      "randomNumberGenerator",
      "java/lang/Math.random()D"),
  THREAD_LOCAL(
      "ThreadLocalRandom",
      "java.util.concurrent.ThreadLocalRandom",
      "seeder",
      "java/util/concurrent/ThreadLocalRandom.current()"
          + "Ljava/util/concurrent/ThreadLocalRandom;"),
  SPLITTABLE(
      "new SplittableRandom()",
      "java.util.SplittableRandom",
      "defaultGen",
      "java/util/SplittableRandom.<init>()V"),
  SHUFFLE(
      "Collections.shuffle(List)",
      "java.util.Collections",
      "r",
      "java/util/Collections.shuffle(Ljava/util/List;)V");

  private final String shown;
  private final String className;
  private final String field;
  private final String call;

  JdkRandoms(String shown, String className, String field, String call) {
    this.shown = shown;
    this.className = className;
    this.field = field;
    this.call = call;
  }

  /** Returns the code that people write. */
  String shown() {
    return shown;
  }

  /** The call, as a class file has it among its constants. */
  String call() {
    return call;
  }

  /** Those that have been used or made ready in this heap, with their states. */
  static List<Used> in(Heap heap, RandomSources sources) throws BadHeapDump {
    List<Used> used = new ArrayList<>();
    for (HeapClass type : heap.classes()) {
      for (JdkRandoms each : values()) {
        if (type.loaderId() == 0 && type.name().equals(each.className)) {
          Optional<String> state = each.state(type, heap, sources);
          state.ifPresent(text -> used.add(new Used(each, text)));
        }
      }
    }
    return used;
  }

  private Optional<String> state(HeapClass type, Heap heap, RandomSources sources)
      throws BadHeapDump {
    for (HeapClass.Static each : type.statics()) {
      int object = each.name().equals(field) ? heap.find(each.bits()) : LongTable.ABSENT;
      if (object != LongTable.ABSENT) {
        return sources.content(object);
      }
    }
    return Optional.empty();
  }

  record Used(JdkRandoms what, String state) {}
}
