package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import thaw.files.Trees;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.MountInfo;
import thaw.sandbox.kernel.Tool;

/**
 * One run of this program and all that it leaves on the host while it runs: a folder, cgroups and
 * processes.
 *
 * <p>For the maintainer. Three things clean up, so that nothing survives. {@link #close} does so at
 * a normal end. A janitor (a shell that waits for the end of its standard input, in a session of
 * its own) does so at once when this program dies of any cause, {@code kill -9} included. And the
 * next start sweeps what a killed janitor left: the folder's lock is then free. All three run the
 * same script, {@link CleanUp}. Mounts need no care: they end with the namespace of the last
 * process.
 *
 * <p>The order of {@link #open} matters: the script and the held lock are in place before the
 * folder has a name that a sweep looks for, and before anything exists that the script removes.
 */
public final class Instance implements AutoCloseable {
  private static final Duration CLEAN_UP_PATIENCE = Duration.ofSeconds(20);

  private final SandboxHost host;
  private final Path directory;
  private final FileChannel lockFile;
  private final Cgroup parent;
  private final Process janitor;
  private final Scratch scratch;
  private final SetUps setUps = SetUps.forThisMachine();
  private final AtomicInteger boxes = new AtomicInteger();

  /** Boxes are made under the read lock, so that none is made while or after all is removed. */
  private final ReadWriteLock life = new ReentrantReadWriteLock();

  private boolean closed; // guarded by life
  private final HostPorts hostPorts = new HostPorts();
  private final EgressProxy egress = new EgressProxy(hostPorts);
  private final EgressProxyWatch egressWatch = new EgressProxyWatch(egress, hostPorts);
  private final OutputWatch outputWatch = new OutputWatch();
  private final List<Runnable> renewals = new CopyOnWriteArrayList<>();
  private final Map<Class<?>, Object> kept = new ConcurrentHashMap<>();

  private Instance(
      SandboxHost host, Path directory, FileChannel lockFile, Cgroup parent, Process janitor) {
    this.host = host;
    this.directory = directory;
    this.lockFile = lockFile;
    this.parent = parent;
    this.janitor = janitor;
    this.scratch = new Scratch(host.limitsDisk(), directory);
  }

