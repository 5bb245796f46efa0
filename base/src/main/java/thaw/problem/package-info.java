/**
 * Has a user's mistake as data: a cause in one line and a remedy, with what remedies are made of: a
 * name that was probably meant, a word that a shell takes as it is.
 *
 * <p>The ground floor: every module of the program may use it. It does not know how a mistake is
 * shown.
 */
@NullMarked
package thaw.problem;

import org.jspecify.annotations.NullMarked;
