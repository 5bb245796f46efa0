package thaw.sandbox;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import thaw.sandbox.kernel.Tool;

/**
 * The hosts that tests of real processes run on: this one as it is, and with parts of it unused.
 */
public enum Guarded {
  AS_PROBED {
    @Override
    public SandboxHost of(SandboxHost probed) {
      return probed;
    }
  },
  V1_ONLY {
    @Override
    public SandboxHost of(SandboxHost probed) {
      CgroupHost v1 = new CgroupHost(null, Set.of(), probed.cgroups().v1(), List.of());
      return new SandboxHost(
          v1,
          probed.isolation().namespaces(),
          probed.dropsPrivileges(),
          probed.isRootUser(),
          false,
          Scratch.probe());
    }
  },
  USER_NAMESPACE_WITHOUT_CGROUPS {
    @Override
    public SandboxHost of(SandboxHost probed) {
      return new SandboxHost(withoutCgroups(), MountNamespaces.USER, false, probed.isRootUser());
    }
  },
  NOTHING {
    @Override
    public SandboxHost of(SandboxHost probed) {
      return new SandboxHost(withoutCgroups(), MountNamespaces.NONE, false, probed.isRootUser());
    }
  };

  public abstract SandboxHost of(SandboxHost probed);

  private static CgroupHost withoutCgroups() {
    return CgroupHost.none("the test uses none");
  }

  private static boolean hasV1() {
    return CgroupHost.detect().v1().keySet().containsAll(Set.of("cpu", "memory", "freezer"));
  }

  /** Those that this host permits; {@code AS_PROBED} is always one. */
  public static List<Guarded> permitted() {
    if (Boolean.getBoolean("thaw.guest")) {
      return List.of(AS_PROBED); // slow, and the others are the same on every kernel
    }
    boolean userNamespaces =
        Tool.run(List.of("sh", "-c", MountNamespaces.USER.prefix() + "mount --bind /usr /usr"))
            .succeeded();
    return Stream.of(values())
        .filter(guarded -> guarded != V1_ONLY || hasV1())
        .filter(guarded -> guarded != USER_NAMESPACE_WITHOUT_CGROUPS || userNamespaces)
        .toList();
  }
}
