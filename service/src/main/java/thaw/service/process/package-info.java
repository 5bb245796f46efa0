/** The processes of services: their jars, their boxes, their starts. */
@NullMarked
package thaw.service.process;

import org.jspecify.annotations.NullMarked;
