package thaw.escape;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Flight Recorder's samples of allocations below the user's methods, each with the bytes that it
 * stands for.
 *
 * @see <a href="https://bugs.openjdk.org/browse/JDK-8257602">jdk.ObjectAllocationSample</a>
 */
record AllocationSamples(List<Sample> samples) {
  private static final String EVENT = "jdk.ObjectAllocationSample";
  private static final String COMPILED = "JIT compiled";

  AllocationSamples {
    samples = List.copyOf(samples);
  }

  /**
   * @param at the user's instruction that allocates, or calls what does
   * @param root the compiled method that it ran in, the user's instruction inlined or not; equal to
   *     its method where it was not compiled
   * @param compiled whether it ran in compiled code
   */
  record Sample(At at, MethodName root, boolean compiled, long epochMillis, long bytes) {}

  static AllocationSamples read(Path file, AnalyzedProgram program) throws IOException {
    List<Sample> samples = new ArrayList<>();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        RecordedStackTrace stack = event.getStackTrace();
        if (event.getEventType().getName().equals(EVENT) && stack != null) {
          sample(event, stack.getFrames(), program, samples);
        }
      }
    }
    return new AllocationSamples(samples);
  }

  private static void sample(
      RecordedEvent event,
      List<RecordedFrame> frames,
      AnalyzedProgram program,
      List<Sample> samples) {
    for (int i = 0; i < frames.size(); i++) {
      RecordedFrame frame = frames.get(i);
      if (frame.isJavaFrame() && program.isOwn(name(frame.getMethod()).className())) {
        int root = i;
        while (root < frames.size() - 1 && frames.get(root).getType().equals("Inlined")) {
          root++;
        }
        samples.add(
            new Sample(
                new At(name(frame.getMethod()), frame.getBytecodeIndex()),
                name(frames.get(root).getMethod()),
                frames.get(root).getType().equals(COMPILED),
                event.getStartTime().toEpochMilli(),
                event.getLong("weight")));
        return;
      }
    }
  }

  private static MethodName name(RecordedMethod method) {
    return new MethodName(
        method.getType().getName().replace('/', '.'), method.getName(), method.getDescriptor());
  }
}
