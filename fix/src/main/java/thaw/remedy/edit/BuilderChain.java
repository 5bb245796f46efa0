package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * An expression that makes a client of the AWS SDK for Java 2: {@code X.create()}, or {@code
 * X.builder()} and all that is called on it, down to {@code build()}.
 *
 * @param path of the whole expression
 * @param client its type, by binary name
 * @param calls from {@code builder} or {@code create} on
 */
record BuilderChain(TreePath path, String client, List<MethodInvocationTree> calls) {
  private static final String SERVICES = "software.amazon.awssdk.services.";

  BuilderChain {
    calls = List.copyOf(calls);
  }

  /**
   * @param chains in the order of files and lines
   * @param open chains likewise whose builder goes elsewhere, into a variable or another method
   */
  record Found(List<BuilderChain> chains, List<BuilderChain> open) {
    /** Returns the clients of open chains. */
    List<String> loose() {
      return open.stream().map(BuilderChain::client).toList();
    }

    List<BuilderChain> all() {
      return Stream.concat(chains.stream(), open.stream()).toList();
    }
  }

  static Found in(JavaSources sources) {
    List<BuilderChain> chains = new ArrayList<>();
    List<BuilderChain> started = new ArrayList<>();
    sources.calls((_, path) -> {
      client(sources, path).ifPresent(client -> started.add(open(path, client)));
      of(sources, path).ifPresent(chains::add);
    });
    Comparator<BuilderChain> inOrder =
        Comparator.comparing((BuilderChain chain) -> sources.file(chain.unit()))
            .thenComparingInt(chain -> chain.start(sources));
    chains.sort(inOrder);
    started.removeIf(each ->
        chains.stream().anyMatch(chain -> chain.calls().getFirst() == each.calls().getFirst()));
    started.sort(inOrder);
    return new Found(chains, started);
  }

  /** Returns all that is called on a builder at the place where it begins. */
  private static BuilderChain open(TreePath start, String client) {
    List<MethodInvocationTree> calls = new ArrayList<>();
    TreePath at = start;
    calls.add((MethodInvocationTree) at.getLeaf());
    while (at.getParentPath().getLeaf() instanceof MemberSelectTree
        && at.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree call
        && call.getMethodSelect() == at.getParentPath().getLeaf()) {
      at = at.getParentPath().getParentPath();
      calls.add(call);
    }
    return new BuilderChain(at, client, calls);
  }

  private static Optional<BuilderChain> of(JavaSources sources, TreePath path) {
    List<MethodInvocationTree> calls = new ArrayList<>();
    TreePath at = path;
    while (at.getLeaf() instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof MemberSelectTree select) {
      calls.addFirst(call);
      Optional<String> client = client(sources, at);
      if (client.isPresent()) {
        String last = name(calls.getLast());
        boolean isWhole = calls.size() == 1 ? last.equals("create") : name(call).equals("builder");
        return isWhole && (calls.size() == 1 || last.equals("build"))
            ? Optional.of(new BuilderChain(path, client.get(), calls))
            : Optional.empty();
      }
      at = new TreePath(new TreePath(at, select), select.getExpression());
    }
    return Optional.empty();
  }

  /** Returns the client whose static {@code create()} or {@code builder()} this is. */
  private static Optional<String> client(JavaSources sources, TreePath path) {
    MethodInvocationTree call = (MethodInvocationTree) path.getLeaf();
    if (!(call.getMethodSelect() instanceof MemberSelectTree select)
        || !call.getArguments().isEmpty()
        || !select.getIdentifier().toString().matches("create|builder")) {
      return Optional.empty();
    }
    Element method = sources.trees().getElement(new TreePath(path, select));
    return method != null
            && method.getModifiers().contains(Modifier.STATIC)
            && method.getEnclosingElement() instanceof TypeElement type
            && type.getQualifiedName().toString().startsWith(SERVICES)
            && type.getSimpleName().toString().endsWith("Client")
        ? Optional.of(type.getQualifiedName().toString())
        : Optional.empty();
  }

  static String name(MethodInvocationTree call) {
    return ((MemberSelectTree) call.getMethodSelect()).getIdentifier().toString();
  }

  boolean calls(String regex) {
    return calls.stream().anyMatch(call -> name(call).matches(regex));
  }

  CompilationUnitTree unit() {
    return path.getCompilationUnit();
  }

  String simpleName() {
    return client.substring(client.lastIndexOf('.') + 1);
  }

  int start(JavaSources sources) {
    return sources.start(unit(), path.getLeaf());
  }

  int end(JavaSources sources) {
    return sources.end(unit(), path.getLeaf());
  }

  int line(JavaSources sources) {
    return SourceText.line(JavaSources.text(unit()), start(sources));
  }
}
