package thaw.service;

import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import thaw.service.process.JavaService;
import thaw.service.process.PekkoRule;
import thaw.service.process.ServiceProgram;

/**
 * The main program of ElasticMQ's process: its broker with two addresses on loopback, on ports that
 * it is told, or else the kernel chooses, and that are printed. The first one gives queues URLs
 * with the host and port by which it was called, the second one URLs as on AWS: it is for those who
 * come to it through TLS, as they would look for the former without. Both refuse web pages of other
 * sites.
 *
 * <p>For the maintainer. ElasticMQ's own {@code Main} has one address and lets the kernel choose no
 * port. Only the JDK's classes, ElasticMQ's and few of ours are on this program's class path, and
 * we compile without the latter, hence the reflection. (Constants of other classes are compiled
 * in.)
 */
final class LoopbackSqs {
  private static final String PACKAGE = "org.elasticmq.rest.sqs.";

  private LoopbackSqs() {}

  /**
   * @param arguments region, account, host in the URLs of queues
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    PekkoRule.hold();
    Object system =
        Class.forName("org.apache.pekko.actor.ActorSystem")
            .getMethod("create", String.class)
            .invoke(null, "elasticmq");
    Object queues = queues(system);
    int plain = open(system, queues, arguments, address("http", "*", 0), 0);
    int secure = open(system, queues, arguments, address("https", arguments[2], 443), 1);
    System.out.println(JavaService.LISTENING + plain + " " + secure);
  }

  private static Object queues(Object system) throws ReflectiveOperationException {
    Class<?> manager = Class.forName("org.elasticmq.actor.QueueManagerActor");
    Object now = Class.forName("org.elasticmq.util.NowProvider").getConstructor().newInstance();
    Object limits = module("org.elasticmq.StrictSQSLimits$");
    Class<?> props = Class.forName("org.apache.pekko.actor.Props");
    Object made =
        props
            .getMethod("create", Class.class, Object[].class)
            .invoke(null, manager, new Object[] {now, limits, module("scala.None$")});
    return Class.forName("org.apache.pekko.actor.ActorRefFactory")
        .getMethod("actorOf", props)
        .invoke(system, made);
  }

  private static Object module(String name) throws ReflectiveOperationException {
    return Class.forName(name).getField("MODULE$").get(null);
  }

  /** The address that queues seem to have; of a host {@code *} the one that was called. */
  private static Object address(String protocol, String host, int port)
      throws ReflectiveOperationException {
    return Class.forName("org.elasticmq.NodeAddress")
        .getConstructor(String.class, String.class, int.class, String.class)
        .newInstance(protocol, host, port, "");
  }

  private static int open(
      Object system, Object queues, String[] arguments, Object address, int number)
      throws ReflectiveOperationException {
    Object builder = module(PACKAGE + "SQSRestServerBuilder$");
    builder = with(builder, "withActorSystem", system);
    builder = with(builder, "withQueueManagerActor", queues);
    builder = with(builder, "withInterface", "127.0.0.1");
    builder = with(builder, "withPort", Integer.getInteger(ServiceProgram.PORT + number, 0));
    builder = with(builder, "withServerAddress", address);
    builder = with(builder, "withAWSRegion", arguments[0]);
    builder = with(builder, "withAWSAccountId", arguments[1]);
    Object server = with(builder, "start");
    Object binding = with(server, "waitUntilStarted");
    return ((InetSocketAddress) with(binding, "localAddress")).getPort();
  }

  private static Object with(Object target, String name, Object... values)
      throws ReflectiveOperationException {
    for (Method method : target.getClass().getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == values.length) {
        return method.invoke(target, values);
      }
    }
    throw new NoSuchMethodException(target.getClass() + "." + name);
  }
}
