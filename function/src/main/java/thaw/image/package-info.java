/**
 * Container images on disk: OCI layouts, OCI tars and what {@code docker save} writes, and the root
 * file system that their layers make.
 *
 * <p>Refuses to know what is started from them, and registries. May use function.
 *
 * <p>{@code ImageStore} has an image ready: {@code ImageFile} reads its manifests, and {@code
 * RootTree} lays its layers over each other. The result is the root folder of a box.
 */
@NullMarked
package thaw.image;

import org.jspecify.annotations.NullMarked;
