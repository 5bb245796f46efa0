package thaw.attribution.finding;

import java.util.List;
import java.util.regex.Pattern;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;

/**
 * A framework that wires objects at run time.
 *
 * @param wiring of its code what makes the objects; the rest may be in use without it
 * @param start beginnings of the names of what own code calls to start it
 * @param made what of those calls makes a container, as {@code Class.method}, without packages
 */
record Container(String name, Code code, Code wiring, List<String> start, Pattern made) {
  static final List<Container> ALL =
      List.of(
          new Container(
              "Guice",
              Code.of("com.google.inject."),
              List.of("com.google.inject.Guice"),
              Pattern.compile("Guice\\.createInjector")),
          new Container(
              "Spring",
              Code.of("org.springframework."),
              Code.of("org.springframework.beans.factory.support.", "org.springframework.boot."),
              List.of(
                  "org.springframework.boot.SpringApplication",
                  "org.springframework.context.",
                  "org.springframework.cloud.function.adapter.aws.",
                  "org.springframework.web.context.support.",
                  "com.amazonaws.serverless.proxy.spring."),
              Pattern.compile(
                  "SpringApplication(Builder)?\\.run|\\w+ApplicationContext\\.<init>"
                      + "|Spring(Boot)?LambdaContainerHandler\\.get\\w+ProxyHandler"
                      + "|Spring(Boot)?ProxyHandlerBuilder\\.(build|initialize)\\w*"
                      + "|FunctionInvoker\\.<init>")),
          new Container(
              "HK2",
              Code.of("org.glassfish.hk2.", "org.jvnet.hk2."),
              List.of("org.glassfish.hk2.", "org.glassfish.jersey.server."),
              Pattern.compile(
                  "ServiceLocatorUtilities\\.(bind|create\\w+)|ApplicationHandler\\.<init>")),
          new Container(
              "Weld",
              Code.of("org.jboss.weld."),
              List.of("org.jboss.weld.", "jakarta.enterprise.inject.se."),
              Pattern.compile("(Weld|SeContainerInitializer)\\.initialize")),
          new Container(
              "OpenWebBeans",
              Code.of("org.apache.webbeans.", "org.apache.openwebbeans."),
              List.of("org.apache.webbeans.", "jakarta.enterprise.inject.se."),
              Pattern.compile("SeContainerInitializer\\.initialize")),
          new Container(
              "PicoContainer",
              Code.of("org.picocontainer."),
              List.of("org.picocontainer."),
              Pattern.compile("\\w*PicoContainer\\.<init>|PicoBuilder\\.build")));

  private Container(String name, Code code, List<String> start, Pattern made) {
    this(name, code, code, start, made);
  }

  boolean isSpring() {
    return name.equals("Spring");
  }

  boolean starts(CallSite site) {
    return (site.isCall() || site.kind() == CallSite.Kind.NEW)
        && start.stream().anyMatch(site.owner()::startsWith);
  }

  /** Returns whether the call makes a new container. */
  boolean isMadeBy(CallSite site) {
    return site.isCall()
        && starts(site)
        && made.matcher(site.simpleOwner() + "." + site.name()).matches();
  }
}
