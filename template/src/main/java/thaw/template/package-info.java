/**
 * Templates of CloudFormation, SAM and CDK as a deployment resolves them: text into values with
 * their places; parameters, conditions, intrinsic functions, references and nested stacks. It knows
 * neither Lambda nor this machine's stand-ins: a {@link Deployment} tells what resources are taken
 * for.
 */
@NullMarked
package thaw.template;

import org.jspecify.annotations.NullMarked;
