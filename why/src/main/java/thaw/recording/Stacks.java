package thaw.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives the addresses of one process their names, and puts kernel, native and Java frames together.
 *
 * <p>For the maintainer. The walk of frame pointers goes on below the first Java frame, through
 * interpreted frames down to the thread's start; what it finds there the Java frames say better. So
 * of the native frames only those above the first address outside of all libraries count.
 */
final class Stacks {
  private final MemoryMap map;
  private final KernelSymbols kernel;
  private final Function<String, Path> hostPath;
  private final Map<Long, ProbeLog.Method> methods;
  private final Map<String, Optional<NativeSymbols>> libraries = new HashMap<>();
  private final Map<Long, Optional<Frame>> natives = new HashMap<>();
  private final Map<Long, Frame> kernels = new HashMap<>();
  private final Map<ProbeLog.JavaFrame, Frame> javas = new HashMap<>();

  /**
   * @param hostPath where the host has a file that the process sees under a path
   */
  Stacks(
      MemoryMap map,
      KernelSymbols kernel,
      Function<String, Path> hostPath,
      Map<Long, ProbeLog.Method> methods) {
    this.map = map;
    this.kernel = kernel;
    this.hostPath = hostPath;
    this.methods = methods;
  }

  /** Returns whether the kernel's functions have names. */
  boolean namesKernel() {
    return kernel.known();
  }

  /** Returns whether libjvm's own functions have names that can be read. */
  boolean namesJvm() {
    return Demangler.isAvailable()
        && map.mappings().stream()
            .map(MemoryMap.Mapping::path)
            .filter(path -> path.endsWith("/libjvm.so"))
            .findFirst()
            .flatMap(this::symbols)
            .map(NativeSymbols::complete)
            .orElse(false);
  }

  List<Frame> of(ProbeLog.OnCpu sample) {
    List<Frame> frames = new ArrayList<>();
    for (long address : sample.kernel()) {
      frames.add(kernelFrame(address));
    }
    for (long address : sample.nativeFrames()) {
      Frame frame = nativeFrame(address);
      if (frame == null) {
        break;
      }
      frames.add(frame);
    }
    addJava(frames, sample.java());
    return frames;
  }

  /** Returns the address in JVM-generated code at which a thread was; 0 where it was in none. */
  long generatedCode(ProbeLog.OnCpu sample) {
    if (sample.kernel().length > 0 || sample.nativeFrames().length == 0) {
      return 0;
    }
    long address = sample.nativeFrames()[0];
    return nativeFrame(address) == null ? address : 0;
  }

  /**
   * Returns the frames found on a blocked thread's stack. They may be left from earlier calls:
   * hints, not facts.
   */
  List<Frame> of(ProbeLog.Blocked wait) {
    List<Frame> frames = new ArrayList<>();
    for (long address : wait.nativeFrames()) {
      Frame frame = nativeFrame(address);
      if (frame != null) {
        frames.add(frame);
      }
    }
    addJava(frames, wait.java());
    return frames;
  }

  List<Frame> of(ProbeLog.JavaFrame[] java) {
    List<Frame> frames = new ArrayList<>();
    addJava(frames, java);
    return frames;
  }

  private void addJava(List<Frame> frames, ProbeLog.JavaFrame[] java) {
    for (ProbeLog.JavaFrame frame : java) {
      frames.add(javas.computeIfAbsent(frame, this::javaFrame));
    }
  }

  private Frame javaFrame(ProbeLog.JavaFrame frame) {
    ProbeLog.Method method = methods.get(frame.method());
    return method == null
        ? new Frame.Java("?", "?", -1)
        : new Frame.Java(className(method.signature()), method.name(), frame.bci());
  }

  /** {@code Lcom/example/Handler$$Lambda.0x0000000800c03000;} without what differs in each run. */
  private static String className(String signature) {
    String name = signature.substring(1, signature.length() - 1).replace('/', '.');
    return GeneratedClass.named(name);
  }

  private Frame kernelFrame(long address) {
    return kernels.computeIfAbsent(address, key -> new Frame.Kernel(kernel.at(key).orElse("?")));
  }

  private @Nullable Frame nativeFrame(long address) {
    return natives.computeIfAbsent(address, this::resolved).orElse(null);
  }

  private Optional<Frame> resolved(long address) {
    return map.at(address)
        .filter(MemoryMap.Mapping::isFile)
        .filter(mapping -> mapping.permissions().contains("x"))
        .map(mapping -> {
          String path = mapping.path();
          String symbol =
              symbols(path)
                  .flatMap(found -> found.atOffset(mapping.fileOffset(address)))
                  .orElse("?");
          return new Frame.Native(path.substring(path.lastIndexOf('/') + 1), symbol);
        });
  }

  private Optional<NativeSymbols> symbols(String path) {
    return libraries.computeIfAbsent(
        path,
        key -> {
          try {
            return Optional.of(NativeSymbols.of(hostPath.apply(key)));
          } catch (IOException e) {
            return Optional.empty(); // its frames have the library's name only
          }
        });
  }
}
