/**
 * Leads SDKs that call AWS's own host names to local services: hosts files, TLS fronts, trust
 * stores.
 */
@NullMarked
package thaw.service.redirect;

import org.jspecify.annotations.NullMarked;
