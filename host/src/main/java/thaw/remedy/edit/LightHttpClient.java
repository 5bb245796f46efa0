package thaw.remedy.edit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.remedy.edit.text.FileRewrite;
import thaw.remedy.edit.text.TextEdit;
import thaw.remedy.edit.text.XmlElement;

/** The JDK's own HTTP client for all clients of a module, and no other in its package. */
public final class LightHttpClient {
  private static final String LIGHT =
      "software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient";

  /** Artifacts of clients that are slower to start. */
  private static final List<String> HEAVY =
      List.of("apache-client", "apache5-client", "netty-nio-client");

  /** No operation of theirs is a PATCH, which URLConnection does not know. */
  private static final Set<String> SERVED =
      Set.of(
          "cloudwatch",
          "dynamodb",
          "eventbridge",
          "kinesis",
          "kms",
          "lambda",
          "s3",
          "secretsmanager",
          "ses",
          "sesv2",
          "sfn",
          "sns",
          "sqs",
          "ssm",
          "sts");

  /** The names that show the use of another HTTP client, or of one that does not block. */
  private static final List<String> OF_OTHERS =
      List.of(
          "AsyncClient",
          "software.amazon.awssdk.http.apache",
          "software.amazon.awssdk.http.nio",
          "software.amazon.awssdk.http.service.impl",
          "org.apache.http.",
          "org.apache.hc.",
          "io.netty.");

  private LightHttpClient() {}

  /**
   * @param root that names of files are relative to
   * @param module its folder, with its pom.xml
   * @param libraries of the package
   */
  public static Optional<ClientBuilders.Proposal> of(
      JavaSources sources, Path root, Path module, List<Path> libraries) {
    BuilderChain.Found found = BuilderChain.in(sources);
    boolean fits =
        !found.chains().isEmpty()
            && found.loose().isEmpty()
            && found.chains().stream().allMatch(LightHttpClient::takesLight)
            && sources.units().stream()
                .map(JavaSources::text)
                .noneMatch(LightHttpClient::namesOther)
            && others(module).stream().noneMatch(LightHttpClient::namesOther);
    if (!fits) {
      HttpClientObstacles.note(
          sources, found, LightHttpClient::takesLight, LightHttpClient::namesOther, others(module));
      return Optional.empty();
    }
    List<TextEdit> edits = new ArrayList<>();
    Optional<FileRewrite> pom = pom(root, module, libraries);
    if (pom.isEmpty() && !has(libraries, "url-connection-client")) {
      HttpClientObstacles.notePom(sources, root, module);
      return Optional.empty();
    }
    pom.ifPresent(rewrite -> edits.addAll(rewrite.edits()));
    edits.addAll(
        ClientBuilders.edits(
            sources,
            found.chains(),
            imports -> List.of(".httpClientBuilder(" + imports.named(LIGHT) + ".builder())")));
    return Optional.of(ClientBuilders.proposal(sources, found.chains().getFirst(), edits));
  }

  private static boolean takesLight(BuilderChain chain) {
    String[] packages = chain.client().split("\\.");
    return SERVED.contains(packages[4])
        && !chain.calls("httpClient.*|applyMutation|plugins|addPlugin");
  }

  private static boolean namesOther(String text) {
    return OF_OTHERS.stream().anyMatch(text::contains);
  }

  private static boolean has(List<Path> libraries, String artifact) {
    return libraries.stream()
        .anyMatch(jar -> jar.getFileName().toString().matches(artifact + "-\\d.*"));
  }

  private static Optional<FileRewrite> pom(Path root, Path module, List<Path> libraries) {
    Path file = module.resolve("pom.xml");
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    String text = WholeFile.text(file);
    FileRewrite rewrite = new FileRewrite(root.relativize(file), text);
    List<String> heavy = HEAVY.stream().filter(artifact -> has(libraries, artifact)).toList();
    return HttpClientInPom.write(rewrite, text, parents(file, root), heavy)
        ? Optional.of(rewrite)
        : Optional.empty();
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

  /** Tests and resources: they may name a client, too. */
  private static List<String> others(Path module) {
    List<String> texts = new ArrayList<>();
    for (String folder : List.of("src/test/java", "src/main/resources", "src/test/resources")) {
      if (Files.isDirectory(module.resolve(folder))) {
        try (Stream<Path> files = Files.walk(module.resolve(folder))) {
          files
              .filter(Files::isRegularFile)
              // Whatever it is: the names that are looked for are ASCII.
              .map(file -> WholeFile.text(file, StandardCharsets.ISO_8859_1))
              .forEach(texts::add);
        } catch (IOException e) {
          throw new UncheckedIOException("could not read " + module.resolve(folder), e);
        }
      }
    }
    return texts;
  }
}
