package thaw.remedy.database;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SourceText;
import thaw.remedy.edit.TextEdit;

/** Changes of the statements by which code sets up Hikari's pools. */
final class HikariCalls {
  static final String CONFIG = "com.zaxxer.hikari.HikariConfig";

  /** Each is among the first that a pool is told. */
  private static final List<String> ADDRESS =
      List.of("setJdbcUrl", "setDataSource", "setDataSourceClassName");

  /**
   * @param place of the first edit
   * @param facts that stand in the way of others
   */
  record Edits(List<TextEdit> edits, String place, List<String> facts) {
    Edits {
      edits = List.copyOf(edits);
      facts = List.copyOf(facts);
    }
  }

  /** What takes the place of a part of a source. */
  private record Replacement(SettingsInCode.Call call, int start, int end, String with) {}

  private HikariCalls() {}

  /** Returns the first call of a setter, as a fact. */
  static Optional<String> first(SettingsInCode code, String setter) {
    return code.calls(CONFIG, setter::equals).stream()
        .findFirst()
        .map(call -> code.place(call.path()) + " calls " + setter);
  }

  /** Returns whether a query asks nothing but whether there is an answer. */
  static boolean isPlainTest(String query) {
    return query
        .strip()
        .matches("(?i)(/\\*.*\\*/\\s*)?(select|values)\\s*\\(?1\\)?(\\s+from\\s+dual)?\\s*;?");
  }

  /** Has each pool open no connection before one is needed. */
  static Edits idle(SettingsInCode code) {
    List<String> facts = new ArrayList<>();
    Map<String, SettingsInCode.Call> pools = new LinkedHashMap<>();
    for (SettingsInCode.Call call : code.calls(CONFIG, ADDRESS::contains)) {
      pools.putIfAbsent(pool(code, call), call);
    }
    for (SettingsInCode.Call call : code.calls(CONFIG, "setMaximumPoolSize"::equals)) {
      if (call.tree().getArguments().getFirst() instanceof LiteralTree literal
          && Integer.valueOf(1).equals(literal.getValue())
          && pools.remove(pool(code, call)) != null) {
        facts.add(code.place(call.path()) + " gives the pool one connection");
      }
    }
    if (pools.isEmpty() && facts.isEmpty()) {
      facts.add(
          code.place(code.made(CONFIG).getFirst())
              + " makes a pool that no setter tells its address");
    }
    List<Replacement> all = new ArrayList<>();
    for (SettingsInCode.Call call : pools.values()) {
      String text = JavaSources.text(call.unit());
      Optional<int[]> lines = lines(code, call);
      if (lines.isPresent()) {
        String indent = SourceText.indent(text, code.sources().start(call.unit(), call.tree()));
        all.add(
            new Replacement(
                call,
                lines.get()[1],
                lines.get()[1],
                indent + receiver(code, call) + ".setMinimumIdle(0);\n"));
      } else {
        facts.add(code.place(call.path()) + " has no line of its own");
      }
    }
    return edits(code, all, facts);
  }

  /** Leaves out test queries that ask for nothing. */
  static Edits withoutTestQuery(SettingsInCode code) {
    List<String> facts = new ArrayList<>();
    List<Replacement> all = new ArrayList<>();
    for (SettingsInCode.Call call : code.calls(CONFIG, "setConnectionTestQuery"::equals)) {
      Optional<int[]> lines = lines(code, call);
      boolean isPlain =
          call.tree().getArguments().getFirst() instanceof LiteralTree literal
              && isPlainTest(String.valueOf(literal.getValue()));
      if (!isPlain) {
        facts.add(code.place(call.path()) + " has a test query that may do more than test");
      } else if (lines.isEmpty()) {
        facts.add(code.place(call.path()) + " has no line of its own");
      } else {
        all.add(new Replacement(call, lines.get()[0], lines.get()[1], ""));
      }
    }
    return edits(code, all, facts);
  }

  private static String receiver(SettingsInCode code, SettingsInCode.Call call) {
    MemberSelectTree select = (MemberSelectTree) call.tree().getMethodSelect();
    return code.sources().text(call.unit(), select.getExpression());
  }

  /** Returns what tells one pool's calls from those of another: file, method and variable. */
  private static String pool(SettingsInCode code, SettingsInCode.Call call) {
    TreePath block = call.path();
    while (block.getParentPath() != null
        && !(block.getParentPath().getLeaf() instanceof ClassTree)) {
      block = block.getParentPath();
    }
    return code.sources().file(call.unit())
        + ":"
        + code.sources().start(call.unit(), block.getLeaf())
        + ":"
        + receiver(code, call);
  }

  /** Returns the lines of a call that is a statement, where nothing else is on them. */
  private static Optional<int[]> lines(SettingsInCode code, SettingsInCode.Call call) {
    TreePath parent = call.path().getParentPath();
    if (!(parent.getLeaf() instanceof ExpressionStatementTree statement)
        || !code.sources().isEditable(call.unit())) {
      return Optional.empty();
    }
    String text = JavaSources.text(call.unit());
    int start = code.sources().start(call.unit(), statement);
    int end = code.sources().end(call.unit(), statement);
    int feed = text.indexOf('\n', end);
    int next = feed < 0 ? text.length() : feed + 1;
    boolean isAlone =
        text.substring(SourceText.lineStart(text, start), start).isBlank()
            && text.substring(end, next).strip().matches("(//.*)?")
            && parent.getParentPath().getLeaf() instanceof BlockTree;
    return isAlone
        ? Optional.of(new int[] {SourceText.lineStart(text, start), next})
        : Optional.empty();
  }

  private static Edits edits(
      SettingsInCode code, List<Replacement> replacements, List<String> facts) {
    Map<String, List<Replacement>> byFile = new TreeMap<>();
    for (Replacement each : replacements) {
      byFile
          .computeIfAbsent(
              code.sources().file(each.call().unit()).toString(), _ -> new ArrayList<>())
          .add(each);
    }
    List<TextEdit> edits = new ArrayList<>();
    for (List<Replacement> each : byFile.values()) {
      String text = JavaSources.text(each.getFirst().call().unit());
      String after = text;
      for (Replacement one :
          each.stream().sorted((a, b) -> Integer.compare(b.start(), a.start())).toList()) {
        after = after.substring(0, one.start()) + one.with() + after.substring(one.end());
      }
      edits.addAll(
          TextEdit.allBetween(code.sources().file(each.getFirst().call().unit()), text, after));
    }
    return new Edits(
        edits,
        replacements.isEmpty() ? "" : code.place(replacements.getFirst().call().path()),
        facts);
  }
}
