package thaw.explanation;

import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypedField;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import org.openjdk.jmc.flightrecorder.writer.api.Types;
import org.openjdk.jmc.flightrecorder.writer.api.Types.Builtin;

/**
 * The JDK's own types of a recording, as its {@code metadata.xml} has them, and values of them.
 *
 * <p>The library's are not used: in those a stack's frames are references to a constant pool, which
 * the JDK's reader takes for the frames themselves and fails on.
 */
final class JfrTypes {
  /** The library takes 0 for "not set". */
  static final long FIRST_TICK = 1;

  private static final Builtin STRING = Builtin.STRING;

  /**
   * No sample knows its line. The JDK takes a byte for none, and {@code -1} as an int would be half
   * of each frame, as a negative number takes five bytes.
   */
  private static final byte NO_LINE = 0;

  final Type sample;
  final Type stackTrace;
  final TypedValue state;

  private final Type symbol;
  private final Type classType;
  private final Type method;
  private final Type frameType;
  private final Type frame;
  private final Type thread;
  private final Map<String, TypedValue> frameTypes = new HashMap<>();

  JfrTypes(Recording recording) {
    Types types = recording.getTypes();
    symbol = types.getOrAdd("jdk.types.Symbol", null, true, b -> b.addField("string", STRING));
    classType = types.getOrAdd("java.lang.Class", null, true, b -> b.addField("name", symbol));
    method =
        types.getOrAdd(
            "jdk.types.Method",
            null,
            true,
            b ->
                b.addField("type", classType)
                    .addField("name", symbol)
                    .addField("descriptor", symbol)
                    .addField("modifiers", Builtin.INT)
                    .addField("hidden", Builtin.BOOLEAN));
    frameType =
        types.getOrAdd("jdk.types.FrameType", null, true, b -> b.addField("description", STRING));
    frame =
        types.getOrAdd(
            "jdk.types.StackFrame",
            null,
            false,
            b ->
                b.addField("method", method)
                    .addField("lineNumber", Builtin.BYTE)
                    .addField("bytecodeIndex", Builtin.INT)
                    .addField("type", frameType));
    TypedField frames = types.fieldBuilder("frames", frame).asArray().build();
    stackTrace =
        types.getOrAdd(
            "jdk.types.StackTrace",
            null,
            true,
            b -> b.addField("truncated", Builtin.BOOLEAN).addField(frames));
    thread =
        types.getOrAdd(
            "java.lang.Thread",
            null,
            true,
            b ->
                b.addField("osName", STRING)
                    .addField("osThreadId", Builtin.LONG)
                    .addField("javaName", STRING)
                    .addField("javaThreadId", Builtin.LONG));
    Type states =
        types.getOrAdd("jdk.types.ThreadState", null, true, b -> b.addField("name", STRING));
    state = states.asValue(value -> value.putField("name", "STATE_RUNNABLE"));
    sample = sample(recording, states);
  }

  private Type sample(Recording recording, Type states) {
    Type timestamp =
        recording.registerAnnotationType("jdk.jfr.Timestamp", b -> b.addField("value", STRING));
    Type timespan =
        recording.registerAnnotationType("jdk.jfr.Timespan", b -> b.addField("value", STRING));
    return recording.registerType(
        "jdk.ExecutionSample",
        "jdk.jfr.Event",
        b ->
            b.addField("startTime", Builtin.LONG, field -> field.addAnnotation(timestamp, "TICKS"))
                .addField("sampledThread", thread)
                .addField("stackTrace", stackTrace)
                .addField("state", states)
                .addField("phase", STRING)
                .addField("cause", STRING)
                .addField(
                    "weight", Builtin.LONG, field -> field.addAnnotation(timespan, "NANOSECONDS"))
                .addField("critical", Builtin.BOOLEAN)
                .addField("run", Builtin.INT));
  }

  /**
   * @param name binary
   */
  TypedValue type(String name) {
    return classType.asValue(value -> value.putField("name", symbol(name.replace('.', '/'))));
  }

  TypedValue method(TypedValue type, String name) {
    return method.asValue(value -> {
      value.putField("type", type);
      value.putField("name", symbol(name));
      value.putField("descriptor", symbol("()V"));
      value.putField("modifiers", 0);
      value.putField("hidden", false);
    });
  }

  TypedValue frame(TypedValue method, int bci, String kind) {
    TypedValue type =
        frameTypes.computeIfAbsent(
            kind, _ -> frameType.asValue(value -> value.putField("description", kind)));
    return frame.asValue(value -> {
      value.putField("method", method);
      value.putField("lineNumber", NO_LINE);
      value.putField("bytecodeIndex", bci);
      value.putField("type", type);
    });
  }

  TypedValue thread(String name, long number) {
    return thread.asValue(value -> {
      value.putField("osName", name);
      value.putField("osThreadId", number);
      value.putField("javaName", name);
      value.putField("javaThreadId", number);
    });
  }

  private TypedValue symbol(String text) {
    return symbol.asValue(value -> value.putField("string", text));
  }
}
