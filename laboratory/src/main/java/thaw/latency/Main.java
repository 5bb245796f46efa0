package thaw.latency;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.cryptomator.jfuse.api.Fuse;
import org.cryptomator.jfuse.api.FuseBuilder;
import org.cryptomator.jfuse.api.FuseMountFailedException;
import thaw.sandbox.FuseLibrary;

/**
 * The program that serves the file system, in a mount namespace of its own. It says {@link #READY}
 * when it is mounted, and ends when its standard input does. A line {@link #AGAIN} has it mounted
 * anew: nothing of it is cached any more. {@link #TRIPS} asks for the number of round trips.
 */
final class Main {
  static final String READY = "mounted";
  static final String AGAIN = "again";
  static final String TRIPS = "trips";

  /**
   * The mount options. The kernel trusts what it was told as long as an NFS client does by default:
   * attributes for 3 s (acregmin), names for 30 s (acdirmin). Contents are kept while size and time
   * of the file are the same when it is opened (auto_cache), as by close-to-open.
   */
  private static final String OPTIONS =
      "-oallow_other,default_permissions,auto_cache,fsname=thaw,subtype=latency"
          + ",attr_timeout=3,entry_timeout=30,negative_timeout=30";

  /** The option for the number of operations that can wait at once. */
  private static final String MANY_THREADS = ",max_threads=256";

  private final Path folder;
  private final Path mountPoint;
  private final Latency latency;

  private Main(Path folder, Path mountPoint, Latency latency) {
    this.folder = folder;
    this.mountPoint = mountPoint;
    this.latency = latency;
  }

  /**
   * @param arguments the folder, the mount point, the latency in microseconds
   */
  public static void main(String[] arguments) throws Exception {
    Latency latency = new Latency(Duration.ofNanos(Long.parseLong(arguments[2]) * 1000));
    new Main(Path.of(arguments[0]), Path.of(arguments[1]), latency).serve();
    // Not exit: threads of libfuse may be inside a call.
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws IOException, FuseMountFailedException, TimeoutException {
    Fuse fuse = mounted();
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      if (order.equals(AGAIN)) {
        fuse.close();
        fuse = mounted();
      } else if (order.equals(TRIPS)) {
        say(TRIPS + " " + latency.trips());
      }
    }
    fuse.close();
  }

  private Fuse mounted() throws FuseMountFailedException {
    FuseBuilder builder = Fuse.builder();
    Path library =
        FuseLibrary.file()
            .orElseThrow(() -> new FuseMountFailedException("libfuse3 was not found"));
    builder.setLibraryPath(library.toString());
    LatencyFileSystem files = new LatencyFileSystem(folder, latency, builder.errno());
    Fuse fuse = builder.build(files);
    HardLinks.bind(fuse, files);
    fuse.mount(
        "thaw", mountPoint, OPTIONS + (FuseLibrary.limitsThreads(library) ? MANY_THREADS : ""));
    say(READY);
    return fuse;
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
