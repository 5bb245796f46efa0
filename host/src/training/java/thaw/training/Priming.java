package thaw.training;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
  /** Of a safe call: what is hot is compiled in the snapshot. */
  static final int ROUNDS = 50;

  private static final int CONTEXT_DEPTH = 3;
  private static final int PATIENCE_SECONDS = 5;
  private static final String CORE = "com.amazonaws.services.lambda.runtime.";
  private static final String METHODS =
      "org.springframework.web.servlet.mvc.method.annotation.";
  private static final String CLIENT = "com.amazonaws.services.lambda.runtime.api.client.";
  private static final String SDK = "software.amazon.awssdk.";

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
          client(what.split(" ", 5));
          break;
        case "request":
          request(handler, what.split(" ", 2));
          break;
        case "container":
          request(streaming(container()), what.split(" ", 2));
          break;
        case "converters":
          converters();
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
    Method read = method(in.getClass(), "fromJson", InputStream.class);
    Method write = method(out.getClass(), "toJson", Object.class, OutputStream.class);
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

  /**
   * Has a framework answer a request that is for none of the function's own routes, by the way that
   * all requests take.
   *
   * @param handler of the framework, which knows all routes
   * @param request the status of the answer, and the event
   */
  private void request(Object handler, String[] request) throws Exception {
    if (handler == null) {
      throw new IllegalStateException("it is not known which object is the handler");
    }
    Object client = clientOf(handler);
    Class<?> requests = Class.forName(CLIENT + "runtimeapi.dto.InvocationRequest", true, loader);
    Method call = method(client.getClass(), "call", requests);
    Pattern expected = Pattern.compile("\"statusCode\"\\s*:\\s*" + request[0]);
    byte[] content = request[1].getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < rounds; i++) {
      Object each = requests.getConstructor().newInstance();
      set(each, "setId", new UUID(0, i).toString());
      set(each, "setInvokedFunctionArn", "arn:aws:lambda:us-east-1:123456789012:function:primed");
      requests
          .getMethod("setDeadlineTimeInMs", long.class)
          .invoke(each, System.currentTimeMillis() + 1000L * PATIENCE_SECONDS);
      set(each, "setContent", content);
      String answer = call.invoke(client, each).toString();
      if (!expected.matcher(answer).find()) {
        throw new IllegalStateException("the answer is no " + request[0]);
      }
    }
  }

  /** What the runtime client itself makes of a handler. */
  private Object clientOf(Object handler) throws ReflectiveOperationException {
    Class<?> handlers = Class.forName(CLIENT + "EventHandlerLoader", true, loader);
    Class<?> streaming = Class.forName(CORE + "RequestStreamHandler", true, loader);
    if (streaming.isInstance(handler)) {
      return opened(handlers, "wrapRequestStreamHandler", streaming).invoke(null, handler);
    }
    Class<?> typed = Class.forName(CORE + "RequestHandler", true, loader);
    Type[] types =
        (Type[])
            opened(handlers, "findInterfaceParameters", Class.class, Class.class)
                .invoke(null, handler.getClass(), typed);
    return opened(handlers, "wrapPojoHandler", typed, Type.class, Type.class)
        .invoke(null, handler, types[0], types[1]);
  }

  private static Method opened(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }

  /** A container of aws-serverless-java-container that the handler keeps in a field. */
  private Object container() throws ReflectiveOperationException {
    Class<?> container =
        Class.forName(
            "com.amazonaws.serverless.proxy.internal.LambdaContainerHandler", false, loader);
    Class<?> type =
        Class.forName(System.getenv("_HANDLER").split("::", 2)[0], false, loader);
    for (; type != null; type = type.getSuperclass()) {
      for (Field each : type.getDeclaredFields()) {
        Object owner = Modifier.isStatic(each.getModifiers()) ? type : handler;
        if (container.isAssignableFrom(each.getType()) && owner != null) {
          each.setAccessible(true);
          Object value = each.get(owner);
          if (value != null) {
            return value;
          }
        }
      }
    }
    throw new IllegalStateException("no field of the handler has the container");
  }

  /** The container as a handler. */
  private Object streaming(Object container) throws ReflectiveOperationException {
    Class<?> streaming = Class.forName(CORE + "RequestStreamHandler", true, loader);
    Class<?> context = Class.forName(CORE + "Context", true, loader);
    Method proxy =
        container
            .getClass()
            .getMethod("proxyStream", InputStream.class, OutputStream.class, context);
    return Proxy.newProxyInstance(
        streaming.getClassLoader(),
        new Class<?>[] {streaming},
        (self, method, arguments) -> proxy.invoke(container, arguments));
  }

  /**
   * Asks Spring's converters of bodies whether they read and write what the routes take and answer
   * with: they look at the types for that, and keep what they have found.
   */
  private void converters() throws Exception {
    Object context = context();
    Class<?> mappings = Class.forName(METHODS + "RequestMappingHandlerMapping", true, loader);
    Class<?> adapters = Class.forName(METHODS + "RequestMappingHandlerAdapter", true, loader);
    Set<Class<?>> written = new LinkedHashSet<>();
    Set<Class<?>> read = new LinkedHashSet<>();
    for (Object mapping : beans(context, mappings)) {
      for (Object each :
          ((Map<?, ?>) method(mapping.getClass(), "getHandlerMethods").invoke(mapping)).values()) {
        Method route = (Method) method(each.getClass(), "getMethod").invoke(each);
        addClasses(route.getGenericReturnType(), written);
        for (Parameter parameter : route.getParameters()) {
          for (Annotation annotation : parameter.getAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals("RequestBody")) {
              addClasses(parameter.getParameterizedType(), read);
            }
          }
        }
      }
    }
    for (Object adapter : beans(context, adapters)) {
      Object converters = method(adapter.getClass(), "getMessageConverters").invoke(adapter);
      for (Object converter : (List<?>) converters) {
        ask(converter, "canWrite", written);
        ask(converter, "canRead", read);
      }
    }
  }

  private void ask(Object converter, String question, Set<Class<?>> types) throws Exception {
    Class<?> media = Class.forName("org.springframework.http.MediaType", true, loader);
    Class<?> declared =
        Class.forName("org.springframework.http.converter.HttpMessageConverter", true, loader);
    Method method = declared.getMethod(question, Class.class, media);
    for (Class<?> type : types) {
      Object unused = method.invoke(converter, type, null);
    }
  }

  private static Collection<?> beans(Object context, Class<?> type)
      throws ReflectiveOperationException {
    Method method = method(context.getClass(), "getBeansOfType", Class.class);
    return ((Map<?, ?>) method.invoke(context, type)).values();
  }

  /** With the arguments of generic types. */
  private static void addClasses(Type type, Set<Class<?>> to) {
    if (type instanceof Class && !((Class<?>) type).isPrimitive() && type != Void.class) {
      to.add((Class<?>) type);
    } else if (type instanceof ParameterizedType) {
      addClasses(((ParameterizedType) type).getRawType(), to);
      for (Type argument : ((ParameterizedType) type).getActualTypeArguments()) {
        addClasses(argument, to);
      }
    }
  }

  /** Spring's context, which the handler leads to by its fields. */
  private Object context() throws ReflectiveOperationException {
    Object found = context(handler, CONTEXT_DEPTH);
    if (found == null) {
      found = context(container(), CONTEXT_DEPTH);
    }
    if (found == null) {
      throw new IllegalStateException("no field leads to Spring's context");
    }
    return found;
  }

  private Object context(Object holder, int depth) throws ReflectiveOperationException {
    Class<?> wanted =
        Class.forName("org.springframework.context.ApplicationContext", false, loader);
    if (wanted.isInstance(holder) || holder == null || depth == 0) {
      return wanted.isInstance(holder) ? holder : null;
    }
    for (Class<?> type = holder.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().startsWith("com.amazonaws.serverless.")
          || type.getName().startsWith("org.springframework.cloud.function.")) {
        for (Field each : type.getDeclaredFields()) {
          if (!Modifier.isStatic(each.getModifiers()) && !each.getType().isPrimitive()) {
            each.setAccessible(true);
            Object found = context(each.get(holder), depth - 1);
            if (found != null) {
              return found;
            }
          }
        }
      }
    }
    return null;
  }

  /**
   * Calls a client of the AWS SDK for Java 2 that is made for this and closed again. Its endpoint
   * is a socket of this process: no request leaves it.
   *
   * @param call the client's interface, its HTTP client or a hyphen, {@code chain} or {@code
   *     constant} for its credentials, the operation, and the body of the answer
   */
  private void client(String[] call) throws Exception {
    if (leadsThroughProxy()) {
      throw new IllegalStateException("a proxy would lead it out of the process");
    }
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> serve(server, call[4]), "thaw-priming");
      thread.setDaemon(true);
      thread.start();
      Class<?> type = Class.forName(call[0], true, loader);
      Object builder = type.getMethod("builder").invoke(null);
      set(builder, "endpointOverride", URI.create("http://127.0.0.1:" + server.getLocalPort()));
      set(builder, "region", make("regions.Region", "of", "us-east-1"));
      if (call[2].equals("constant")) {
        Object keys = make("auth.credentials.AwsBasicCredentials", "create", "thaw", "thaw");
        set(
            builder,
            "credentialsProvider",
            make("auth.credentials.StaticCredentialsProvider", "create", keys));
      }
      if (!call[1].equals("-")) {
        Class<?> http = Class.forName(call[1], true, loader);
        set(builder, "httpClientBuilder", http.getMethod("builder").invoke(null));
      }
      try (AutoCloseable client =
          (AutoCloseable) method(builder.getClass(), "build").invoke(builder)) {
        Method operation = operation(type, call[3]);
        Object request = request(operation.getParameterTypes()[0]);
        for (int i = 0; i < rounds; i++) {
          Object answer = operation.invoke(client, request);
          if (answer instanceof Future) {
            ((Future<?>) answer).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
          }
          if (answer instanceof AutoCloseable) {
            ((AutoCloseable) answer).close(); // has a connection until then
          }
        }
      }
    }
  }

  /** Clients of the SDK take it from here, whatever their endpoint is. */
  private static boolean leadsThroughProxy() {
    for (String name : System.getenv().keySet()) {
      if (name.toLowerCase(Locale.ROOT).matches("(https?|all)_proxy")) {
        return true;
      }
    }
    return System.getProperty("http.proxyHost") != null
        || System.getProperty("https.proxyHost") != null
        || System.getProperty("socksProxyHost") != null;
  }

  /** The form with one parameter, a request. */
  private static Method operation(Class<?> client, String name) throws NoSuchMethodException {
    for (Method each : client.getMethods()) {
      if (each.getName().equals(name)
          && each.getParameterCount() == 1
          && each.getParameterTypes()[0].getName().endsWith("Request")) {
        return each;
      }
    }
    throw new NoSuchMethodException(client.getName() + "." + name);
  }

  /** One with a value in each member that is a text, and a key where there are such. */
  private Object request(Class<?> type) throws ReflectiveOperationException {
    Method make = type.getMethod("builder");
    Object builder = make.invoke(null);
    for (Method member : make.getReturnType().getMethods()) {
      if (member.getParameterCount() == 1 && member.getDeclaringClass() == make.getReturnType()) {
        Class<?> wanted = member.getParameterTypes()[0];
        String name = member.getName();
        if (wanted == String.class && !name.endsWith("AsString") && isFreeText(make, name)) {
          member.invoke(builder, "thaw");
        } else if (wanted == Map.class && (name.equals("key") || name.equals("item"))) {
          member.invoke(
              builder,
              Collections.singletonMap(
                  "id", make("services.dynamodb.model.AttributeValue", "fromS", "0")));
        }
      }
    }
    return method(make.getReturnType(), "build").invoke(builder);
  }

  /** Members with fixed values have a second form, which takes an enumeration. */
  private static boolean isFreeText(Method builder, String name) {
    for (Method each : builder.getReturnType().getMethods()) {
      if (each.getName().equals(name)
          && each.getParameterCount() == 1
          && each.getParameterTypes()[0].isEnum()) {
        return false;
      }
    }
    return true;
  }

  private Object make(String type, String method, Object... arguments)
      throws ReflectiveOperationException {
    for (Method each : Class.forName(SDK + type, true, loader).getMethods()) {
      if (each.getName().equals(method) && fits(each, arguments)) {
        return each.invoke(null, arguments);
      }
    }
    throw new NoSuchMethodException(type + "." + method);
  }

  private static void set(Object target, String name, Object value)
      throws ReflectiveOperationException {
    method(target.getClass(), name, value.getClass()).invoke(target, value);
  }

  /** A public method as a public type declares it, so that it may be called. */
  private static Method method(Class<?> type, String name, Class<?>... arguments)
      throws NoSuchMethodException {
    for (Method each : type.getMethods()) {
      if (each.getName().equals(name) && takes(each, arguments)) {
        each.setAccessible(true);
        return each;
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }

  private static boolean takes(Method method, Class<?>... arguments) {
    Class<?>[] wanted = method.getParameterTypes();
    boolean takes = wanted.length == arguments.length;
    for (int i = 0; takes && i < wanted.length; i++) {
      takes = wanted[i].isAssignableFrom(arguments[i]);
    }
    return takes;
  }

  private static boolean fits(Method method, Object... arguments) {
    Class<?>[] types = new Class<?>[arguments.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = arguments[i].getClass();
    }
    return takes(method, types);
  }

  /** Answers every request alike, until the socket is closed. */
  private static void serve(ServerSocket server, String body) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread thread = new Thread(() -> answer(socket, body), "thaw-priming-answers");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void answer(Socket socket, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nx-amzn-RequestId: thaw\r\n"
            + "Content-Length: "
            + content.length
            + "\r\n\r\n";
    try (Socket open = socket;
        InputStream in = new BufferedInputStream(open.getInputStream());
        OutputStream out = open.getOutputStream()) {
      while (readRequest(in)) {
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(content);
        out.flush();
      }
    } catch (IOException ended) {
      // the client has closed it
    }
  }

  /** False at the end. */
  private static boolean readRequest(InputStream in) throws IOException {
    int length = 0;
    String line = readLine(in);
    if (line.isEmpty()) {
      return false;
    }
    for (; !line.isEmpty(); line = readLine(in)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
      }
    }
    return in.readNBytes(length).length == length;
  }

  private static String readLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return new String(line.toByteArray(), StandardCharsets.US_ASCII);
  }
}
