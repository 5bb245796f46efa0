/**
 * Deployment packages: where code lies, how archives are exploded, and the store that keeps each
 * content once.
 */
@NullMarked
package thaw.function.packaging;

import org.jspecify.annotations.NullMarked;
