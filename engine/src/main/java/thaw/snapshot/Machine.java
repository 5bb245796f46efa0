package thaw.snapshot;

import java.util.Arrays;
import java.util.Optional;

/** A processor architecture that CRIU is packaged for and Thaw is tested on, in its many names. */
enum Machine {
  AMD64("amd64", "amd64", "x86_64-linux-gnu", "ld-linux-x86-64.so.2"),
  ARM64("aarch64", "arm64", "aarch64-linux-gnu", "ld-linux-aarch64.so.1"),
  OTHER("", "", "none", "none");

  /** The machine of this process. */
  static final Machine OWN = named(System.getProperty("os.arch")).orElse(OTHER);

  private final String java;
  private final String debian;
  private final String triplet;
  private final String loader;

  Machine(String java, String debian, String triplet, String loader) {
    this.java = java;
    this.debian = debian;
    this.triplet = triplet;
    this.loader = loader;
  }

  static Optional<Machine> named(String java) {
    return Arrays.stream(values()).filter(machine -> machine.java.equals(java)).findFirst();
  }

  /** Returns the machine's name in names of Debian's packages. */
  String debian() {
    return debian;
  }

  /** Returns the machine's name in Debian's folders of libraries. */
  String triplet() {
    return triplet;
  }

  /** File name of the dynamic loader. */
  String loader() {
    return loader;
  }
}
