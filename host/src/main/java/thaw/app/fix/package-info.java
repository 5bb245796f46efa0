/**
 * The job {@code fix}: {@code FixJob} searches, in a copy of the user's project, what makes a
 * function's cold start shorter. {@code FixWorkshop} builds and starts the drafts of the search,
 * {@code FixFolder} keeps its result, {@code FixTree} puts it into the work tree.
 */
@NullMarked
package thaw.app.fix;

import org.jspecify.annotations.NullMarked;
