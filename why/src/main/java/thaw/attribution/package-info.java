/**
 * Explains, by recordings of one function's cold start, where every millisecond of it went: phases,
 * causes, owners, findings with evidence.
 *
 * <p>Refuses to know how recordings are made, and rendering. May use sandbox, runtimeapi,
 * environment, recording, function.
 */
@NullMarked
package thaw.attribution;

import org.jspecify.annotations.NullMarked;
