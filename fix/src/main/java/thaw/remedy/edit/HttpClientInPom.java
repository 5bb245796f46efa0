package thaw.remedy.edit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The light HTTP client of the AWS SDK in a pom.xml, and the others excluded from the SDK's
 * artifacts that this pom names.
 */
final class HttpClientInPom {
  private static final String SDK = "software.amazon.awssdk";
  private static final String LIGHT = "url-connection-client";

  /** Those in whose place the light one can be. */
  private static final Set<String> HEAVY =
      Set.of("apache-client", "apache5-client", "netty-nio-client");

  /** Clients that bring no service. */
  private static final Set<String> OTHERS = Set.of(LIGHT, "aws-crt-client");

  private final Path file;
  private final String text;
  private final XmlElement project;
  private final List<XmlElement> managed;
  private final List<XmlElement> direct;
  private final Package built;

  /**
   * What the build makes of the pom.
   *
   * @param excluded artifacts that are in the package and are to go
   * @param version of the SDK in the package
   * @param modules of the project through which others get the SDK
   */
  record Package(List<String> excluded, Optional<String> version, Set<String> modules) {}

  private HttpClientInPom(
      Path file, String text, XmlElement project, List<XmlElement> managed, Package built) {
    this.file = file;
    this.built = built;
    this.text = text;
    this.project = project;
    this.managed = managed;
    this.direct = own(project);
  }

  /**
   * @param parents texts of the poms above it that the project has
   * @return why the pom leaves no place for it, in which case the rewrite is of no use; empty where
   *     it is written
   */
  static Optional<String> write(
      FileRewrite rewrite, String text, List<String> parents, Package built) {
    List<XmlElement> managed =
        Stream.concat(Stream.of(text), parents.stream())
            .flatMap(each -> XmlElement.of(each).stream())
            .flatMap(each -> each.at("dependencyManagement", "dependencies").stream())
            .flatMap(each -> each.all("dependency").stream())
            .toList();
    return XmlElement.of(text)
        .map(project ->
            new HttpClientInPom(rewrite.file(), text, project, managed, built).writeTo(rewrite))
        .orElseGet(() -> Optional.of(rewrite.file() + " has a document type, or is no XML"));
  }

  private static List<XmlElement> own(XmlElement project) {
    return project.at("dependencies").stream()
        .flatMap(each -> each.all("dependency").stream())
        .toList();
  }

  private String at(XmlElement element, String fact) {
    return file + ":" + SourceText.line(text, element.start()) + " " + fact;
  }

  private static String scope(XmlElement dependency) {
    return "has " + artifact(dependency) + " with the scope " + dependency.value("scope");
  }

  private Optional<String> writeTo(FileRewrite rewrite) {
    List<XmlElement> named =
        direct.stream().filter(each -> isSdk(each) && HEAVY.contains(artifact(each))).toList();
    if (!project.name().equals("project")) {
      return Optional.of(file + " is no project");
    }
    for (XmlElement each : named) {
      if (!isPackaged(each)) {
        return Optional.of(at(each, scope(each)));
      }
    }
    List<XmlElement> services =
        direct.stream()
            .filter(this::bringsSdk)
            .filter(each -> !OTHERS.contains(artifact(each)) && !named.contains(each))
            .filter(HttpClientInPom::isPackaged)
            .toList();
    if (services.isEmpty() && named.isEmpty()) {
      return Optional.of(
          file + " has no artifact of the AWS SDK, nor a module that brings it, in its package");
    }
    for (XmlElement service : services) {
      Optional<String> obstacle = exclude(rewrite, service, built.excluded());
      if (obstacle.isPresent()) {
        return obstacle;
      }
    }
    Optional<XmlElement> light =
        direct.stream().filter(each -> isSdk(each) && artifact(each).equals(LIGHT)).findFirst();
    if (light.isPresent() && !Set.of("", "compile").contains(light.get().value("scope"))) {
      return Optional.of(at(light.get(), scope(light.get())));
    }
    boolean isThere = light.isPresent();
    for (XmlElement heavy : named) {
      Optional<String> obstacle = isThere ? remove(rewrite, heavy) : become(rewrite, heavy);
      if (obstacle.isPresent()) {
        return obstacle;
      }
      isThere = true;
    }
    if (!isThere) {
      add(rewrite, services.getLast());
    }
    return Optional.empty();
  }

