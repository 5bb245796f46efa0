package thaw.remedy.edit;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import thaw.files.WholeFile;
import thaw.function.packaging.BuildFiles;

/** Finds what stands in the way of the light HTTP client in a module's code, and notes each. */
final class HttpClientObstacles {
  /** The methods that give a builder its HTTP client. */
  static final String GIVEN = "httpClient|httpClientBuilder";

  private static final String OTHER_MEANS = "applyMutation|plugins|addPlugin";

  /** The services without a PATCH, where the package has no jar of theirs to look at. */
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
          "software.amazon.awssdk.http.crt",
          "software.amazon.awssdk.http.nio",
          "software.amazon.awssdk.http.service.impl");

  /** Libraries that code of its own may use, and have from the SDK's clients alone. */
  private static final Map<String, String> BROUGHT =
      Map.of(
          "org.apache.http.", "httpcomponents",
          "org.apache.hc.", "httpcomponents",
          "io.netty.", "io.netty");

  /** What tests and resources say of it is left to them. */
  private static final String APACHE = "software.amazon.awssdk.http.apache";

  private final JavaSources sources;
  private final List<Path> libraries;
  private boolean isFree = true;

  private HttpClientObstacles(JavaSources sources, List<Path> libraries) {
    this.sources = sources;
    this.libraries = libraries;
  }

  /**
   * Returns whether there are none.
   *
   * @param root that names of files are relative to
   * @param module its folder
   * @param libraries of the package
   */
  static boolean areNone(
      JavaSources sources, BuilderChain.Found found, Path root, Path module, List<Path> libraries) {
    HttpClientObstacles obstacles = new HttpClientObstacles(sources, libraries);
    obstacles.look(found);
    obstacles.lookForOthers(root, module);
    return obstacles.isFree;
  }

  private void refuse(CompilationUnitTree unit, Tree at, String fact) {
    sources.note(unit, at, fact);
    isFree = false;
  }

  private void refuse(String fact) {
    sources.note(fact);
    isFree = false;
  }

  private void look(BuilderChain.Found found) {
    List<BuilderChain> all = found.all();
    if (all.isEmpty()) {
      refuse("the module's sources make no client of the AWS SDK 2");
    }
    all.forEach(this::look);
    found.open().stream()
        .filter(chain -> !staysHere(chain))
        .forEach(chain ->
            refuse(
                chain.unit(),
                chain.path().getLeaf(),
                "hands a builder of " + chain.simpleName() + " on to code that is not here"));
    if (!found.open().isEmpty()) {
      lookForGivenElsewhere(all);
    }
  }

  private void look(BuilderChain chain) {
    patch(chain)
        .ifPresent(why ->
            refuse(
                chain.unit(),
                chain.path().getLeaf(),
                "makes " + chain.simpleName() + ", " + why + ", which URLConnection cannot send"));
    for (MethodInvocationTree call : chain.calls()) {
      String name = BuilderChain.name(call);
      if (name.matches(OTHER_MEANS)) {
        refuse(chain.unit(), place(call), "sets up " + chain.simpleName() + " by " + name);
      } else if (name.matches(GIVEN) && !isKnown(chain, call)) {
        refuse(
            chain.unit(),
            place(call),
            "gives " + chain.simpleName() + " an HTTP client that is not made here");
      }
    }
  }

  /** Returns where the line of a call is, which begins where its chain does. */
  private static Tree place(MethodInvocationTree call) {
    return call.getArguments().isEmpty() ? call : call.getArguments().getFirst();
  }

  /** Returns whether the HTTP client that a chain is given is made in these sources. */
  private boolean isKnown(BuilderChain chain, MethodInvocationTree call) {
    if (call.getArguments().size() != 1) {
      return false;
    }
    ExpressionTree given = call.getArguments().getFirst();
    if (sources
        .text(chain.unit(), given)
        .matches("(?s)\\w*HttpClient\\s*\\.(builder|create)\\b.*")) {
      return true;
    }
    Element element = sources.trees().getElement(TreePath.getPath(chain.unit(), given));
    return element != null && sources.trees().getPath(element) != null;
  }

  /** Returns whether only these sources can give a builder a client that a chain begins. */
  private boolean staysHere(BuilderChain chain) {
    TreePath parent = chain.path().getParentPath();
    return switch (parent.getLeaf()) {
      case VariableTree _, AssignmentTree _, ReturnTree _, LambdaExpressionTree _ -> true;
      case MethodInvocationTree call ->
          sources.trees().getElement(new TreePath(parent, call)) instanceof ExecutableElement method
              && sources.trees().getPath(method) != null;
      default -> false;
    };
  }

  /** A builder takes one of httpClient and httpClientBuilder. */
  private void lookForGivenElsewhere(List<BuilderChain> chains) {
    Set<Tree> known = new HashSet<>();
    chains.forEach(chain -> known.addAll(chain.calls()));
    sources.calls((call, path) -> {
      if (call.getMethodSelect() instanceof MemberSelectTree select
          && select.getIdentifier().toString().matches(GIVEN)
          && !known.contains(call)) {
        refuse(
            path.getCompilationUnit(),
            place(call),
            "gives an HTTP client to a builder that is made elsewhere");
      }
    });
  }

  /** URLConnection does not know PATCH, which some operations of some services are. */
  private Optional<String> patch(BuilderChain chain) {
    String service = chain.client().split("\\.")[4];
    Optional<Path> jar =
        libraries.stream()
            .filter(each -> each.getFileName().toString().matches(service + "-\\d.*\\.jar"))
            .filter(Files::isRegularFile)
            .findFirst();
    if (jar.isPresent()) {
      return hasPatch(jar.get()) ? Optional.of("which has operations by PATCH") : Optional.empty();
    }
    return SERVED.contains(service)
        ? Optional.empty()
        : Optional.of("which may have operations by PATCH");
  }

  private static boolean hasPatch(Path jar) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.getName().endsWith("Marshaller.class")) {
          try (InputStream in = zip.getInputStream(entry)) {
            if (new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains("PATCH")) {
              return true;
            }
          }
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + jar, e);
    }
  }

  private void lookForOthers(Path root, Path module) {
    String build = BuildFiles.ofModule(module).map(WholeFile::text).orElse("");
    List<String> brought =
        BROUGHT.entrySet().stream()
            .filter(each -> !build.contains(each.getValue()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    List<String> ofSources = Stream.concat(OF_OTHERS.stream(), brought.stream()).toList();
    for (CompilationUnitTree unit : sources.units()) {
      lookFor(ofSources, sources.file(unit), JavaSources.text(unit));
    }
    List<String> names = Stream.concat(ofSources.stream(), Stream.of(APACHE)).toList();
    for (String folder : List.of("src/test/java", "src/main/resources", "src/test/resources")) {
      if (Files.isDirectory(module.resolve(folder))) {
        try (Stream<Path> files = Files.walk(module.resolve(folder))) {
          files
              .filter(Files::isRegularFile)
              .sorted()
              // Whatever it is: the names that are looked for are ASCII.
              .forEach(file ->
                  lookFor(
                      names,
                      root.relativize(file),
                      WholeFile.text(file, StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
          throw new UncheckedIOException("could not read " + module.resolve(folder), e);
        }
      }
    }
  }

  private void lookFor(List<String> names, Path file, String text) {
    names.stream()
        .filter(text::contains)
        .findFirst()
        .ifPresent(name ->
            refuse(
                file
                    + ":"
                    + SourceText.line(text, text.indexOf(name))
                    + (BROUGHT.containsKey(name)
                            ? " uses %s, which the build may have from the SDK's HTTP client alone"
                            : " names another HTTP client (%s)")
                        .formatted(name.replaceAll("\\.$", ""))));
  }
}
