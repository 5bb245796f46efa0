package thaw.mcp;

import thaw.problem.UserMistake;

/** A job of Thaw's as a tool. */
interface JobTool {
  String name();

  /** Returns the description for the model that chooses among tools. */
  String description();

  ToolInput input();

  /** Returns what it does beside answering. */
  ToolEffect effect();

  /** Returns whether it must not run while another one measures. */
  default boolean needsQuiet() {
    return true;
  }

  /**
   * Does the job.
   *
   * @throws UserMistake when it cannot be done as it was asked for
   * @throws InterruptedException when the client has cancelled the request; all is cleaned up
   */
  ToolAnswer run(ToolArguments arguments, JobNews news) throws InterruptedException;
}
