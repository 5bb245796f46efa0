package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Settings that the builders of a module's clients are not given, and which are known. */
public final class ClientBuilders {
  private static final String REGION = "software.amazon.awssdk.regions.Region";
  private static final String CREDENTIALS =
      "software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider";

  /** A configuration whose parts are to be seen. */
  private static final Pattern SEEN = Pattern.compile("->|builder\\(\\)");

  private static final Pattern SET_ELSEWHERE = Pattern.compile("System\\.setProperty|aws\\.region");

  private static final Pattern PROFILE = Pattern.compile("(?i)profile");

  /** Searches variables, files and hosts; on Lambda it finds the variables. */
  private static final String SEARCH = "DefaultCredentialsProvider";

  private static final String SEARCH_TYPE = "software.amazon.awssdk.auth.credentials." + SEARCH;

  /** A search that names no profile. */
  private static final Pattern SEARCHED =
      Pattern.compile(
          "(software\\.amazon\\.awssdk\\.auth\\.credentials\\.)?"
              + SEARCH
              + "\\.(create\\(\\)|builder\\(\\)"
              + "(\\.(asyncCredentialUpdateEnabled|reuseLastProviderEnabled)\\((true|false)\\))*"
              + "\\.build\\(\\))");

  private ClientBuilders() {}

  /**
   * @param client its simple name; of several the first
   * @param line where it is built
   */
  public record Proposal(String client, Path file, int line, List<TextEdit> edits) {
    public Proposal {
      edits = List.copyOf(edits);
    }
  }

  /**
   * Region and credentials, as Lambda gives them, for each client whose builder is not given them,
   * or is given credentials that are searched for. Not for SnapStart, where credentials come from
   * elsewhere.
   */
  public static List<Proposal> withRegionAndCredentials(JavaSources sources) {
    for (CompilationUnitTree unit : sources.units()) {
      Matcher found = SET_ELSEWHERE.matcher(JavaSources.text(unit));
      if (found.find()) {
        int line = SourceText.line(JavaSources.text(unit), found.start());
        sources.note(sources.file(unit) + ":" + line + " has " + found.group());
        return List.of();
      }
    }
    List<BuilderChain> chains = BuilderChain.in(sources).chains();
    if (chains.isEmpty()) {
      sources.note("the module's sources make no client of the AWS SDK 2 in one chain");
    }
    for (BuilderChain chain : chains) {
      if (isSetUp(chain)) {
        sources.note(
            chain.unit(),
            chain.path().getLeaf(),
            "gives " + chain.simpleName() + " an endpoint or a configuration that may set either");
      } else if (!lacksAny(chain)) {
        sources.note(
            chain.unit(),
            chain.path().getLeaf(),
            "gives "
                + chain.simpleName()
                + " region and credentials, with no search for them; endpoints are left alone");
      }
    }
    return chains.stream()
        .filter(chain -> chain == first(chains, chain.client()))
        .filter(chain -> of(chains, chain.client()).noneMatch(ClientBuilders::isSetUp))
        .filter(chain -> of(chains, chain.client()).anyMatch(ClientBuilders::lacksAny))
        .map(chain ->
            proposal(
                sources,
                chain,
                edits(
                    sources, of(chains, chain.client()).filter(ClientBuilders::lacksAny).toList())))
        .toList();
  }

  private static boolean lacksAny(BuilderChain chain) {
    return !chain.calls("region")
        || !chain.calls("credentialsProvider")
        || searched(chain).isPresent();
  }

  /** Returns the provider that searches, where a chain is given one. */
  private static Optional<ExpressionTree> searched(BuilderChain chain) {
    return chain.calls().stream()
        .filter(call -> BuilderChain.name(call).equals("credentialsProvider"))
        .flatMap(call -> call.getArguments().stream())
        .filter(given -> SEARCHED.matcher(given.toString()).matches())
        .map(ExpressionTree.class::cast)
        .findFirst();
  }

  private static BuilderChain first(List<BuilderChain> chains, String client) {
    return of(chains, client).findFirst().orElseThrow();
  }

  private static Stream<BuilderChain> of(List<BuilderChain> chains, String client) {
    return chains.stream().filter(each -> each.client().equals(client));
  }

  /** Returns whether a builder may get either by other means. */
  private static boolean isSetUp(BuilderChain chain) {
    return chain.calls(
            "endpointOverride|endpointProvider|applyMutation|plugins|addPlugin|crossRegionAccessEnabled")
        || chain.calls().stream()
            .filter(call -> BuilderChain.name(call).equals("overrideConfiguration"))
            .map(call -> call.getArguments().toString())
            .anyMatch(given -> !SEEN.matcher(given).find() || PROFILE.matcher(given).find());
  }

  /** What a chain has not. */
  private static List<String> settings(BuilderChain chain, Imports imports) {
    List<String> settings = new ArrayList<>();
    if (!chain.calls("region")) {
      settings.add(".region(" + imports.named(REGION) + ".of(System.getenv(\"AWS_REGION\")))");
    }
    if (!chain.calls("credentialsProvider")) {
      settings.add(".credentialsProvider(" + imports.named(CREDENTIALS) + ".create())");
    }
    return settings;
  }

  static Proposal proposal(JavaSources sources, BuilderChain first, List<TextEdit> edits) {
    return new Proposal(first.simpleName(), sources.file(first.unit()), first.line(sources), edits);
  }

  private static List<TextEdit> edits(JavaSources sources, List<BuilderChain> chains) {
    Map<CompilationUnitTree, List<BuilderChain>> byUnit = new LinkedHashMap<>();
    chains.forEach(
        chain -> byUnit.computeIfAbsent(chain.unit(), _ -> new ArrayList<>()).add(chain));
    List<TextEdit> edits = new ArrayList<>();
    byUnit.forEach((unit, inUnit) -> {
      FileRewrite rewrite = new FileRewrite(sources.file(unit), JavaSources.text(unit));
      Imports imports = new Imports(sources, unit);
      List<ExpressionTree> searches =
          inUnit.stream().flatMap(chain -> searched(chain).stream()).toList();
      if (searches.size() == uses(unit)) {
        imports.swap(SEARCH_TYPE, CREDENTIALS);
      }
      for (BuilderChain chain : inUnit) {
        List<String> settings = settings(chain, imports);
        if (!settings.isEmpty()) {
          new ChainSettings(sources, chain).writeTo(rewrite, settings);
        }
      }
      for (ExpressionTree search : searches) {
        rewrite.replace(
            sources.start(unit, search),
            sources.end(unit, search),
            imports.named(CREDENTIALS) + ".create()");
      }
      imports.writeTo(rewrite);
      edits.addAll(rewrite.edits());
    });
    return edits;
  }

  /** Returns how often a file names the provider that searches, other than by its import. */
  private static long uses(CompilationUnitTree unit) {
    return Pattern.compile("\\b" + SEARCH + "\\b").matcher(JavaSources.text(unit)).results().count()
        - 1;
  }
}
