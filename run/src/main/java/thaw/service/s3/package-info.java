/** S3 on this machine: an HTTP handler that tells of changes in front of S3Proxy. */
@NullMarked
package thaw.service.s3;

import org.jspecify.annotations.NullMarked;
