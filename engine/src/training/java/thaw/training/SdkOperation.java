package thaw.training;

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A call of a client of the AWS SDK for Java 2 that does not leave the process. */
final class SdkOperation {
  private static final String SDK = "software.amazon.awssdk.";

  private final ClassLoader loader;
  private final int rounds;

  SdkOperation(ClassLoader loader, int rounds) {
    this.loader = loader;
    this.rounds = rounds;
  }

  /**
   * Calls a client of the AWS SDK for Java 2 that is made for this and closed again. Its endpoint
   * is a socket of this process: no request leaves it.
   *
   * @param call the client's interface, its HTTP client or a hyphen, {@code chain} or {@code
   *     constant} for its credentials, the operation, and the body of the answer
   */
  void call(String[] call) throws Exception {
    if (leadsThroughProxy()) {
      throw new IllegalStateException("a proxy would lead it out of the process");
    }
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      LoopbackAnswers.start(server, call[4]);
      Class<?> type = Class.forName(call[0], true, loader);
      Object builder = type.getMethod("builder").invoke(null);
      NamedMethods.set(builder, "endpointOverride", URI.create("http://127.0.0.1:" + server.getLocalPort()));
      NamedMethods.set(builder, "region", make("regions.Region", "of", "us-east-1"));
      if (call[2].equals("constant")) {
        Object keys = make("auth.credentials.AwsBasicCredentials", "create", "thaw", "thaw");
        NamedMethods.set(
            builder,
            "credentialsProvider",
            make("auth.credentials.StaticCredentialsProvider", "create", keys));
      }
      if (!call[1].equals("-")) {
        Class<?> http = Class.forName(call[1], true, loader);
        NamedMethods.set(builder, "httpClientBuilder", http.getMethod("builder").invoke(null));
      }
      try (AutoCloseable client =
          (AutoCloseable) NamedMethods.method(builder.getClass(), "build").invoke(builder)) {
        Method operation = operation(type, call[3]);
        Object request = request(operation.getParameterTypes()[0]);
        for (int i = 0; i < rounds; i++) {
          Object answer = operation.invoke(client, request);
          if (answer instanceof Future) {
            ((Future<?>) answer).get(LoopbackAnswers.PATIENCE_SECONDS, TimeUnit.SECONDS);
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
          member.invoke(builder, Collections.singletonMap("id", attribute("0")));
        }
      }
    }
    return NamedMethods.method(make.getReturnType(), "build").invoke(builder);
  }

  /** By its builder, which all versions have. */
  private Object attribute(String text) throws ReflectiveOperationException {
    Object builder = make("services.dynamodb.model.AttributeValue", "builder");
    NamedMethods.set(builder, "s", text);
    return NamedMethods.method(builder.getClass(), "build").invoke(builder);
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
      if (each.getName().equals(method) && NamedMethods.fits(each, arguments)) {
        return each.invoke(null, arguments);
      }
    }
    throw new NoSuchMethodException(type + "." + method);
  }
}
