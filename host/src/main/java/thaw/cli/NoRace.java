package thaw.cli;

import picocli.CommandLine.Command;

/** Stands for {@code thaw race} where its jars are not on the class path. */
@Command(name = SeparateCommand.RACE, description = SeparateCommand.RACE_DESCRIPTION)
final class NoRace extends MissingJars {
  NoRace() {
    super(SeparateCommand.RACE, "race");
  }
}
