package thaw.report;

import java.util.HashMap;
import java.util.Map;

/**
 * The page on which one watches a running platform: one HTML text for all who ask, which loads
 * nothing but its data from where it came from.
 */
public final class LiveHtml {
  private static final Template TEMPLATE = Template.ofResource("live.html");

  private LiveHtml() {}

  /**
   * @param title what is run
   */
  public static String page(String title) {
    Map<String, String> fillings = new HashMap<>(PagePolicy.fillings(TEMPLATE));
    fillings.put("title", Html.text(title));
    return TEMPLATE.fill(fillings);
  }

  /**
   * The page's content security policy as a header, where it can also say that no other page may
   * show this one within itself, to have its buttons clicked.
   */
  public static String policy() {
    Map<String, String> digests = PagePolicy.fillings(TEMPLATE);
    return "default-src 'none'; script-src "
        + digests.get("script-digest")
        + "; style-src "
        + digests.get("style-digest")
        + "; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
        + " frame-ancestors 'none'";
  }
}
