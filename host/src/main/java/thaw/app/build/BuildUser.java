package thaw.app.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.function.packaging.BuildFiles;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;

/**
 * The user who runs a project's build, whose plugins do what their author likes: not root, but
 * under {@code sudo} the user who has called it, else the one who owns the project. Refuses to know
 * what is built.
 *
 * @param words for people: "as alice"; empty when it is who runs this program, and that is no root
 * @param prefix of a command
 * @param environment of the build, besides this program's own
 */
record BuildUser(String words, List<String> prefix, Map<String, String> environment) {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String NOT_ROOT = "[1-9]\\d{0,9}";

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
    String caller = environment.getOrDefault("SUDO_UID", "");
    String gid = environment.getOrDefault("SUDO_GID", "");
    List<String> reasons = new ArrayList<>();
    if (caller.matches(NOT_ROOT) && gid.matches("\\d{1,10}")) {
      Optional<BuildUser> user =
          user(caller, "has called sudo", Optional.of(gid), project, reasons);
      if (user.isPresent()) {
        return user.get();
      }
    }
    String owner = owner(project);
    if (owner.matches(NOT_ROOT) && !owner.equals(caller)) {
      Optional<BuildUser> user = user(owner, "owns it", Optional.empty(), project, reasons);
      if (user.isPresent()) {
        return user.get();
      }
    }
    return root(reasons.isEmpty() ? "" : ": " + String.join(", and ", reasons));
  }

  private static String owner(Path project) {
    try {
      return String.valueOf(Files.getAttribute(project, "unix:uid"));
    } catch (IOException e) {
      return ""; // that it is not there is said by the build
    }
  }

  /**
   * @param gid of the user's processes; without it the user's own group
   * @param reasons gets why the user cannot build the project
   */
  private static Optional<BuildUser> user(
      String uid, String role, Optional<String> gid, Path project, List<String> reasons) {
    // name:x:uid:gid:comment:home:shell
    String[] entry = Tool.run(List.of("getent", "passwd", uid)).firstLine().split(":", -1);
    if (entry.length < 7) {
      reasons.add("there is no user " + uid + ", who " + role);
      return Optional.empty();
    }
    String name = entry[0];
    String group = gid.orElse(entry[3]);
    List<String> prefix = List.of("setpriv", "--reuid=" + uid, "--regid=" + group, "--init-groups");
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    for (List<String> needed :
        List.of(
            List.of("test", "-w", project.toString()), List.of("test", "-x", java.toString()))) {
      if (!Tool.run(of(prefix, needed)).succeeded()) {
        String verb = needed.contains("-w") ? " cannot write " : " cannot execute ";
        reasons.add(name + verb + needed.getLast());
        return Optional.empty();
      }
    }
    takeOver(project, uid + ":" + group);
    return Optional.of(
        new BuildUser(
            "as " + name, prefix, Map.of("HOME", entry[5], "USER", name, "LOGNAME", name)));
  }

  /**
   * Gives the user those files that builds as root have left behind, so that the user can build
   * again: in folders that a build tool writes, each beside its build's file. The user could have
   * put anything there: it follows no link, and a file with several names may be one of the
   * system's.
   */
  private static void takeOver(Path project, String owner) {
    for (Path output : outputs(project)) {
      List<String> command = new ArrayList<>(List.of("find", output.toString(), "-xdev"));
      command.addAll(List.of("-user", "0", "(", "-type", "d", "-o", "-links", "1", ")"));
      command.addAll(List.of("-execdir", "chown", "--no-dereference", owner, "{}", "+"));
      Tool.run(command, PATIENCE); // what fails here is said by the build
    }
  }

  private static List<Path> outputs(Path project) {
    List<Path> outputs = new ArrayList<>();
    try {
      Files.walkFileTree(
          project,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (!BuildFiles.isNameOfOutput(folder) || folder.equals(project)) {
                return FileVisitResult.CONTINUE;
              }
              if (BuildFiles.isOutput(folder)) {
                outputs.add(folder);
              }
              return FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              return FileVisitResult.CONTINUE; // the build says what it cannot read
            }
          });
    } catch (IOException e) {
      // The build says what it cannot read.
    }
    return outputs;
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
