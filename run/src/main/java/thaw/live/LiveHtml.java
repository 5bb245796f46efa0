package thaw.live;

import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;

/**
 * The page on which one watches a running platform: one HTML text for all who ask, which loads
 * nothing but its data from where it came from.
 */
public final class LiveHtml {
  private static final PageFrame FRAME =
      PageFrame.of(
              "page.css uPlot.min.css live/live.css",
              """
              tips.js basics.js charts.js uPlot.iife.min.js live/basics.js
              live/state.js live/lists.js live/charts.js
              live/machine.js live/environments.js live/addresses.js live/services.js
              live/executions.js live/detail.js live/invoke.js live/stream.js
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
