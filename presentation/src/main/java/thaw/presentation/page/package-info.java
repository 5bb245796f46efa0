/** Has what all HTML pages share: templates, the content security policy, axes and chart frames. */
@NullMarked
package thaw.presentation.page;

import org.jspecify.annotations.NullMarked;
