/**
 * The catalogs of resources beside functions: capacity providers, code signing configurations,
 * event source mappings.
 */
@NullMarked
package thaw.platform.catalog.resource;

import org.jspecify.annotations.NullMarked;
