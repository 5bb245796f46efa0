package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * The one expression of a module's sources that a client of the AWS SDK for Java 2 comes from: what
 * makes it, or a call of code that is not in these sources and returns it.
 */
final class ClientSource {
  private ClientSource() {}

  /**
   * @param client by its full name
   * @param isOfInit whether a method, such as {@code a.b.Outer$Inner.method}, was seen to run in
   *     init and only there; asked of a call, which may run for each request
   */
  static Optional<TreePath> of(JavaSources sources, String client, Predicate<String> isOfInit) {
    BuilderChain.Found found = BuilderChain.in(sources);
    List<TreePath> made =
        found.chains().stream()
            .filter(chain -> chain.client().equals(client))
            .map(BuilderChain::path)
            .toList();
    String name = client.substring(client.lastIndexOf('.') + 1);
    if (found.loose().contains(client)) {
      sources.note("a builder of " + name + " goes into a variable or another method");
      return Optional.empty();
    }
    List<TreePath> places = made.isEmpty() ? returned(sources, client) : made;
    if (places.size() > 1) {
      places.forEach(place ->
          sources.note(place.getCompilationUnit(), place.getLeaf(), "makes a " + name + ", too"));
    } else if (places.isEmpty()) {
      sources.note("no source of the module makes a " + name + " or gets it by a call");
    } else if (made.isEmpty() && method(sources, places.getFirst()).filter(isOfInit).isEmpty()) {
      sources.note(
          places.getFirst().getCompilationUnit(),
          places.getFirst().getLeaf(),
          "gets the " + name + ", and was not seen to run in init alone");
    }
    return places.size() == 1
            && (!made.isEmpty() || method(sources, places.getFirst()).filter(isOfInit).isPresent())
        ? Optional.of(places.getFirst())
        : Optional.empty();
  }

  /** Calls of methods that are not declared here. */
  private static List<TreePath> returned(JavaSources sources, String client) {
    TypeElement type = sources.elements().getTypeElement(client);
    List<TreePath> calls = new ArrayList<>();
    if (type == null) {
      return calls;
    }
    sources.calls((_, path) -> {
      TypeMirror result = sources.trees().getTypeMirror(path);
      if (result != null
          && sources.typeUtilities().isSameType(result, type.asType())
          && sources.trees().getElement(path) instanceof ExecutableElement method
          && sources.trees().getPath(method) == null) {
        calls.add(path);
      }
    });
    return calls;
  }

  /**
   * Returns the method that is on the stack while the expression runs; empty in a lambda, which has
   * no name here.
   */
  private static Optional<String> method(JavaSources sources, TreePath expression) {
    String name = null;
    for (TreePath at = expression.getParentPath(); at != null; at = at.getParentPath()) {
      Tree tree = at.getLeaf();
      if (tree instanceof LambdaExpressionTree) {
        return Optional.empty();
      }
      if (tree instanceof MethodTree method) {
        name = method.getName().toString();
      } else if (tree instanceof VariableTree
          && at.getParentPath().getLeaf() instanceof ClassTree
          && sources.trees().getElement(at) instanceof Element field) {
        name = field.getModifiers().contains(Modifier.STATIC) ? "<clinit>" : "<init>";
      } else if (tree instanceof ClassTree
          && sources.trees().getElement(at) instanceof TypeElement type) {
        String owner = sources.elements().getBinaryName(type).toString();
        return Optional.ofNullable(name).map(each -> owner + "." + each);
      }
    }
    return Optional.empty();
  }
}