  /**
   * Sweeps what dead instances left in {@code base}, then opens a new one.
   *
   * @param base a folder for the folders of all instances, created when absent
   */
  public static Instance open(SandboxHost host, Path base) {
    try {
      Files.createDirectories(
          base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
      InstanceFolders.requireOwn(base);
      InstanceFolders.sweep(base);
      String id = InstanceFolders.newName();
      Path directory = base.resolve(id);
      Cgroup parent = Cgroup.named(host.cgroups(), id);
      Path staged =
          Files.createDirectory( // boxes see by their mounts what they need of it
              base.resolve(InstanceFolders.STAGED + id),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      FileChannel lockFile =
          FileChannel.open(
              staged.resolve(InstanceFolders.LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      lockFile.lock();
      Files.createDirectory(staged.resolve("pids"));
      String script = CleanUp.script(directory, parent.directories());
      Files.writeString(staged.resolve(InstanceFolders.CLEAN_UP), script);
      Files.move(staged, directory, StandardCopyOption.ATOMIC_MOVE);
      Instance instance =
          new Instance(host, directory, lockFile, parent, startJanitor(directory, script));
      instance.createParent();
      return instance;
    } catch (IOException e) {
      throw new UncheckedIOException("could not open an instance in " + base + ": " + e, e);
    }
  }

  /**
   * The janitor lives in a session of its own: Ctrl-C in the terminal does not reach it. It has the
   * script as an argument, and so cleans up although somebody has emptied the folder.
   */
  private static Process startJanitor(Path directory, String script) throws IOException {
    String waiting = "trap '' INT TERM HUP; while read line; do :; done\n";
    return new ProcessBuilder("setsid", "sh", "-c", waiting + script, "janitor", CleanUp.AT_ONCE)
        .directory(directory.getRoot().toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private void createParent() {
    try {
      Cgroup.create(host.cgroups(), directory.getFileName().toString());
      parent.delegateToChildren(host.cgroups().v2Controllers());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  public SandboxHost host() {
    return host;
  }

  /** Returns the folder for temporary files that end with the instance. */
  public Path directory() {
    return directory;
  }

  /**
   * Room for the files of boxes, empty, writable by everybody; who asks for it removes its source,
   * which is in {@link #directory}.
   *
   * @param target where boxes see it
   * @param mib what can be written there, where {@link SandboxHost#limitsDisk}
   */
  public Bind room(Path target, int mib) {
    return setUps.inTurn(() -> scratch.make(target, mib));
  }

  /** Makes a box around a parked process; {@link Sandbox#start} lets it become the program. */
  public Sandbox prepare(String label, SandboxSpec spec) {
    return whileOpen(() -> watched(prepare(label, boxes(spec, Sandbox::park)), spec));
  }

  /** Makes a box as {@link #prepare(String, SandboxSpec)} does, for a program that refuses root. */
  public Sandbox prepareWithoutRoot(String label, SandboxSpec spec) {
    return whileOpen(() -> {
      SandboxHost other = host.withoutRoot();
      return watched(
          prepare(
              label, place -> Sandbox.park(new Sandbox.Surroundings(other, place, egress), spec)),
          spec);
    });
  }

  /** Starts a program of the host that ends with this instance. */
  public Job start(String label, Job.Spec spec) {
    MountNamespaces namespaces = host.isolation().namespaces();
    return whileOpen(() -> prepare(label, place -> Job.start(namespaces, spec, place)));
  }

  /**
   * A new folder below one of the user's, which ends with this instance, whatever ends it: it is on
   * record before it is there.
   *
   * @param entered whether functions' programs, which may be another user's, must get through it;
   *     else it is for its owner alone
   */
  public Path folderBelow(Path parent, boolean entered) {
    return whileOpen(() -> {
      String name = directory.getFileName() + "-" + boxes.incrementAndGet();
      try {
        Path folder = parent.toRealPath().resolve(name);
        Path elsewhere = Files.createDirectories(directory.resolve(CleanUp.ELSEWHERE));
        Files.createSymbolicLink(elsewhere.resolve(name), folder);
        return Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString(entered ? "rwx--x--x" : "rwx------")));
      } catch (IOException e) {
        throw new UncheckedIOException("could not make a folder in " + parent + ": " + e, e);
      }
    });
  }

  /**
   * Removes what {@link #folderBelow} has made. What cannot be removed, or has mounts in it, stays
   * on record: the end of the instance tries again, and says so.
   */
  public void removeBelow(Path folder) {
    try {
      if (!MountInfo.hasMounts(KernelFile.lines(Path.of("/proc/self/mountinfo")), folder)) {
        Trees.delete(folder);
        Files.deleteIfExists(directory.resolve(CleanUp.ELSEWHERE).resolve(folder.getFileName()));
      }
    } catch (IOException e) {
      // On record.
    }
  }

  /**
   * Makes an isolated sandbox, empty: a program is parked or restored in it later.
   *
   * @param spec its environment and command are not used
   */
  public IsolatedSandbox prepareIsolated(String label, SandboxSpec spec) {
    return whileOpen(() -> watched(prepare(label, boxes(spec, IsolatedSandbox::open)), spec));
  }

  /** Fills a folder. */
  public interface Content {
    void write(Path folder) throws IOException;
  }

  /**
   * A new folder in {@link #directory}, with this in it. The end of the instance waits for what is
   * being written; what fails is removed.
   */
  public Path write(String prefix, Content content) throws IOException {
    return written(prefix, content, Optional.empty());
  }

  /**
   * Writes a folder as {@link #write} does, and moves it to its place when it is whole.
   *
   * @param target absent, in {@link #directory}
   */
  public Path writeWhole(String prefix, Path target, Content content) throws IOException {
    return written(prefix, content, Optional.of(target));
  }

  private Path written(String prefix, Content content, Optional<Path> target) throws IOException {
    life.readLock().lock();
    try {
      requireOpen();
      Path folder = Files.createTempDirectory(directory, prefix);
      try {
        content.write(folder);
        return target.isPresent()
            ? Files.move(folder, target.get(), StandardCopyOption.ATOMIC_MOVE)
            : folder;
      } catch (IOException | RuntimeException | Error e) {
        Trees.delete(folder);
        throw e;
      }
    } finally {
      life.readLock().unlock();
    }
  }

  private <B extends Sandbox> B watched(B box, SandboxSpec spec) {
    outputWatch.add(box);
    box.whenClosed(() -> outputWatch.remove(box));
    if (spec.network().isPresent() && egress.reachesWholeHost()) {
      egressWatch.add(box, spec.network().get());
      box.whenClosed(() -> egressWatch.remove(box));
    }
    return box;
  }

  /**
   * Returns what a part of the program keeps for as long as this instance lives.
   *
   * @param first makes it for the first who asks
   */
  public <K> K keeping(Class<K> type, Supplier<K> first) {
    return type.cast(kept.computeIfAbsent(type, _ -> first.get()));
  }

  /** Returns the ports of this machine, of which those of environments are hidden. */
  public HostPorts hostPorts() {
    return hostPorts;
  }

  /** Has a step run by each {@link #renew}. */
  public void onRenewal(Runnable step) {
    renewals.add(step);
  }

  /**
   * Puts what programs have changed outside of their boxes, such as databases, back to what it was
   * before the first of several starts that are to be alike.
   */
  public void renew() {
    renewals.forEach(Runnable::run);
  }

  /** Returns the proxy that leads out of sandboxes. */
  public EgressProxy egress() {
    return egress;
  }

  /** Waits for its turn without the lock, so that {@link #close} need not wait for all turns. */
  private <B> B whileOpen(Supplier<B> maker) {
    return setUps.inTurn(() -> {
      life.readLock().lock();
      try {
        requireOpen();
        return maker.get();
      } finally {
        life.readLock().unlock();
      }
    });
  }

  /** Throws when the instance has been closed; the caller holds the read lock. */
  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("closed: " + directory);
    }
  }

  /** Makes one kind of sandbox. */
  private interface BoxMaker<B extends Sandbox> {
    B make(Sandbox.Surroundings surroundings, SandboxSpec spec) throws IOException;
  }

  private <B extends Sandbox> Maker<B> boxes(SandboxSpec spec, BoxMaker<B> maker) {
    return place -> maker.make(new Sandbox.Surroundings(host, place, egress), spec);
  }

  /** Makes something in a place of its own. */
  private interface Maker<P> {
    P make(SandboxPlace place) throws IOException;
  }

  private <P> P prepare(String label, Maker<P> maker) {
    String name = label + "-" + boxes.incrementAndGet();
    Cgroup cgroup = Cgroup.create(host.cgroups(), directory.getFileName() + "/" + name);
    try {
      return maker.make(
          new SandboxPlace(cgroup, directory.resolve(name), directory.resolve("pids")));
    } catch (IOException | RuntimeException e) {
      cgroup.close();
      throw e instanceof RuntimeException problem
          ? problem
          : new UncheckedIOException(
              "could not prepare the sandbox " + name + ": " + e, (IOException) e);
    }
  }

  /** Kills every box and removes everything; any thread may call it, and again. */
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        egressWatch.close();
        outputWatch.close();
        cleanUp();
        lockFile.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not clean up " + directory + ": " + e, e);
    } finally {
      life.writeLock().unlock();
    }
  }

  private void cleanUp() throws IOException {
    janitor.getOutputStream().close();
    boolean ended =
        janitor
            .onExit()
            .thenApply(_ -> true)
            .completeOnTimeout(false, CLEAN_UP_PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .join();
    String said = "";
    if (ended && Files.exists(directory)) {
      // Somebody killed the janitor, or something was left.
      String script = directory.resolve(InstanceFolders.CLEAN_UP).toString();
      said = Tool.run(List.of("sh", script, CleanUp.AT_ONCE)).output();
    }
    if (Files.exists(directory)) {
      throw new IOException(
          "something is left; the next start tries again" + (said.isEmpty() ? "" : ": " + said));
    }
  }

  /** CPU time of all boxes, ended ones included; empty where the host does not count it. */
  public OptionalLong cpuNanos() {
    return parent.cpuNanos();
  }
}
