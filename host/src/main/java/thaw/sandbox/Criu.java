package thaw.sandbox;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether this host can snapshot processes with CRIU. */
public final class Criu {
  private static final String NAME = "CRIU";
  private static final Pattern VERSION = Pattern.compile("Version: (\\d+)\\.(\\d+)");
  private static final String COST = "SnapStart cannot be executed: no snapshot and restore";

  private Criu() {}

  /**
   * From Linux 6.16 on, releases before 4.2 cannot dump a process that holds an inet socket, and
   * the runtime client always holds one (checkpoint-restore/criu issue 2705).
   */
  public static Capability probe() {
    Tool tool = Tool.run(List.of("criu", "--version"));
    if (!tool.succeeded()) {
      return Capability.missing(
          NAME,
          "criu not found",
          COST,
          "install CRIU 4.2 or newer (criu.org, or your distribution)");
    }
    Matcher version = VERSION.matcher(tool.output());
    boolean recent =
        version.find()
            && (Integer.parseInt(version.group(1)) > 4
                || (Integer.parseInt(version.group(1)) == 4
                    && Integer.parseInt(version.group(2)) >= 2));
    return recent
        ? Capability.present(NAME, tool.firstLine())
        : Capability.missing(
            NAME, tool.firstLine() + " is older than 4.2", COST, "install CRIU 4.2 or newer");
  }
}
