package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;

/**
 * A framework that wires objects at run time.
 *
 * @param wiring of its code what makes the objects; the rest may be in use without it
 * @param start beginnings of the names of what own code calls to start it
 */
record Container(String name, Code code, Code wiring, List<String> start) {
  static final List<Container> ALL =
      List.of(
          new Container("Guice", Code.of("com.google.inject."), List.of("com.google.inject.Guice")),
          new Container(
              "Spring",
              Code.of("org.springframework."),
              Code.of("org.springframework.beans.factory.support.", "org.springframework.boot."),
              List.of(
                  "org.springframework.boot.SpringApplication",
                  "org.springframework.context.",
                  "org.springframework.cloud.function.adapter.aws.")),
          new Container(
              "HK2",
              Code.of("org.glassfish.hk2.", "org.jvnet.hk2."),
              List.of("org.glassfish.hk2.", "org.glassfish.jersey.server.")),
          new Container("Weld", Code.of("org.jboss.weld."), List.of("org.jboss.weld.")),
          new Container(
              "OpenWebBeans",
              Code.of("org.apache.webbeans.", "org.apache.openwebbeans."),
              List.of("org.apache.webbeans.", "jakarta.enterprise.inject.se.")),
          new Container(
              "PicoContainer", Code.of("org.picocontainer."), List.of("org.picocontainer.")));

  private Container(String name, Code code, List<String> start) {
    this(name, code, code, start);
  }

  boolean isSpring() {
    return name.equals("Spring");
  }

  boolean starts(CallSite site) {
    return (site.isCall() || site.kind() == CallSite.Kind.NEW)
        && start.stream().anyMatch(site.owner()::startsWith);
  }
}
