package thaw.app.build;

import java.util.List;
import java.util.Map;

/**
 * A call of a build tool.
 *
 * @param words program and arguments
 * @param variables of its environment, besides this program's
 * @param byWrapper whether the project brings the tool
 * @param offline whether it must not use the network
 * @param note why it is tried, when another way has failed; empty for the first one
 */
record BuildCommand(
    List<String> words,
    Map<String, String> variables,
    boolean byWrapper,
    boolean offline,
    String note) {
  BuildCommand {
    words = List.copyOf(words);
    variables = Map.copyOf(variables);
  }
}
