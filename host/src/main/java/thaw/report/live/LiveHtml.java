package thaw.report.live;

import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;

/**
 * The page on which one watches a running platform: one HTML text for all who ask, which loads
 * nothing but its data from where it came from.
 */
public final class LiveHtml {
  private static final PageFrame FRAME =
      PageFrame.of(
              "page.css uPlot.min.css report/live/live.css",
              """
              tips.js basics.js charts.js uPlot.iife.min.js report/live/basics.js
              report/live/state.js report/live/lists.js report/live/charts.js
              report/live/machine.js report/live/environments.js report/live/addresses.js
              report/live/detail.js report/live/invoke.js report/live/stream.js
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
