/**
 * Settings and calls by which pools, Hibernate and Spring Data do less at the start: {@code
 * DatabaseRemedies}. It proves what it offers by setting files, variables and sources.
 */
@NullMarked
package thaw.remedy.database;

import org.jspecify.annotations.NullMarked;
