package thaw.service;

import java.lang.reflect.Field;
import java.util.Properties;
import thaw.service.process.JavaService;
import thaw.service.process.JettyRule;
import thaw.service.process.ServiceProgram;

/**
 * The main program of S3Proxy's process: its server in memory on loopback, on a port that it is
 * told, or else the kernel chooses, and that is printed. It refuses web pages of other sites, as
 * everybody can reach that port beside ours. Signatures are not checked: functions have credentials
 * of their own.
 *
 * <p>For the maintainer. S3Proxy's own {@code Main} reads a file of properties and keeps the port
 * for itself. Only the JDK's classes, S3Proxy's and few of ours are on this program's class path,
 * and we compile without the latter, hence the reflection. (Constants of other classes are compiled
 * in.)
 */
final class LoopbackS3 {
  private static final String PACKAGE = "org.gaul.s3proxy.";

  private LoopbackS3() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Properties properties = new Properties();
    int port = Integer.getInteger(ServiceProgram.FIRST_PORT, 0);
    properties.setProperty("s3proxy.endpoint", "http://127.0.0.1:" + port);
    properties.setProperty("s3proxy.authorization", "none");
    properties.setProperty("s3proxy.ignore-unknown-headers", "true");
    Class<?> builderClass = Class.forName(PACKAGE + "S3Proxy$Builder");
    Object builder =
        builderClass.getMethod("fromProperties", Properties.class).invoke(null, properties);
    Object objects =
        Class.forName(PACKAGE + "nio2blob.TransientNio2BlobStore").getConstructor().newInstance();
    builderClass
        .getMethod("blobStore", Class.forName(PACKAGE + "blobstore.BlobStore"))
        .invoke(builder, objects);
    Object server = builderClass.getMethod("build").invoke(builder);
    Field jetty = server.getClass().getDeclaredField("server");
    jetty.setAccessible(true);
    JettyRule.hold(jetty.get(server));
    server.getClass().getMethod("start").invoke(server);
    System.out.println(
        JavaService.LISTENING + server.getClass().getMethod("getPort").invoke(server));
  }
}
