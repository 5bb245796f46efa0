/** Finds what of the AWS SDK for Java 1 a module uses, and whether it can be migrated. */
@NullMarked
package thaw.remedy.edit.sdk;

import org.jspecify.annotations.NullMarked;
