package thaw.explanation;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import thaw.attribution.Explanation;
import thaw.attribution.ProfileSample;
import thaw.presentation.text.Text;
import thaw.recording.Frame;

/**
 * The profile as a recording of JDK Flight Recorder: a {@code jdk.ExecutionSample} for each sample,
 * with phase, cause, weight and run besides what the JDK's own have, for {@code jfr print}, JDK
 * Mission Control and IDEs. Samples of all runs lie over one another, each at the time since its
 * own process began.
 */
final class JfrFile {
  private static final String JAVA = "Java";
  private static final String NATIVE = "Native";
  private static final String KERNEL = "Kernel";

  /** As the JDK has it of native methods. */
  private static final int NO_BYTECODE = 0;

  private final JfrTypes types;
  private final Map<String, TypedValue> classes = new HashMap<>();
  private final Map<Frame, TypedValue> frames = new HashMap<>();
  private final Map<String, TypedValue> threads = new HashMap<>();
  private final Map<List<Frame>, TypedValue> stacks = new HashMap<>();

  private JfrFile(JfrTypes types) {
    this.types = types;
  }

  static void write(Explanation explanation, OutputStream out) throws IOException {
    Instant start = explanation.subject().recordedAt();
    long nanos = TimeUnit.SECONDS.toNanos(start.getEpochSecond()) + start.getNano();
    long duration =
        explanation.profile().stream().mapToLong(sample -> nanos(sample) + 1).max().orElse(1);
    try (Recording recording =
        Recordings.newRecording(
            out,
            settings ->
                settings
                    .withTimestamp(nanos)
                    .withStartTicks(JfrTypes.FIRST_TICK)
                    .withDuration(duration))) {
      JfrFile file = new JfrFile(new JfrTypes(recording));
      explanation.profile().stream()
          .sorted(Comparator.comparingDouble(ProfileSample::atMillis))
          .forEach(sample -> recording.writeEvent(file.event(sample)));
    }
  }

  private static long nanos(ProfileSample sample) {
    return Math.round(sample.atMillis() * 1_000_000);
  }

  private TypedValue event(ProfileSample sample) {
    return types.sample.asValue(event -> {
      event.putField("startTime", JfrTypes.FIRST_TICK + nanos(sample));
      event.putField("sampledThread", thread(sample.thread()));
      event.putField("stackTrace", stack(frames(sample)));
      event.putField("state", types.state);
      event.putField("phase", sample.phase().label());
      event.putField("cause", sample.cause().label());
      event.putField("weight", Math.round(sample.millis() * 1_000_000));
      event.putField("critical", sample.critical());
      event.putField("run", sample.run());
    });
  }

  private static List<Frame> frames(ProfileSample sample) {
    return sample.frames().isEmpty()
        ? List.of(new Frame.Native(sample.cause().label(), "?"))
        : sample.frames();
  }

  private TypedValue thread(String name) {
    String clean = Text.clean(name);
    return threads.computeIfAbsent(clean, _ -> types.thread(clean, threads.size() + 1L));
  }

  private TypedValue stack(List<Frame> stack) {
    return stacks.computeIfAbsent(
        stack,
        _ ->
            types.stackTrace.asValue(value -> {
              value.putField("truncated", false);
              value.putField("frames", stack.stream().map(this::frame).toArray(TypedValue[]::new));
            }));
  }

  private TypedValue frame(Frame frame) {
    TypedValue known = frames.get(frame);
    if (known == null) {
      known =
          switch (frame) {
            case Frame.Java java ->
                types.frame(
                    method(java.className(), java.method()),
                    Math.max(NO_BYTECODE, java.bci()),
                    JAVA);
            case Frame.Native code ->
                types.frame(method("[" + code.library() + "]", code.text()), NO_BYTECODE, NATIVE);
            case Frame.Kernel kernel ->
                types.frame(method("[kernel]", kernel.text()), NO_BYTECODE, KERNEL);
          };
      frames.put(frame, known);
    }
    return known;
  }

  private TypedValue method(String className, String method) {
    String clean = Text.clean(className);
    TypedValue type = classes.computeIfAbsent(clean, types::type);
    return types.method(type, Text.clean(method));
  }
}
