/**
 * Has what all texts share that are shown: how figures and untrusted texts are written, terminal
 * tables, files that are replaced at once.
 */
@NullMarked
package thaw.presentation.text;

import org.jspecify.annotations.NullMarked;
