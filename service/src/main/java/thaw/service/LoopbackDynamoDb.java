package thaw.service;

import java.lang.reflect.Field;
import thaw.service.process.JavaService;
import thaw.service.process.JettyRule;
import thaw.service.process.ServiceProgram;

/**
 * The main program of DynamoDB Local's process: what DynamoDB Local's own does, but it listens on
 * loopback only, on a port that it is told, or else the kernel chooses, and that is printed, and
 * refuses web pages of other sites.
 *
 * <p>For the maintainer. {@code ServerRunner} listens on all interfaces and knows no option against
 * it: the tables would be open to the network. Its Jetty server is reachable between creation and
 * start, in one private field. Only the JDK's classes, DynamoDB Local's and few of ours are on this
 * program's class path, and we compile without the latter, hence the reflection. (Constants of
 * other classes are compiled in.)
 */
final class LoopbackDynamoDb {
  private static final String RUNNER = "com.amazonaws.services.dynamodbv2.local.main.ServerRunner";

  private LoopbackDynamoDb() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Object proxy =
        Class.forName(RUNNER)
            .getMethod("createServerFromCommandLineArgs", String[].class)
            .invoke(null, (Object) arguments);
    Field field = proxy.getClass().getDeclaredField("server");
    field.setAccessible(true);
    Object jetty = field.get(proxy);
    Object connector = ((Object[]) jetty.getClass().getMethod("getConnectors").invoke(jetty))[0];
    Class<?> connectorClass = connector.getClass();
    connectorClass.getMethod("setHost", String.class).invoke(connector, "127.0.0.1");
    connectorClass
        .getMethod("setPort", int.class)
        .invoke(connector, Integer.getInteger(ServiceProgram.FIRST_PORT, 0));
    JettyRule.hold(jetty);
    proxy.getClass().getMethod("safeStart").invoke(proxy);
    Object port = connectorClass.getMethod("getLocalPort").invoke(connector);
    System.out.println(JavaService.LISTENING + port);
  }
}