  private Optional<String> remove(FileRewrite rewrite, XmlElement heavy) {
    Optional<int[]> lines = SourceText.wholeLines(text, heavy.start(), heavy.end());
    lines.ifPresent(whole -> rewrite.replace(whole[0], whole[1], ""));
    return lines.isPresent() ? Optional.empty() : Optional.of(onOneLine(heavy));
  }

  private String onOneLine(XmlElement dependency) {
    return at(
        dependency, "has " + artifact(dependency) + " with tags that have no line of their own");
  }

  /** Puts the light client in the place of one that the pom names. */
  private Optional<String> become(FileRewrite rewrite, XmlElement heavy) {
    if (!Set.of("", "compile").contains(heavy.value("scope"))) {
      return Optional.of(at(heavy, scope(heavy)));
    }
    if (heavy.value("version").isEmpty() && hasOwnManagement(heavy)) {
      return Optional.of(
          at(heavy, "has " + artifact(heavy) + ", whose version is managed for it alone"));
    }
    XmlElement artifact = heavy.at("artifactId").orElseThrow();
    rewrite.replace(artifact.open(), artifact.close(), LIGHT);
    return Optional.empty();
  }

  /** Returns whether a version is managed for it alone: the light client has none then. */
  private boolean hasOwnManagement(XmlElement heavy) {
    return managed.stream().anyMatch(each -> isSame(each, heavy))
        && managed.stream()
            .noneMatch(each -> isSdk(each) && Set.of("bom", LIGHT).contains(artifact(each)));
  }

  private boolean bringsSdk(XmlElement dependency) {
    return isSdk(dependency) || built.modules().contains(artifact(dependency));
  }

  private static boolean isPackaged(XmlElement dependency) {
    return Set.of("", "compile", "runtime").contains(dependency.value("scope"));
  }

  private Optional<String> exclude(FileRewrite rewrite, XmlElement service, List<String> excluded) {
    Optional<XmlElement> own = service.at("exclusions");
    if (own.isEmpty()
        && managed.stream()
            .anyMatch(each -> isSame(each, service) && each.at("exclusions").isPresent())) {
      return Optional.of(
          at(service, "has " + artifact(service) + ", whose exclusions are managed"));
    }
    List<XmlElement> there = own.map(XmlElement::children).orElse(List.of());
    List<String> missing = new ArrayList<>(excluded);
    there.stream()
        .filter(each -> Set.of(SDK, "*").contains(each.value("groupId")))
        .forEach(each ->
            missing.removeIf(artifact -> Set.of(artifact, "*").contains(each.value("artifactId"))));
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    Optional<Layout> layout = Layout.of(text, service);
    if (layout.isEmpty()) {
      return Optional.of(onOneLine(service));
    }
    StringBuilder added = new StringBuilder();
    missing.forEach(artifact -> added.append(layout.get().exclusion(artifact)));
    if (own.isEmpty()) {
      String inner = layout.get().inner();
      rewrite.insert(
          SourceText.lineStart(text, service.close()),
          inner + "<exclusions>\n" + added + inner + "</exclusions>\n");
      return Optional.empty();
    }
    int line = SourceText.lineStart(text, own.get().close());
    boolean ownLine = text.substring(line, own.get().close()).isBlank();
    if (ownLine) {
      rewrite.insert(line, added.toString());
    }
    return ownLine ? Optional.empty() : Optional.of(onOneLine(service));
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
    String own = isSdk(service) ? service.value("version") : "";
    return isManaged
        ? ""
        : !own.isEmpty()
            ? own
            : managed.stream()
                .filter(each -> isSame(each, service))
                .map(each -> each.value("version"))
                .findFirst()
                .orElseGet(() -> isSdk(service) ? "" : built.version().orElse(""));
  }

  private static boolean isSdk(XmlElement dependency) {
    return dependency.value("groupId").equals(SDK);
  }

  private static String artifact(XmlElement dependency) {
    return dependency.value("artifactId");
  }

  private static boolean isSame(XmlElement one, XmlElement other) {
    return one.value("groupId").equals(other.value("groupId"))
        && artifact(one).equals(artifact(other));
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
