package thaw.app.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import thaw.function.FunctionDefinition;
import thaw.function.template.TemplateFile;
import thaw.remedy.Draft;

/**
 * A setting of a function that differs from what it was, as the template gets it.
 *
 * @param in the template's text with it; empty where its form leaves no place
 * @param byHand what a person does then
 */
record SettingEdit(Function<String, Optional<String>> in, String byHand) {
  private static final String NO_PLACE = ", the template's own form leaves no place for ";
  private static final String NO_TEMPLATE =
      ", or thaw package --to managed writes a template with ";

  /**
   * Returns what of one function's settings another one does not have.
   *
   * @param hasTemplate whether there is a template that says them
   */
  static List<SettingEdit> between(
      FunctionDefinition before, FunctionDefinition after, boolean hasTemplate) {
    String why = hasTemplate ? NO_PLACE : NO_TEMPLATE;
    String id = before.logicalId();
    List<SettingEdit> edits = new ArrayList<>();
    property(id, "Handler", before.handler(), after.handler()).ifPresent(edits::add);
    property(id, "MemorySize", "" + before.memory().mebibytes(), "" + after.memory().mebibytes())
        .ifPresent(edits::add);
    property(id, "Runtime", before.runtime(), after.runtime()).ifPresent(edits::add);
    Map<String, String> variables = new TreeMap<>(after.environment());
    variables.entrySet().removeAll(before.environment().entrySet());
    Optional.ofNullable(variables.remove(Draft.OPTIONS))
        .map(all ->
            all.substring(before.environment().getOrDefault(Draft.OPTIONS, "").strip().length())
                .strip())
        .ifPresent(options ->
            edits.add(
                new SettingEdit(
                    text -> TemplateFile.withJvmOptions(text, id, options),
                    "set JAVA_TOOL_OPTIONS yourself" + why + "it: " + options)));
    if (!variables.isEmpty()) {
      edits.add(
          new SettingEdit(
              text -> TemplateFile.withVariables(text, id, variables),
              "set these variables yourself" + why + "them: " + variables));
    }
    if (after.snapStart() && !before.snapStart()) {
      edits.add(
          new SettingEdit(
              text -> TemplateFile.withSnapStart(text, id),
              "set SnapStart yourself, for published versions: SnapStart: {ApplyOn:"
                  + " PublishedVersions}, and an alias of the version"));
    }
    return edits;
  }

  private static Optional<SettingEdit> property(
      String id, String name, String before, String after) {
    return before.equals(after)
        ? Optional.empty()
        : Optional.of(
            new SettingEdit(
                text -> TemplateFile.withProperty(text, id, name, after),
                "set " + name + " yourself: " + after));
  }
}
