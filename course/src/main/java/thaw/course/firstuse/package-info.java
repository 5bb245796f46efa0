/** First use of features of the language and of the JDK. */
@NullMarked
package thaw.course.firstuse;

import org.jspecify.annotations.NullMarked;
