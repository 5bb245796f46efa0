/**
 * The language of SAM and CloudFormation templates: values with their places, intrinsic functions,
 * parameters and references.
 */
@NullMarked
package thaw.function.template;

import org.jspecify.annotations.NullMarked;
