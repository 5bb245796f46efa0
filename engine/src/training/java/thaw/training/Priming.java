package thaw.training;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * Does before a snapshot what the first request would do after it, as far as nothing of it reaches
 * beyond this process: loads classes, initialises those whose initialiser is known to be harmless,
 * and makes safe calls. The steps are lines of a file that Thaw writes; {@code docs/snapstart.md}
 * has the rules. A step that fails is reported and passed over: the snapshot is taken all the same.
 */
final class Priming {
  /** The number of times that a safe call is made, so that hot code is compiled in the snapshot. */
  static final int ROUNDS = 50;

  private static final int GARBAGE_BYTES = 4096;
  private static final long MOST_GARBAGE_BYTES = 64L << 20;

  private static byte[] garbage; // in a field, so that no compiler leaves it out

  private static final String CLIENT = UnroutedRequest.CLIENT;

  private final ClassLoader loader;
  private final Object handler;
  private final int rounds;
  private final List<String> problems = new ArrayList<>();

  private Priming(ClassLoader loader, Object handler, int rounds) {
    this.loader = loader;
    this.handler = handler;
    this.rounds = rounds;
  }

  /**
   * Does all steps.
   *
   * @param loader of the function's classes
   * @param handler the object that requests come to; null where nobody knows it
   * @param rounds how often each safe call is made
   * @return what could not be done, a line each
   */
  static List<String> of(BufferedReader steps, ClassLoader loader, Object handler, int rounds)
      throws IOException {
    Priming priming = new Priming(loader, handler, rounds);
    for (String line = steps.readLine(); line != null; line = steps.readLine()) {
      if (!line.isEmpty() && line.charAt(0) != '#') {
        priming.step(line.split(" ", 2));
      }
    }
    return priming.problems;
  }

  /**
   * Fills what is left of the young generation, until the JVM collects that. It is for a hook after
   * which nobody collects the garbage of its calls, as explicit collections are off: the first
   * request might have to wait for that. A larger rest than 64 MiB is not filled to its end, as
   * what is written gets into the snapshot.
   */
  static void collectYoung() {
    WeakReference<Object> young = new WeakReference<>(new Object());
    long left = Math.min(Runtime.getRuntime().freeMemory(), MOST_GARBAGE_BYTES); // eden is in it
    try {
      while (young.get() != null && left > 0) {
        garbage = new byte[GARBAGE_BYTES];
        left -= GARBAGE_BYTES;
      }
    } catch (OutOfMemoryError e) {
      // The heap is as full as can be, so the JVM has collected what it could.
    } finally {
      garbage = null;
    }
  }

  private void step(String[] step) {
    String what = step.length > 1 ? step[1] : "";
    try {
      switch (step[0]) {
        case "load":
          Object unused = Class.forName(what, false, loader).getDeclaredConstructors(); // links it
          break;
        case "initialise":
          Class.forName(what, true, loader);
          break;
        case "event":
          event(what);
          break;
        case "jackson":
          jackson();
          break;
        case "tls":
          tls();
          break;
        case "text":
          text();
          break;
        case "client":
          new SdkOperation(loader, rounds).call(what.split(" ", 5));
          break;
        case "request":
          new UnroutedRequest(loader, rounds).send(handler, what.split(" ", 2));
          break;
        case "container":
          Object container = new HeldContainer(loader, handler).handler();
          new UnroutedRequest(loader, rounds).send(container, what.split(" ", 2));
          break;
        case "converters":
          new SpringConverters(loader, handler).ask();
          break;
        default:
          throw new IllegalArgumentException("no such step");
      }
    } catch (InvocationTargetException e) {
      failed(step, e.getCause());
    } catch (Exception
        | LinkageError
        | AssertionError
        | StackOverflowError
        | ServiceConfigurationError e) {
      failed(step, e);
    }
  }

  /** Tells nothing of an event: it may have what is nobody's business. */
  private void failed(String[] step, Throwable why) {
    String what = step.length > 1 && !step[0].equals("event") ? step[1] : "";
    int json = what.indexOf('{');
    String told = (step[0] + " " + (json < 0 ? what : what.substring(0, json))).trim();
    problems.add(told + ": " + why);
  }

  /** Lets the runtime client read the event into the handler's own type, as before each call. */
  private void event(String json) throws Exception {
    Method handler = handler(System.getenv("_HANDLER"));
    Type[] parameters = handler.getGenericParameterTypes();
    if (parameters.length == 0 || parameters[0] == InputStream.class) {
      return;
    }
    Object in = serializer(parameters[0]);
    Object out =
        handler.getReturnType() == void.class ? in : serializer(handler.getGenericReturnType());
    Method read = NamedMethods.method(in.getClass(), "fromJson", InputStream.class);
    Method write = NamedMethods.method(out.getClass(), "toJson", Object.class, OutputStream.class);
    boolean plain =
        handler
            .getReturnType()
            .getName()
            .startsWith("com.amazonaws.services.lambda.runtime.events.");
    for (int i = 0; i < rounds; i++) {
      read.invoke(in, new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
      if (plain) {
        Object response = handler.getReturnType().getConstructor().newInstance();
        write.invoke(out, response, new ByteArrayOutputStream());
      }
    }
  }

  /** {@code example.Handler}, or {@code example.Handler::handle}. */
  private Method handler(String name) throws ReflectiveOperationException {
    int colons = name.indexOf("::");
    String method = colons < 0 ? "handleRequest" : name.substring(colons + 2);
    Class<?> type = Class.forName(colons < 0 ? name : name.substring(0, colons), false, loader);
    for (Method each : type.getMethods()) {
      if (each.getName().equals(method) && !each.isBridge()) {
        return each;
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** The one that the runtime client keeps for its calls of the handler. */
  private Object serializer(Type type) throws ReflectiveOperationException {
    Class<?> handlers = Class.forName(CLIENT + "EventHandlerLoader", true, loader);
    Class<?> platform = Class.forName(CLIENT + "EventHandlerLoader$Platform", true, loader);
    Method cached = handlers.getDeclaredMethod("getSerializerCached", platform, Type.class);
    cached.setAccessible(true);
    Object unknown = platform.getEnumConstants()[platform.getEnumConstants().length - 1];
    return cached.invoke(null, unknown, type);
  }

  /** Writes and reads collections with an ObjectMapper of its own. */
  private void jackson() throws Exception {
    Class<?> type = Class.forName("com.fasterxml.jackson.databind.ObjectMapper", true, loader);
    Object mapper = type.getConstructor().newInstance();
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a");
    value.put("number", 1);
    value.put("price", 1.5);
    value.put("list", Collections.singletonList(Collections.singletonMap("is", true)));
    Method write = type.getMethod("writeValueAsString", Object.class);
    Method read = type.getMethod("readValue", String.class, Class.class);
    for (int i = 0; i < rounds; i++) {
      read.invoke(mapper, write.invoke(mapper, value), Map.class);
    }
  }

  /** The first message of a handshake, into a buffer: what comes before there is an answer. */
  private static void tls() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 443);
    engine.setUseClientMode(true);
    engine.beginHandshake();
    ByteBuffer message = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), message);
  }

  /** Formats of the JDK. */
  private void text() {
    for (int i = 0; i < rounds; i++) {
      String text = String.format(Locale.ROOT, "%s %d %.1f", "a", i, 1.5);
      String unused = DateTimeFormatter.ISO_INSTANT.format(Instant.EPOCH);
      Pattern.compile("(\\w+) (\\d+)").matcher(text).find();
    }
  }
}
