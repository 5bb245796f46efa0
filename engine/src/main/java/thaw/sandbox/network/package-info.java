/**
 * Has what a sandbox reaches outside of it: host ports, and the questions for names that are
 * answered.
 */
@NullMarked
package thaw.sandbox.network;

import org.jspecify.annotations.NullMarked;
