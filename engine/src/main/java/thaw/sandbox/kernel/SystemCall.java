package thaw.sandbox.kernel;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The calls in which threads wait, with their numbers; a number that is not here is told as it is.
 *
 * @see <a
 *     href="https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/arch/x86/entry/syscalls/syscall_64.tbl">
 *     syscall_64.tbl</a>, and {@code include/uapi/asm-generic/unistd.h} for ARM
 */
enum SystemCall {
  READ(0, 63, true),
  WRITE(1, 64, true),
  OPEN(2, -1, false),
  POLL(7, -1, false),
  IOCTL(16, 29, true),
  PREAD64(17, 67, true),
  READV(19, 65, true),
  WRITEV(20, 66, true),
  NANOSLEEP(35, 101, false),
  CONNECT(42, 203, true),
  ACCEPT(43, 202, true),
  SENDTO(44, 206, true),
  RECVFROM(45, 207, true),
  SENDMSG(46, 211, true),
  RECVMSG(47, 212, true),
  VFORK(58, -1, false),
  WAIT4(61, 260, false),
  FLOCK(73, 32, true),
  FSYNC(74, 82, true),
  FUTEX(202, 98, false),
  RESTART_SYSCALL(219, 128, false),
  CLOCK_NANOSLEEP(230, 115, false),
  EPOLL_WAIT(232, -1, true),
  WAITID(247, 95, false),
  OPENAT(257, 56, false),
  PPOLL(271, 73, false),
  EPOLL_PWAIT(281, 22, true),
  ACCEPT4(288, 242, true);

  private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

  private final int x86;
  private final int arm;
  private final boolean hasDescriptor;

  SystemCall(int x86, int arm, boolean hasDescriptor) {
    this.x86 = x86;
    this.arm = arm;
    this.hasDescriptor = hasDescriptor;
  }

  /** Returns the call that has this number on this machine. */
  static Optional<SystemCall> numbered(String number) {
    return Stream.of(values())
        .filter(call -> Integer.toString(ARM ? call.arm : call.x86).equals(number))
        .filter(_ -> !number.equals("-1"))
        .findFirst();
  }

  String words() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether its first argument is an open file. */
  boolean hasDescriptor() {
    return hasDescriptor;
  }
}
