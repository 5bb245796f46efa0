package thaw.service.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.http.SiteRule;

/**
 * Holds the rule on web pages of other sites in ElasticMQ, before any of its routes is asked.
 *
 * <p>For the maintainer. Neither Pekko's server nor ElasticMQ lets anybody else see a request: the
 * method that binds the port makes the routes and keeps them to itself. So its class is defined
 * with one call more, in which this class wraps the routes. ElasticMQ's version is fixed by its
 * digest; one whose method looks different does not start. Only the JDK's classes, {@link
 * ServiceRule}, {@link SiteRule} and ElasticMQ's are there, and we compile without the latter,
 * hence the reflection.
 */
public final class PekkoRule {
  private static final int FORBIDDEN = 403;
  private static final String PACKAGE = "org.elasticmq.rest.sqs.";
  private static final String BUILDER = PACKAGE + "TheSQSRestServerBuilder";
  private static final String MODEL = "org.apache.pekko.http.javadsl.model.";
  private static final ClassDesc ROUTE = ClassDesc.of("scala.Function1");

  private PekkoRule() {}

  /** Has servers that are built from now on refuse what the rule refuses. */
  public static void hold() throws ReflectiveOperationException {
    ClassLoader loader = PekkoRule.class.getClassLoader();
    Class<?> neighbour = Class.forName(PACKAGE + "SQSRestServer", false, loader);
    try (InputStream bytes = loader.getResourceAsStream(BUILDER.replace('.', '/') + ".class")) {
      if (bytes == null) {
        throw new IllegalStateException(BUILDER + " is not there");
      }
      MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup())
          .defineClass(withWrappedRoutes(bytes.readAllBytes()));
    } catch (IOException e) {
      throw new IllegalStateException("could not read " + BUILDER + ": " + e, e);
    }
  }

  private static byte[] withWrappedRoutes(byte[] builder) {
    List<InvokeInstruction> wrapped = new ArrayList<>();
    ClassFile file = ClassFile.of();
    byte[] changed =
        file.transformClass(
            file.parse(builder),
            ClassTransform.transformingMethodBodies(
                method -> method.methodName().equalsString("start"),
                (code, element) -> {
                  code.with(element);
                  if (element instanceof InvokeInstruction call
                      && call.name().equalsString("concat")
                      && call.typeSymbol().returnType().equals(ROUTE)) {
                    wrapped.add(call);
                    code.invokestatic(
                        ClassDesc.of(PekkoRule.class.getName()),
                        "wrapped",
                        MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object));
                    code.checkcast(ROUTE);
                  }
                }));
    if (wrapped.size() != 1) {
      throw new IllegalStateException(BUILDER + " has not one place where routes are joined");
    }
    return changed;
  }

  /**
   * Returns a route that asks the given one only what the rule lets in. ElasticMQ calls it.
   *
   * @param route a function from the context of a request to the future of a result
   */
  public static Object wrapped(Object route) throws ReflectiveOperationException {
    Class<?> function = Class.forName(ROUTE.packageName() + "." + ROUTE.displayName());
    Method apply = function.getMethod("apply", Object.class);
    Method request =
        Class.forName("org.apache.pekko.http.scaladsl.server.RequestContext").getMethod("request");
    Method headers = Class.forName(MODEL + "HttpMessage").getMethod("getHeaders");
    Class<?> header = Class.forName(MODEL + "HttpHeader");
    Method name = header.getMethod("name");
    Method value = header.getMethod("value");
    return Proxy.newProxyInstance(
        function.getClassLoader(),
        new Class<?>[] {function},
        (_, method, arguments) -> {
          if (method.equals(apply)) {
            Iterable<?> all = (Iterable<?>) headers.invoke(request.invoke(arguments[0]));
            Optional<String> refusal =
                ServiceRule.refusal(wanted -> {
                  List<String> lines = new ArrayList<>(1);
                  for (Object each : all) {
                    if (wanted.equalsIgnoreCase((String) name.invoke(each))) {
                      lines.add((String) value.invoke(each));
                    }
                  }
                  return lines;
                });
            if (refusal.isPresent()) {
              return refused(refusal.get());
            }
          }
          return method.invoke(route, arguments);
        });
  }

  private static Object refused(String why) throws ReflectiveOperationException {
    Class<?> type = Class.forName(MODEL + "HttpResponse");
    Object response = type.getMethod("create").invoke(null);
    response = type.getMethod("withStatus", int.class).invoke(response, FORBIDDEN);
    response = type.getMethod("withEntity", String.class).invoke(response, why);
    Object result =
        Class.forName("org.apache.pekko.http.scaladsl.server.RouteResult$Complete")
            .getConstructors()[0]
            .newInstance(response);
    Object futures = Class.forName("scala.concurrent.Future$").getField("MODULE$").get(null);
    return futures.getClass().getMethod("successful", Object.class).invoke(futures, result);
  }
}
