package thaw.app.fix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import thaw.environment.launch.RuntimeProgram;

/**
 * The folder that is deployed to start a function by Thaw's runtime client, with a text that tells
 * how.
 */
final class ClientFolder {
  private ClientFolder() {}

  static void write(Path folder, RuntimeProgram.Java java) throws IOException {
    Files.createDirectories(folder.resolve("thaw"));
    List<String> names = java.client().jarNames();
    for (String name : names) {
      Files.copy(
          java.client().root().resolve("lib").resolve(name),
          folder.resolve("thaw").resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
    String classPath =
        names.stream().map(name -> "/opt/thaw/" + name).collect(Collectors.joining(":"));
    Path bootstrap = folder.resolve("bootstrap");
    Files.writeString(
        bootstrap,
        """
        #!/bin/sh
        exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \\
          -cp "%s:/var/task:/var/task/lib/*:/opt/java/lib/*" thaw.runtime.Main "$_HANDLER"
        """
            .formatted(classPath));
    Files.setPosixFilePermissions(bootstrap, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        folder.resolve("README.txt"),
        """
        Thaw's client of the Runtime API takes the place of AWS's. AWS's managed Java runtimes start
        theirs, so it needs one of these:

        - a container image: COPY thaw/ /opt/thaw/, and bootstrap as the entry point;
        - provided.al2023: a layer with thaw/, bootstrap, and a JDK whose java bootstrap finds. Its
          zip functions have no SnapStart; a container image has it.

        It was measured on %s. It serves the same handlers; what differs is in docs/runtime.md.
        """
            .formatted(java.jdk().label()));
  }
}
