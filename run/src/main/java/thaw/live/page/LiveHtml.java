package thaw.live.page;

import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;

/**
 * The page on which one watches a running platform: one HTML text for all who ask, which loads
 * nothing but its data from where it came from.
 */
public final class LiveHtml {
  private static final PageFrame FRAME =
      PageFrame.of(
              "page.css uPlot.min.css live/page/live.css",
              """
              tips.js basics.js charts.js uPlot.iife.min.js live/page/basics.js
              live/page/state.js live/page/lists.js live/page/charts.js
              live/page/machine.js live/page/environments.js live/page/addresses.js
              live/page/detail.js live/page/invoke.js live/page/stream.js
              """)
          .allowing("img-src data:; connect-src 'self'");

  private LiveHtml() {}

  /**
   * @param title what is run
   */
  public static String page(String title) {
    return PageOutput.text(
        out -> JteliveGenerated.render(out, PageOutput.NO_INTERCEPTOR, FRAME, title));
  }

  /**
   * The page's content security policy as a header, where it can also say that no other page may
   * show this one within itself, to have its buttons clicked.
   */
  public static String policy() {
    return FRAME.allowing("frame-ancestors 'none'").policy();
  }
}
