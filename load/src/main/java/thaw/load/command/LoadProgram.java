package thaw.load.command;

import thaw.cli.SeparateCommand;

/**
 * The entry point of {@code thaw load}; the command line finds this class by its name in the jar.
 */
public final class LoadProgram implements SeparateCommand {
  @Override
  public String name() {
    return LOAD;
  }

  @Override
  public Object command() {
    return new LoadCommand();
  }
}
