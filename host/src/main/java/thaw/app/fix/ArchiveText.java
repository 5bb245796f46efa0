package thaw.app.fix;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import thaw.environment.launch.RuntimeProgram;

/** The text beside a class archive that tells how to deploy it and to make it again. */
final class ArchiveText {
  private ArchiveText() {}

  /**
   * @param command makes the package
   */
  static String of(
      String function,
      String command,
      RuntimeProgram.Java java,
      RuntimeProgram.ClassArchive archive,
      List<Path> libraries) {
    String file = archive.format().fileName();
    return """
    %s is the %s of %s, trained on %s.

    AWS's managed runtime cannot use it. This makes a package that can, with its own JVM and an AOT
    cache, and all else that thaw fix has kept:

      %s

    After thaw fix --apply the same command makes it of the changed sources.

    To do it yourself:

    A JVM takes it only when its own build and the class path are exactly those of the training:
    %s, and this class path, in this order:
      the runtime client's jars
      classes.jar             (the classes of /var/task, from this folder)
    %s
    The managed runtime loads /var/task by a class loader of its own, which no archive covers, and its
    JVM is replaced by AWS. So deploy it where both are yours: a container image, or provided.al2023
    with this JDK and a bootstrap that starts

      java %s -classpath <the class path> \\
        com.amazonaws.services.lambda.runtime.api.client.AWSLambda <handler>

    Make it again whenever a jar or the JDK changes, with the JDK that will run it: the same command
    with

      java %s -classpath <the class path> ...

    serves your events and ends upon SIGTERM; then the JVM writes the file. JDK 25.0.3 and older do not
    notice that a jar has changed and run the old classes (JDK-8377932): never keep an archive of
    another build.
    """
        .formatted(
            file,
            archive.format().words(),
            function,
            java.jdk().label(),
            command,
            java.jdk().label(),
            libraries.stream()
                .map(jar -> "  lib/" + jar.getFileName() + "\n")
                .collect(Collectors.joining()),
            String.join(" ", archive.format().use(Path.of(file))),
            String.join(" ", archive.format().write(Path.of(file))));
  }
}
