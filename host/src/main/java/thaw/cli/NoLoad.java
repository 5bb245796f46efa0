package thaw.cli;

import picocli.CommandLine.Command;

/** Stands for {@code thaw load} where its jars are not on the class path. */
@Command(name = SeparateCommand.LOAD, description = SeparateCommand.LOAD_DESCRIPTION)
final class NoLoad extends MissingJars {
  NoLoad() {
    super(SeparateCommand.LOAD, "load");
  }
}
