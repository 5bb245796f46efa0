/**
 * Changes of a user's files at positions that javac's trees and a YAML parser give; what is not
 * changed keeps every byte.
 *
 * <p>Refuses to know cold starts.
 */
@NullMarked
package thaw.remedy.edit;

import org.jspecify.annotations.NullMarked;
