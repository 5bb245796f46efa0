package thaw.race;

import thaw.cli.SeparateCommand;

/**
 * The entry point of {@code thaw race}; the command line finds this class by its name in the jar.
 */
public final class RaceProgram implements SeparateCommand {
  @Override
  public String name() {
    return RACE;
  }

  @Override
  public Object command() {
    return new RaceCommand();
  }
}
