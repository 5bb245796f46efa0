package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.files.WholeFile;
import thaw.function.packaging.BuildFiles;

/** The JDK's own HTTP client for all clients of a module, and no other in its package. */
public final class LightHttpClient {
  private static final String LIGHT =
      "software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient";

  /** Artifacts of clients that are slower to start. */
  private static final List<String> HEAVY =
      List.of("apache-client", "apache5-client", "netty-nio-client");

  private static final Pattern SDK_CORE = Pattern.compile("sdk-core-(\\d.*)\\.jar");

  private LightHttpClient() {}

  /**
   * @param root that names of files are relative to
   * @param module its folder, with its build file
   * @param libraries of the package
   */
  public static Optional<ClientBuilders.Proposal> of(
      JavaSources sources, Path root, Path module, List<Path> libraries) {
    BuilderChain.Found found = BuilderChain.in(sources);
    Optional<HeavyClients> heavy = HeavyClients.in(sources);
    boolean isFree = HttpClientObstacles.areNone(sources, found, root, module, libraries);
    if (heavy.isEmpty() || !isFree) {
      return Optional.empty();
    }
    List<TextEdit> edits = new ArrayList<>();
    Optional<String> obstacle = build(root, module, libraries, edits);
    if (obstacle.isPresent() && !has(libraries, "url-connection-client")) {
      sources.note(obstacle.get());
      return Optional.empty();
    }
    List<BuilderChain> all = found.all();
    edits.addAll(
        edits(
            sources,
            heavy.get(),
            all.stream().filter(chain -> !chain.calls(HttpClientObstacles.GIVEN)).toList()));
    if (edits.isEmpty()) {
      sources.note(obstacle.orElse("the clients and the build file have all of it"));
      return Optional.empty();
    }
    return Optional.of(ClientBuilders.proposal(sources, all.getFirst(), edits));
  }

  private static List<TextEdit> edits(
      JavaSources sources, HeavyClients heavy, List<BuilderChain> bare) {
    List<TextEdit> edits = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      List<BuilderChain> chains = bare.stream().filter(each -> each.unit() == unit).toList();
      if (chains.isEmpty() && !heavy.units().contains(unit)) {
        continue;
      }
      FileRewrite rewrite = new FileRewrite(sources.file(unit), JavaSources.text(unit));
      Imports imports = new Imports(sources, unit);
      String light = imports.named(LIGHT);
      for (BuilderChain chain : chains) {
        new ChainSettings(sources, chain)
            .writeTo(rewrite, List.of(".httpClientBuilder(" + light + ".builder())"));
      }
      heavy.writeTo(rewrite, unit, light);
      imports.writeTo(rewrite);
      edits.addAll(rewrite.edits());
    }
    return edits;
  }

  private static boolean has(List<Path> libraries, String artifact) {
    return libraries.stream()
        .anyMatch(jar -> jar.getFileName().toString().matches(artifact + "-\\d.*"));
  }

  /** Adds the edits of the build file; returns why it has no place for them, where that is so. */
  private static Optional<String> build(
      Path root, Path module, List<Path> libraries, List<TextEdit> edits) {
    Optional<Path> file = BuildFiles.ofModule(module);
    if (file.isEmpty()) {
      return Optional.of("the module has none of " + String.join(", ", BuildFiles.OF_MODULES));
    }
    String text = WholeFile.text(file.get());
    FileRewrite rewrite = new FileRewrite(root.relativize(file.get()), text);
    List<String> heavy = HEAVY.stream().filter(artifact -> has(libraries, artifact)).toList();
    Optional<String> version = version(libraries);
    Optional<String> obstacle =
        file.get().endsWith("pom.xml")
            ? HttpClientInPom.write(
                rewrite,
                text,
                parents(file.get(), root),
                new HttpClientInPom.Package(heavy, version, ModulesWithSdk.of(root)))
            : HttpClientInGradle.write(rewrite, text, heavy, version);
    if (obstacle.isEmpty()) {
      edits.addAll(rewrite.edits());
    }
    return obstacle;
  }

  /** Returns the version of the SDK in the package. */
  private static Optional<String> version(List<Path> libraries) {
    return libraries.stream()
        .map(jar -> SDK_CORE.matcher(jar.getFileName().toString()))
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** Texts of the parents that lie in the project. */
  static List<String> parents(Path pom, Path root) {
    List<String> texts = new ArrayList<>();
    Path at = pom;
    while (true) {
      Optional<XmlElement> parent =
          XmlElement.of(WholeFile.text(at)).flatMap(project -> project.at("parent"));
      if (parent.isEmpty()) {
        return texts;
      }
      String given = parent.get().at("relativePath").map(XmlElement::text).orElse("../pom.xml");
      Path above = at.resolveSibling(given).normalize();
      above = Files.isDirectory(above) ? above.resolve("pom.xml") : above;
      if (given.isEmpty()
          || !above.startsWith(root)
          || !Files.isRegularFile(above)
          || above.equals(at)) {
        return texts;
      }
      at = above;
      texts.add(WholeFile.text(at));
    }
  }
}
