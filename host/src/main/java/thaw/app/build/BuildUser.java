package thaw.app.build;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;

/**
 * The user who runs a project's build, whose plugins do what their author likes: under {@code sudo}
 * the user who has called it, and not root. Refuses to know what is built.
 *
 * @param words for people: "as alice"; empty when it is who runs this program, and that is no root
 * @param prefix of a command
 * @param environment of the build, besides this program's own
 */
record BuildUser(String words, List<String> prefix, Map<String, String> environment) {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final BuildUser OWN = new BuildUser("", List.of(), Map.of());

  BuildUser {
    prefix = List.copyOf(prefix);
    environment = Map.copyOf(environment);
  }

  /**
   * @param project has the folder that the user must be able to write
   * @param environment of this program; sudo puts there who has called it
   */
  static BuildUser of(Path project, Map<String, String> environment) {
    return SandboxHost.isRoot() ? underRoot(project, environment) : OWN;
  }

  private static BuildUser underRoot(Path project, Map<String, String> environment) {
    String uid = environment.getOrDefault("SUDO_UID", "");
    String gid = environment.getOrDefault("SUDO_GID", "");
    if (!uid.matches("[1-9]\\d{0,9}") || !gid.matches("\\d{1,10}")) {
      return root("");
    }
    // name:x:uid:gid:comment:home:shell
    String[] entry = Tool.run(List.of("getent", "passwd", uid)).firstLine().split(":", -1);
    if (entry.length < 7) {
      return root(": there is no user " + uid + ", who has called sudo");
    }
    String name = entry[0];
    List<String> prefix = List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--init-groups");
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    for (List<String> needed :
        List.of(
            List.of("test", "-w", project.toString()), List.of("test", "-x", java.toString()))) {
      if (!Tool.run(of(prefix, needed)).succeeded()) {
        String path = needed.getLast();
        return root(
            ": " + name + (needed.contains("-w") ? " cannot write " : " cannot execute ") + path);
      }
    }
    takeOver(project, uid + ":" + gid);
    return new BuildUser(
        "as " + name, prefix, Map.of("HOME", entry[5], "USER", name, "LOGNAME", name));
  }

  /**
   * Gives the user those files that builds as root have left behind, so that the user can build
   * again.
   */
  private static void takeOver(Path project, String owner) {
    List<String> command = new ArrayList<>(List.of("find", project.toString()));
    command.addAll(List.of("(", "-path", "*/target", "-o", "-path", "*/target/*", ")"));
    command.addAll(
        List.of("-user", "0", "-execdir", "chown", "--no-dereference", owner, "{}", "+"));
    Tool.run(command, PATIENCE); // what fails here is said by the build
  }

  private static BuildUser root(String why) {
    return new BuildUser("as root" + why, List.of(), Map.of());
  }

  /** Returns whether it is another one than runs this program. */
  boolean isOther() {
    return !prefix.isEmpty();
  }

  /** The command as this user runs it. */
  List<String> command(List<String> command) {
    return of(prefix, command);
  }

  private static List<String> of(List<String> prefix, List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }
}
