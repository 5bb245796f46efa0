package thaw.mcp;

import io.modelcontextprotocol.spec.McpSchema;

/**
 * What a tool does beside answering. The hints by which clients decide whether to ask their user
 * follow from it and from nothing else.
 *
 * @see <a
 *     href="https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations">Tool
 *     annotations</a>
 */
enum ToolEffect {
  /** Reads what is on this machine already. */
  READS(true, false, false),
  /**
   * Builds a project and runs its code: the build as the user, the function in a sandbox that
   * reaches other machines. Both do what their authors wrote.
   */
  RUNS_CODE(false, false, true),
  /** The same, and changes or takes back files that the user wrote. */
  CHANGES_SOURCES(false, true, true);

  private final boolean readOnly;
  private final boolean destructive;
  private final boolean openWorld;

  ToolEffect(boolean readOnly, boolean destructive, boolean openWorld) {
    this.readOnly = readOnly;
    this.destructive = destructive;
    this.openWorld = openWorld;
  }

  McpSchema.ToolAnnotations hints() {
    return McpSchema.ToolAnnotations.builder()
        .readOnlyHint(readOnly)
        .destructiveHint(destructive)
        .openWorldHint(openWorld)
        .build();
  }
}
