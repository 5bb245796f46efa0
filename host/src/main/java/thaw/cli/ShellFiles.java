package thaw.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Files of a distribution that say what the options say: completions for bash, zsh and fish, and a
 * page of the manual for each command. {@code ./release} runs it.
 */
final class ShellFiles {
  private static final String NAME = "thaw";

  private ShellFiles() {}

  /**
   * @param arguments the folder that gets {@code completions} and {@code man}
   */
  public static void main(String[] arguments) throws IOException {
    write(Main.commands(SeparateCommand.all()), Path.of(arguments[0]));
  }

  static void write(CommandLine program, Path folder) throws IOException {
    Path completions = Files.createDirectories(folder.resolve("completions"));
    Files.writeString(completions.resolve("thaw.bash"), bash(program));
    Files.writeString(completions.resolve("_thaw"), "#compdef thaw\n" + bash(program));
    Files.writeString(completions.resolve("thaw.fish"), fish(program.getCommandSpec()));
    Path pages = Files.createDirectories(folder.resolve("man/man1"));
    Files.writeString(pages.resolve("thaw.1"), page(program));
    for (Map.Entry<String, CommandLine> command : subcommands(program).entrySet()) {
      Files.writeString(
          pages.resolve(NAME + "-" + command.getKey() + ".1"), page(command.getValue()));
    }
  }

  /**
   * Returns the completions for bash without the time of their making, which would make two
   * distributions differ.
   */
  private static String bash(CommandLine program) {
    return AutoComplete.bash(NAME, program).replaceAll("(?m)^#.*[Gg]enerated.*\n", "");
  }

  private static Map<String, CommandLine> subcommands(CommandLine program) {
    Map<String, CommandLine> visible = new TreeMap<>();
    program
        .getSubcommands()
        .forEach((name, command) -> {
          if (!command.getCommandSpec().usageMessage().hidden()) {
            visible.put(name, command);
          }
        });
    return visible;
  }

  private static String fish(CommandSpec program) {
    List<String> lines = new ArrayList<>();
    lines.add("complete -c thaw -f -n __fish_use_subcommand -s h -l help -d 'Show the help'");
    lines.add("complete -c thaw -f -n __fish_use_subcommand -s V -l version -d 'Show the version'");
    subcommands(program.commandLine())
        .forEach((name, command) -> {
          CommandSpec spec = command.getCommandSpec();
          lines.add(
              "complete -c thaw -f -n __fish_use_subcommand -a %s -d %s"
                  .formatted(name, quoted(first(spec.usageMessage().description()))));
          for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
              lines.add(
                  "complete -c thaw -n '__fish_seen_subcommand_from " + name + "'" + fish(option));
            }
          }
        });
    return String.join("\n", lines) + "\n";
  }

  private static String fish(OptionSpec option) {
    StringBuilder words = new StringBuilder();
    for (String name : option.names()) {
      words.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      words.append(" -r");
    }
    List<String> values = new ArrayList<>();
    if (option.completionCandidates() != null) {
      option.completionCandidates().forEach(values::add);
      words.append(" -f -a ").append(quoted(String.join(" ", values)));
    }
    return words.append(" -d ").append(quoted(first(option.description()))).toString();
  }

  /** The first sentence: there is room for one line. */
  private static String first(String[] description) {
    String text = String.join(" ", description).replace("%n", " ").replace("%%", "%");
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private static String page(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    Help help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
    String title = spec.qualifiedName("-");
    StringBuilder page = new StringBuilder();
    page.append(".TH ").append(title.toUpperCase(Locale.ROOT)).append(" 1\n");
    page.append(".SH NAME\n").append(roff(title)).append(" \\- ");
    page.append(roff(first(spec.usageMessage().description()))).append("\n");
    section(page, "SYNOPSIS", help.synopsis(0));
    section(page, "DESCRIPTION", help.description());
    section(page, "ARGUMENTS", help.parameterList());
    section(page, "OPTIONS", help.optionList());
    section(page, "COMMANDS", help.commandList());
    section(page, "EXIT STATUS", help.exitCodeList());
    section(page, "NOTES", help.footer());
    if (command.getParent() != null) {
      page.append(".SH SEE ALSO\nthaw(1)\n");
    }
    return page.toString();
  }

  /** Writes a section with the text of the help, whose columns are made for a terminal of 80. */
  private static void section(StringBuilder page, String title, String text) {
    if (!text.isBlank()) {
      page.append(".SH ").append(title).append("\n.nf\n");
      page.append(roff(text.stripTrailing())).append("\n.fi\n");
    }
  }

  /** A backslash escapes, and a dot or a quote at the begin of a line is a request. */
  private static String roff(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
  }
}
