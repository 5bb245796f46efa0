package thaw.function;

import java.nio.file.Path;
import java.util.List;

/**
 * All that one template (or one bare deployment package) declares.
 *
 * @param root the folder that relative paths start from
 * @param functions in the template's order
 * @param tables DynamoDB tables, in the template's order
 * @param warnings one line each: what was read and is not supported
 */
public record Application(
    Path root, List<FunctionDefinition> functions, List<Table> tables, List<String> warnings) {
  public Application {
    functions = List.copyOf(functions);
    tables = List.copyOf(tables);
    warnings = List.copyOf(warnings);
  }
}
