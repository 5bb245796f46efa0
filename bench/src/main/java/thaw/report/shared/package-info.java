/**
 * Has what reports of several measurements share: what an experiment warns of, and what AWS Lambda
 * is expected to show of the times that were measured here.
 */
@NullMarked
package thaw.report.shared;

import org.jspecify.annotations.NullMarked;
