package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import thaw.remedy.edit.text.FileRewrite;
import thaw.remedy.edit.text.TextEdit;

/** Settings that the builders of a module's clients are not given, and which are known. */
public final class ClientBuilders {
  private static final String REGION = "software.amazon.awssdk.regions.Region";
  private static final String CREDENTIALS =
      "software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider";

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
   * Region and credentials, as Lambda gives them, for each client whose builder is given neither.
   * Not for SnapStart, where credentials come from elsewhere.
   */
  public static List<Proposal> withRegionAndCredentials(JavaSources sources) {
    boolean isSetElsewhere =
        sources.units().stream()
            .map(JavaSources::text)
            .anyMatch(text -> text.contains("System.setProperty") || text.contains("aws.region"));
    if (isSetElsewhere) {
      sources.note("a source of the module sets system properties, or aws.region");
      return List.of();
    }
    List<BuilderChain> chains = BuilderChain.in(sources).chains();
    if (chains.isEmpty()) {
      sources.note("the module's sources make no client of the AWS SDK 2 in one chain");
    }
    for (BuilderChain chain : chains) {
      if (chain.calls(
          "region|credentialsProvider|endpointOverride|endpointProvider|overrideConfiguration"
              + "|applyMutation|plugins|addPlugin|crossRegionAccessEnabled")) {
        sources.note(
            chain.unit(),
            chain.path().getLeaf(),
            "gives " + chain.simpleName() + " a region, credentials, endpoint or configuration");
      } else if (chains.stream().filter(each -> each.client().equals(chain.client())).count() > 1) {
        sources.note(
            chain.unit(), chain.path().getLeaf(), "makes one of several " + chain.simpleName());
      }
    }
    return chains.stream()
        .filter(chain ->
            chains.stream().filter(each -> each.client().equals(chain.client())).count() == 1)
        .filter(chain ->
            !chain.calls(
                "region|credentialsProvider|endpointOverride|endpointProvider|overrideConfiguration"
                    + "|applyMutation|plugins|addPlugin|crossRegionAccessEnabled"))
        .map(chain ->
            proposal(
                sources,
                chain,
                edits(
                    sources,
                    List.of(chain),
                    imports ->
                        List.of(
                            ".region("
                                + imports.named(REGION)
                                + ".of(System.getenv(\"AWS_REGION\")))",
                            ".credentialsProvider(" + imports.named(CREDENTIALS) + ".create())"))))
        .toList();
  }

  static Proposal proposal(JavaSources sources, BuilderChain first, List<TextEdit> edits) {
    return new Proposal(first.simpleName(), sources.file(first.unit()), first.line(sources), edits);
  }

  /** Returns the edits of several chains, each of which gets the same settings. */
  static List<TextEdit> edits(
      JavaSources sources, List<BuilderChain> chains, Function<Imports, List<String>> settings) {
    Map<CompilationUnitTree, List<BuilderChain>> byUnit = new LinkedHashMap<>();
    chains.forEach(
        chain -> byUnit.computeIfAbsent(chain.unit(), _ -> new ArrayList<>()).add(chain));
    List<TextEdit> edits = new ArrayList<>();
    byUnit.forEach((unit, inUnit) -> {
      FileRewrite rewrite = new FileRewrite(sources.file(unit), JavaSources.text(unit));
      Imports imports = new Imports(sources, unit);
      for (BuilderChain chain : inUnit) {
        new ChainSettings(sources, chain).writeTo(rewrite, settings.apply(imports));
      }
      imports.writeTo(rewrite);
      edits.addAll(rewrite.edits());
    });
    return edits;
  }
}
