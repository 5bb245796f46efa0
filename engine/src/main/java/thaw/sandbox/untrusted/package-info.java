/**
 * Files and folders that a function's processes can change, read so that no link leads out of them.
 */
@NullMarked
package thaw.sandbox.untrusted;

import org.jspecify.annotations.NullMarked;
