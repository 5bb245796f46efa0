package thaw.cli.document;

import java.util.List;
import java.util.Map;
import thaw.app.run.RunAddresses;

/** Tells other programs where a running application is: {@link RunAddresses} with a format. */
public record RunDocument(
    String format,
    long pid,
    String url,
    List<RunAddresses.Named> functions,
    Map<String, String> functionUrls,
    Map<String, String> apis,
    Map<String, String> services,
    Map<String, String> queues,
    Map<String, String> buckets,
    Map<String, String> tables,
    Map<String, String> outputs,
    String events) {
  private static final String FORMAT = "thaw-run-1";

  public static RunDocument of(RunAddresses addresses) {
    return new RunDocument(
        FORMAT,
        ProcessHandle.current().pid(),
        addresses.url(),
        addresses.functions(),
        addresses.functionUrls(),
        addresses.apis(),
        addresses.services(),
        addresses.queues(),
        addresses.buckets(),
        addresses.tables(),
        addresses.outputs(),
        addresses.events().toString());
  }
}
