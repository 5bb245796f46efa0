/** The job {@code package}: {@code PackageJob} makes deployment packages, or compares them. */
@NullMarked
package thaw.app.packaging;

import org.jspecify.annotations.NullMarked;
