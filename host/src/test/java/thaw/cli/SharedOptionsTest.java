package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What all commands that run functions of a source have, they have from one place. */
class SharedOptionsTest {
  /** The commands that read a source and need no data, each with its reason. */
  private static final Map<String, String> WITHOUT_DATA =
      Map.of("generate-event", "it runs no function");

  private static List<CommandSpec> ofSources() {
    return Main.commands().getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(SharedOptionsTest::readsSource)
        .toList();
  }

  /** Mixins of mixins are flattened into the command that has them. */
  private static boolean readsSource(CommandSpec command) {
    return command.positionalParameters().stream()
        .anyMatch(each -> each.paramLabel().equals("SOURCE"));
  }

  private static boolean isShared(OptionSpec option) {
    return option.userObject().toString().contains(DataOptions.class.getName());
  }

  @Test
  void every_command_with_a_source_takes_data_by_the_one_group_of_options() {
    List<String> without = new ArrayList<>();
    for (CommandSpec command : ofSources()) {
      for (String name : List.of("--seed", "--before")) {
        OptionSpec option = command.optionsMap().get(name);
        if (option == null || !isShared(option)) {
          without.add(command.name());
        }
      }
    }
    assertEquals(List.copyOf(WITHOUT_DATA.keySet()), without.stream().distinct().toList());
  }

  @Test
  void every_command_with_a_source_takes_values_that_its_template_lacks() {
    for (CommandSpec command : ofSources()) {
      for (String name : List.of("--parameter", "--import", "--attribute")) {
        assertTrue(command.optionsMap().containsKey(name), command.name() + " lacks " + name);
      }
    }
  }

  @Test
  void the_commands_that_run_functions_are_among_those_with_a_source() {
    List<String> names = ofSources().stream().map(CommandSpec::name).toList();
    for (String name : List.of("bench", "fix", "invoke", "package", "run", "snapstart", "tune")) {
      assertEquals(1, names.stream().filter(name::equals).count(), name + " of " + names);
    }
  }
}
