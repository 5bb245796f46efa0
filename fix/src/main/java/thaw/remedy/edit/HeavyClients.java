package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients of Apache that a module makes itself, {@code ApacheHttpClient.builder()} and the
 * like. Each can be the light client where it is given no setting that this does not have.
 */
final class HeavyClients {
  private static final Set<String> HEAVY =
      Set.of(
          "software.amazon.awssdk.http.apache.ApacheHttpClient",
          "software.amazon.awssdk.http.apache5.Apache5HttpClient");

  private static final Pattern PACKAGES =
      Pattern.compile("software\\.amazon\\.awssdk\\.http\\.apache5?\\b");

  /** What both have, of the same types. */
  private static final Set<String> SHARED =
      Set.of(
          "builder",
          "create",
          "build",
          "connectionTimeout",
          "socketTimeout",
          "tlsKeyManagersProvider",
          "tlsTrustManagersProvider");

  private final JavaSources sources;

  /** Names of a heavy type in code that the light type's name can take the place of. */
  private final Map<CompilationUnitTree, List<Tree>> names = new LinkedHashMap<>();

  private boolean isOther;

  private HeavyClients(JavaSources sources) {
    this.sources = sources;
  }

  /** Returns them; empty where one of them must stay as it is, which is noted. */
  static Optional<HeavyClients> in(JavaSources sources) {
    HeavyClients found = new HeavyClients(sources);
    for (CompilationUnitTree unit : sources.units()) {
      if (PACKAGES.matcher(JavaSources.text(unit)).find()) {
        found.scan(unit);
      }
    }
    return found.isOther ? Optional.empty() : Optional.of(found);
  }

  private void refuse(CompilationUnitTree unit, Tree at, String fact) {
    sources.note(unit, at, fact);
    isOther = true;
  }

  private void scan(CompilationUnitTree unit) {
    Set<Tree> inImports = new HashSet<>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitImport(ImportTree tree, @Nullable Void unused) {
        inImports.add(tree);
        String name = tree.getQualifiedIdentifier().toString();
        if (PACKAGES.matcher(name).lookingAt() && (!HEAVY.contains(name) || tree.isStatic())) {
          refuse(unit, tree, "imports " + name + ", for which the light client has nothing");
        }
        return null;
      }

      @Override
      public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
        if (isHeavy(unit, tree.getName().toString())) {
          use(unit, tree, getCurrentPath());
        }
        return null;
      }

      @Override
      public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void unused) {
        if (PACKAGES.matcher(tree.toString()).lookingAt()) {
          refuse(unit, tree, "names " + tree + " with its package");
          return null;
        }
        return super.visitMemberSelect(tree, unused);
      }
    }.scan(unit, null);
  }

  private static boolean isHeavy(CompilationUnitTree unit, String simple) {
    return unit.getImports().stream()
        .map(each -> ((ImportTree) each).getQualifiedIdentifier().toString())
        .anyMatch(name -> HEAVY.contains(name) && name.endsWith("." + simple));
  }

  /** A name is free where only shared settings are called on it, and the whole goes to a client. */
  private void use(CompilationUnitTree unit, Tree name, TreePath path) {
    TreePath at = path;
    int calls = 0;
    while (at.getParentPath().getLeaf() instanceof MemberSelectTree select
        && at.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree call
        && call.getMethodSelect() == select) {
      calls++;
      String called = select.getIdentifier().toString();
      if (!SHARED.contains(called)) {
        refuse(unit, name, "calls " + called + " on " + name + ", which the light client lacks");
      }
      at = at.getParentPath().getParentPath();
    }
    if (calls == 0) {
      refuse(unit, name, "has " + name + " as a type or in a method reference");
    }
    names.computeIfAbsent(unit, _ -> new ArrayList<>()).add(name);
  }

  Set<CompilationUnitTree> units() {
    return names.keySet();
  }

  /**
   * Puts the light type in place of the heavy ones of a file.
   *
   * @param light its name there
   */
  void writeTo(FileRewrite rewrite, CompilationUnitTree unit, String light) {
    for (Tree name : names.getOrDefault(unit, List.of())) {
      rewrite.replace(sources.start(unit, name), sources.end(unit, name), light);
    }
    String text = JavaSources.text(unit);
    for (ImportTree each : unit.getImports().stream().map(ImportTree.class::cast).toList()) {
      if (HEAVY.contains(each.getQualifiedIdentifier().toString())) {
        int end = sources.end(unit, each);
        SourceText.wholeLines(text, sources.start(unit, each), end)
            .ifPresent(lines -> rewrite.replace(lines[0], lines[1], ""));
      }
    }
  }
}
