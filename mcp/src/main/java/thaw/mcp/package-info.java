/**
 * {@code thaw mcp}: the host's jobs as tools of the Model Context Protocol, over standard input and
 * output. Each tool reads its arguments into a request of room {@code app}, tells the client how
 * the job goes, and answers with text and resources. Refuses to know options of the command line,
 * and how a job is done.
 */
@NullMarked
package thaw.mcp;

import org.jspecify.annotations.NullMarked;
