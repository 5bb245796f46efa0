/** Has what all HTML pages share: templates, the content security policy, axes and chart frames. */
@NullMarked
package thaw.report.page;

import org.jspecify.annotations.NullMarked;
