/*
 * System calls that no function on Lambda needs and with which those that found a fault of the
 * kernel began: like Docker's default profile a list of what is denied, and with EPERM as there.
 * process_vm_readv is permitted: the probe of thaw why reads its own process's memory with it, and
 * others are out of reach by their numbers, users and capabilities. clone3 has its flags in memory, where a filter cannot look; ENOSYS makes every libc use clone.
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "which system calls does this machine have?"
#endif
#define X32_BIT 0x40000000

#define NAMESPACES \
  (CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | \
   CLONE_NEWCGROUP | 0x80 /* CLONE_NEWTIME */)

static const int DENIED[] = {
    SYS_mount,         SYS_umount2,        SYS_pivot_root,    SYS_chroot,
    SYS_ptrace,        SYS_process_vm_writev, SYS_kcmp,
    SYS_keyctl,        SYS_add_key,        SYS_request_key,   SYS_bpf,
    SYS_userfaultfd,   SYS_unshare,        SYS_setns,         SYS_kexec_load,
    SYS_init_module,   SYS_finit_module,   SYS_delete_module, SYS_clock_settime,
    SYS_settimeofday,  SYS_clock_adjtime,  SYS_adjtimex,      SYS_reboot,
    SYS_swapon,        SYS_swapoff,        SYS_syslog,        SYS_acct,
    SYS_quotactl,      SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_lookup_dcookie,
    SYS_nfsservctl,    SYS_vhangup,        SYS_sethostname,   SYS_setdomainname,
    SYS_fanotify_init, SYS_personality,
    425, 426, 427, /* io_uring_setup, _enter, _register */
    438, 443, 467, /* pidfd_getfd, quotactl_fd, open_tree_attr */
    428, 429, 430, 431, 432, 433, 442, /* open_tree, move_mount, fsopen, fsconfig, fsmount, fspick,
                                          mount_setattr */
#if defined(__x86_64__)
    SYS_iopl,          SYS_ioperm,         SYS_uselib,        SYS_kexec_file_load,
    SYS_modify_ldt,    SYS_sysfs,          SYS_ustat,
#else
    294, /* kexec_file_load */
#endif
};
#define DENIALS (sizeof DENIED / sizeof DENIED[0])

#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define DENY(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

void restrict_calls(int may_count_events) {
  struct sock_filter program[2 * DENIALS + 32];
  unsigned short n = 0;
#define ADD(...)                                        \
  do {                                                  \
    struct sock_filter step = __VA_ARGS__;              \
    program[n++] = step;                                \
  } while (0)
  ADD(LOAD(arch));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  ADD(DENY(ENOSYS)); /* of another architecture: numbers would mean other calls */
  ADD(LOAD(nr));
#if defined(__x86_64__)
  ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1));
  ADD(DENY(ENOSYS));
#endif
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1));
  ADD(DENY(ENOSYS));
  if (!may_count_events) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1));
    ADD(DENY(EPERM));
  }
  for (size_t i = 0; i < DENIALS; i++) {
    /* To read which one is in force is harmless, and what glibc's own start may do. */
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)DENIED[i], 0, 1));
    ADD(DENY(EPERM));
  }
  /* Families that a network namespace does not hold (VSOCK leads to the hypervisor), and that load
   * modules of the kernel: only those of Lambda. */
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 6));
  ADD(LOAD(args[0]));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 4, 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 3, 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 2, 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 1, 0));
  ADD(DENY(EAFNOSUPPORT));
  ADD(LOAD(nr));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3));
  ADD(LOAD(args[0]));
  ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES & ~0x80u, 0, 1));
  ADD(DENY(EPERM));
  ADD(ALLOW);
  struct sock_fprog whole = {n, program};
  /* SPEC_ALLOW: before Linux 5.16 a filter would otherwise slow the JVM's compiled code down. */
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &whole) != 0 &&
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) != 0)
    fail("could not restrict system calls", "");
}
