/**
 * Has what an environment's processes start from: the specification of an environment, its runtime
 * program, the paths and variables in its sandbox, the command line.
 */
@NullMarked
package thaw.environment.launch;

import org.jspecify.annotations.NullMarked;
