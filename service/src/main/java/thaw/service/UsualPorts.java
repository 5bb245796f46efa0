package thaw.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import thaw.service.process.LocalService;

/**
 * Ports that the services of a project have in each run, as long as nobody else listens there: what
 * a function remembers of them stays true in its snapshot.
 *
 * @param project absent: any port
 */
record UsualPorts(Optional<Path> project) {
  /** Those that the kernel chooses begin at 32768, if nobody has changed that (ip(7)). */
  private static final int FIRST = 20_000;

  private static final int COUNT = 12_000;

  /** Several programs of one project may run side by side. */
  private static final int TRIES = 4;

  /**
   * A free one.
   *
   * @param number of the service's ports, from 0 on
   * @return 0 where all that are usual are taken: any
   */
  int of(LocalService service, int number) {
    return of(service.name(), number);
  }

  /** One of something that has no such name. */
  int of(String service, int number) {
    for (int round = 0; round < TRIES && project.isPresent(); round++) {
      int place = Objects.hash(project.get().toString(), service, number, round);
      int port = FIRST + Math.floorMod(place, COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    return 0;
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
