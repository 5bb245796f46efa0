package thaw.remedy.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.remedy.edit.text.FileRewrite;
import thaw.remedy.edit.text.SourceText;
import thaw.remedy.edit.text.XmlElement;

/**
 * The light HTTP client of the AWS SDK in a pom.xml, and the others excluded from the SDK's
 * artifacts that this pom names.
 */
final class HttpClientInPom {
  private static final String SDK = "software.amazon.awssdk";
  private static final String LIGHT = "url-connection-client";

  /** Each is a client, which nobody names who does not want it. */
  private static final Set<String> CLIENTS =
      Set.of("apache-client", "apache5-client", "netty-nio-client", "aws-crt-client");

  private final String text;
  private final XmlElement project;
  private final List<XmlElement> managed;
  private final List<XmlElement> direct;

  private HttpClientInPom(String text, XmlElement project, List<XmlElement> managed) {
    this.text = text;
    this.project = project;
    this.managed = managed;
    this.direct = own(project);
  }

  /**
   * @param parents texts of the poms above it that the project has
   * @param excluded artifacts
   * @return false where the pom leaves no place for it; then the rewrite is of no use
   */
  static boolean write(
      FileRewrite rewrite, String text, List<String> parents, List<String> excluded) {
    List<XmlElement> managed =
        Stream.concat(Stream.of(text), parents.stream())
            .flatMap(each -> XmlElement.of(each).stream())
            .flatMap(each -> each.at("dependencyManagement", "dependencies").stream())
            .flatMap(each -> each.all("dependency").stream())
            .toList();
    return XmlElement.of(text)
        .filter(project -> new HttpClientInPom(text, project, managed).writeTo(rewrite, excluded))
        .isPresent();
  }

  private static List<XmlElement> own(XmlElement project) {
    return project.at("dependencies").stream()
        .flatMap(each -> each.all("dependency").stream())
        .toList();
  }

  private boolean writeTo(FileRewrite rewrite, List<String> excluded) {
    if (!project.name().equals("project")
        || direct.stream().anyMatch(each -> isSdk(each) && CLIENTS.contains(artifact(each)))) {
      return false;
    }
    List<XmlElement> services =
        direct.stream()
            .filter(each -> isSdk(each) && !artifact(each).equals(LIGHT))
            .filter(each -> Set.of("", "compile", "runtime").contains(each.value("scope")))
            .toList();
    if (services.isEmpty()
        || !services.stream().allMatch(each -> exclude(rewrite, each, excluded))) {
      return false;
    }
    Optional<XmlElement> light =
        direct.stream().filter(each -> isSdk(each) && artifact(each).equals(LIGHT)).findFirst();
    if (light.isPresent()) {
      return Set.of("", "compile").contains(light.get().value("scope"));
    }
    add(rewrite, services.getLast());
    return true;
  }

  private boolean exclude(FileRewrite rewrite, XmlElement service, List<String> excluded) {
    Optional<XmlElement> own = service.at("exclusions");
    if (own.isEmpty()
        && managed.stream()
            .anyMatch(each -> isSame(each, service) && each.at("exclusions").isPresent())) {
      return false; // its own would take the place of those
    }
    List<XmlElement> there = own.map(XmlElement::children).orElse(List.of());
    List<String> missing = new ArrayList<>(excluded);
    there.stream()
        .filter(each -> Set.of(SDK, "*").contains(each.value("groupId")))
        .forEach(each ->
            missing.removeIf(artifact -> Set.of(artifact, "*").contains(each.value("artifactId"))));
    if (missing.isEmpty()) {
      return true;
    }
    Optional<Layout> layout = Layout.of(text, service);
    if (layout.isEmpty()) {
      return false;
    }
    StringBuilder added = new StringBuilder();
    missing.forEach(artifact -> added.append(layout.get().exclusion(artifact)));
    if (own.isEmpty()) {
      String inner = layout.get().inner();
      rewrite.insert(
          SourceText.lineStart(text, service.close()),
          inner + "<exclusions>\n" + added + inner + "</exclusions>\n");
      return true;
    }
    int line = SourceText.lineStart(text, own.get().close());
    boolean ownLine = text.substring(line, own.get().close()).isBlank();
    if (ownLine) {
      rewrite.insert(line, added.toString());
    }
    return ownLine;
  }

  private void add(FileRewrite rewrite, XmlElement service) {
    Layout layout = Layout.of(text, service).orElseThrow();
    String inner = layout.inner();
    String version = version(service);
    rewrite.insert(
        service.end(),
        "\n"
            + layout.outer()
            + "<dependency>\n"
            + inner
            + "<groupId>"
            + SDK
            + "</groupId>\n"
            + inner
            + "<artifactId>"
            + LIGHT
            + "</artifactId>\n"
            + (version.isEmpty() ? "" : inner + "<version>" + version + "</version>\n")
            + layout.outer()
            + "</dependency>");
  }

  /**
   * Returns the SDK's version; empty where it is managed, here or in a parent that lies elsewhere.
   */
  private String version(XmlElement service) {
    boolean isManaged =
        managed.stream()
            .anyMatch(each ->
                isSdk(each)
                    && (artifact(each).equals("bom") && each.value("scope").equals("import")
                        || artifact(each).equals(LIGHT)));
    String own = service.value("version");
    return isManaged
        ? ""
        : !own.isEmpty()
            ? own
            : managed.stream()
                .filter(each -> isSame(each, service))
                .map(each -> each.value("version"))
                .findFirst()
                .orElse("");
  }

  private static boolean isSdk(XmlElement dependency) {
    return dependency.value("groupId").equals(SDK);
  }

  private static String artifact(XmlElement dependency) {
    return dependency.value("artifactId");
  }

  private static boolean isSame(XmlElement one, XmlElement other) {
    return isSdk(one) && artifact(one).equals(artifact(other));
  }

  /**
   * The layout of somebody's dependencies: each tag on a line of its own.
   *
   * @param outer blanks before {@code <dependency>}
   * @param inner blanks before what is in it
   */
  private record Layout(String outer, String inner) {
    static Optional<Layout> of(String text, XmlElement dependency) {
      String outer = SourceText.indent(text, dependency.start());
      String inner = SourceText.indent(text, dependency.children().getFirst().start());
      int line = SourceText.lineStart(text, dependency.close());
      return inner.length() > outer.length()
              && inner.startsWith(outer)
              && text.substring(line, dependency.close()).isBlank()
          ? Optional.of(new Layout(outer, inner))
          : Optional.empty();
    }

    String exclusion(String artifact) {
      String step = inner.substring(outer.length());
      String at = inner + step;
      return at
          + "<exclusion>\n"
          + at
          + step
          + "<groupId>"
          + SDK
          + "</groupId>\n"
          + at
          + step
          + "<artifactId>"
          + artifact
          + "</artifactId>\n"
          + at
          + "</exclusion>\n";
    }
  }
}
