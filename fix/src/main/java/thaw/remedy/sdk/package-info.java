/**
 * Finds what of the AWS SDK for Java 1 a module uses, and offers its migration: {@code Migration}.
 */
@NullMarked
package thaw.remedy.sdk;

import org.jspecify.annotations.NullMarked;
