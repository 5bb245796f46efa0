package thaw.service.process;

import java.util.List;
import java.util.Optional;
import thaw.http.SiteRule;

/**
 * The rule on web pages of other sites that all local services have, those of Thaw and those of
 * other people's programs, which hold it in processes of their own.
 */
public final class ServiceRule {
  public static final SiteRule RULE = new SiteRule(SiteRule.OF_AWS, false);

  private ServiceRule() {}

  /** The header fields of a request. */
  interface Fields {
    /** Returns the values of the fields of a name, one for each line. */
    List<String> of(String name) throws ReflectiveOperationException;
  }

  /** Returns why a request is refused; empty when it is let in. */
  static Optional<String> refusal(Fields fields) throws ReflectiveOperationException {
    List<String> hosts = fields.of("Host");
    return RULE.refusal(
        hosts.isEmpty() ? "" : hosts.getFirst(), fields.of("Origin"), fields.of("Sec-Fetch-Site"));
  }
}
