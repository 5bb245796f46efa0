package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import java.util.List;

/** Puts further calls behind {@code X.builder()}, on lines as its author breaks them. */
final class ChainSettings {
  private static final int WIDEST_LINE = 100;

  private final JavaSources sources;
  private final CompilationUnitTree unit;
  private final BuilderChain chain;
  private final String text;

  ChainSettings(JavaSources sources, BuilderChain chain) {
    this.sources = sources;
    this.unit = chain.unit();
    this.chain = chain;
    this.text = JavaSources.text(unit);
  }

  /**
   * @param settings such as {@code .region(region)}
   */
  void writeTo(FileRewrite rewrite, List<String> settings) {
    MethodInvocationTree first = chain.calls().getFirst();
    int end = sources.end(unit, first);
    if (BuilderChain.name(first).equals("create")) {
      String made = ".builder()" + String.join("", settings) + ".build()";
      int dot = dot(first);
      if (isNarrow(made.length() - (end - dot))) {
        rewrite.replace(dot, end, made);
      } else {
        String gap = "\n" + continuation();
        rewrite.replace(
            dot, end, ".builder()" + gap + String.join(gap, settings) + gap + ".build()");
      }
      return;
    }
    if (chain.calls().size() == 1) { // what is called on it is elsewhere
      rewrite.insert(end, String.join("", settings));
      return;
    }
    int next = dot(chain.calls().get(1));
    if (text.substring(end, next).contains("\n")) {
      String gap = "\n" + SourceText.indent(text, next);
      rewrite.insert(end, gap + String.join(gap, settings));
    } else if (isNarrow(String.join("", settings).length())) {
      rewrite.insert(end, String.join("", settings));
    } else {
      String gap = "\n" + continuation();
      rewrite.insert(end, gap + String.join(gap, settings));
      for (int i = 1; i < chain.calls().size(); i++) {
        int before = sources.end(unit, chain.calls().get(i - 1));
        int dot = dot(chain.calls().get(i));
        if (!text.substring(before, dot).contains("\n")) {
          rewrite.insert(dot, gap);
        }
      }
    }
  }

  private int dot(MethodInvocationTree call) {
    MemberSelectTree select = (MemberSelectTree) call.getMethodSelect();
    int name = sources.end(unit, select) - select.getIdentifier().length();
    return text.lastIndexOf('.', name);
  }

  private boolean isNarrow(int more) {
    int start = SourceText.lineStart(text, chain.start(sources));
    int feed = text.indexOf('\n', chain.end(sources));
    String line = text.substring(start, feed < 0 ? text.length() : feed);
    return !line.contains("\n") && line.stripTrailing().length() + more <= WIDEST_LINE;
  }

  /** Two steps deeper than the line on which the chain begins. */
  private String continuation() {
    String indent = SourceText.indent(text, chain.start(sources));
    for (TreePath at = chain.path(); at != null; at = at.getParentPath()) {
      if (at.getLeaf() instanceof ClassTree type) {
        return indent + step(sources, unit, type).repeat(2);
      }
    }
    return indent + "    ";
  }

  /** Returns the blanks by which members of a class stand further right than the class. */
  static String step(JavaSources sources, CompilationUnitTree unit, ClassTree type) {
    String text = JavaSources.text(unit);
    String own = SourceText.indent(text, sources.start(unit, type));
    return type.getMembers().stream()
        .filter(member -> sources.end(unit, member) > 0) // generated ones have none
        .map(member -> SourceText.indent(text, sources.start(unit, member)))
        .filter(indent -> indent.length() > own.length() && indent.startsWith(own))
        .map(indent -> indent.substring(own.length()))
        .findFirst()
        .orElse("  ");
  }
}
