package thaw.remedy.database;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.files.WholeFile;
import thaw.remedy.Change;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.Setting;
import thaw.remedy.edit.TextEdit;

/** The setting by which Hibernate compares or changes the schema, and how to do without it. */
final class SchemaSetting {
  private static final String NONE = "none";

  /** Those that a variable of the function outweighs, wherever they stand. */
  private static final List<String> BY_VARIABLE =
      List.of(
          "spring.jpa.hibernate.ddl-auto",
          "jpa.default.properties.hibernate.hbm2ddl.auto",
          "quarkus.hibernate-orm.database.generation",
          "quarkus.hibernate-orm.schema-management.strategy");

  /** Those with a name that no variable can have. */
  private static final List<String> BY_OPTION =
      List.of(
          "spring.jpa.properties.hibernate.hbm2ddl.auto",
          "spring.jpa.properties.jakarta.persistence.schema-generation.database.action",
          "spring.jpa.properties.javax.persistence.schema-generation.database.action");

  /** Those that are changed where they stand. */
  private static final List<String> IN_PLACE =
      List.of(
          "hibernate.hbm2ddl.auto",
          "jakarta.persistence.schema-generation.database.action",
          "javax.persistence.schema-generation.database.action");

  private SchemaSetting() {}

  /** What is known of it. */
  sealed interface Found {
    /**
     * @param without what has Hibernate leave the schema alone
     */
    record One(String value, String place, Change without) implements Found {}

    /**
     * @param fact why nothing is known
     */
    record None(String fact) implements Found {}
  }

  static Found of(SettingsInCode code, DatabaseModule module, List<Setting> settings) {
    for (List<String> keys : List.of(BY_VARIABLE, BY_OPTION, IN_PLACE)) {
      for (String key : keys) {
        Optional<String> variable = module.variable(key);
        if (variable.isPresent()) {
          return new Found.None(variable.get());
        }
        List<Setting> found = settings.stream().filter(each -> each.isOf(key)).toList();
        if (!found.isEmpty()) {
          return inFiles(module.root(), keys, key, found);
        }
      }
    }
    return inCode(code);
  }

  private static Found inFiles(Path root, List<String> keys, String key, List<Setting> found) {
    Setting first = found.getFirst();
    if (found.stream().anyMatch(Setting::isOpen)) {
      return new Found.None(first.place() + " takes " + key + " from a variable");
    }
    String value = // of several, by profile, the one that does most
        found.stream()
            .map(each -> each.value().toLowerCase(Locale.ROOT))
            .filter(each -> !each.equals(NONE))
            .max((a, b) -> Integer.compare(weight(a), weight(b)))
            .orElse(NONE);
    if (value.equals(NONE)) {
      return new Found.None(first.place() + " sets none already");
    }
    Change without;
    if (keys == BY_VARIABLE) {
      String name = key.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
      without = new Change.Variables(Map.of(name, NONE));
    } else if (keys == BY_OPTION) {
      without = new Change.JvmOptions(List.of("-D" + key + "=" + NONE));
    } else if (found.size() > 1 || !Files.isRegularFile(root.resolve(first.file()))) {
      return new Found.None(first.place() + " is not the only place that sets " + key);
    } else {
      String text = WholeFile.text(root.resolve(first.file()));
      String after = text.substring(0, first.start()) + NONE + text.substring(first.end());
      without = new Change.Sources(List.of(TextEdit.between(first.file(), text, after)));
    }
    return new Found.One(value, first.place(), without);
  }

  private static int weight(String value) {
    return switch (value) {
      case "validate" -> 1;
      case "update" -> 2;
      default -> 3; // creates, or drops
    };
  }

  /** {@code configuration.setProperty("hibernate.hbm2ddl.auto", "update")}. */
  private static Found inCode(SettingsInCode code) {
    for (String key : IN_PLACE) {
      List<TreePath> uses = code.uses(key);
      if (uses.isEmpty()) {
        continue;
      }
      TreePath use = uses.getFirst();
      Optional<LiteralTree> value = valueBehind(use);
      boolean isText = value.isPresent() && value.get().getValue() instanceof String;
      if (uses.size() > 1 || !isText || !code.sources().isEditable(use.getCompilationUnit())) {
        return new Found.None(code.place(use) + " sets " + key + " by code that is not understood");
      }
      String text = JavaSources.text(use.getCompilationUnit());
      int start = code.sources().start(use.getCompilationUnit(), value.get());
      int end = code.sources().end(use.getCompilationUnit(), value.get());
      String after = text.substring(0, start) + "\"" + NONE + "\"" + text.substring(end);
      String set = String.valueOf(value.get().getValue()).toLowerCase(Locale.ROOT);
      if (set.equals(NONE)) {
        return new Found.None(code.place(use) + " sets none already");
      }
      return new Found.One(
          set,
          code.place(use),
          new Change.Sources(
              List.of(
                  TextEdit.between(code.sources().file(use.getCompilationUnit()), text, after))));
    }
    return new Found.None("no setting file and no code of the module sets it");
  }

  /** Returns the argument behind a name, where that is a literal. */
  private static Optional<LiteralTree> valueBehind(TreePath use) {
    if (use.getParentPath().getLeaf() instanceof MethodInvocationTree call) {
      List<ExpressionTree> arguments = new ArrayList<>(call.getArguments());
      int at = arguments.indexOf(use.getLeaf());
      if (at >= 0
          && at + 1 < arguments.size()
          && arguments.get(at + 1) instanceof LiteralTree literal) {
        return Optional.of(literal);
      }
    }
    return Optional.empty();
  }
}
