/*
 * Native frames by a walk of frame pointers, which libjvm keeps; Java frames by AsyncGetCallTrace.
 * That one gives up in a stub, in a prologue, in a leaf of the runtime, and where the interpreter
 * has called the JVM: a tenth of the samples of a cold start. It is asked again from the first place
 * up the stack that it can know.
 */
#define _GNU_SOURCE
#include "stacks.h"

#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

#define TOP_WORDS 64 /* among which a return address into libjvm is looked for */
#define MOST_UP 24   /* frames of the JVM above a Java frame */
#define MOST_TRIES 6 /* as each may walk a deep stack in vain */

/* Why AsyncGetCallTrace gives up, where another place may help (forte.cpp). */
enum { UNKNOWN_NOT_JAVA = -3, NOT_WALKABLE_NOT_JAVA = -4, UNKNOWN_JAVA = -5, NOT_WALKABLE_JAVA = -6 };

struct registers {
  uintptr_t pc, sp, fp, lr;
};

static int prepare_buffers(struct walker *walker) {
  if (!walker->found) {
    walker->found = calloc(MAX_JAVA, sizeof *walker->found);
  }
  if (!walker->java) {
    walker->java = calloc(MAX_JAVA, sizeof *walker->java);
  }
  return walker->found && walker->java;
}

int prepare_walker(struct walker *walker, JNIEnv *env) {
  pthread_attr_t attr;
  walker->env = env;
  walker->stack_low = walker->stack_high = 0;
  if (pthread_getattr_np(pthread_self(), &attr) == 0) {
    void *low;
    size_t length;
    if (pthread_attr_getstack(&attr, &low, &length) == 0) {
      walker->stack_low = (uintptr_t)low;
      walker->stack_high = (uintptr_t)low + length;
    }
    pthread_attr_destroy(&attr);
  }
  return prepare_buffers(walker);
}

int prepare_walker_of(struct walker *walker, const struct java_thread *thread) {
  walker->env = thread->env;
  walker->stack_low = thread->stack_low;
  walker->stack_high = thread->stack_high;
  return prepare_buffers(walker);
}

static struct registers registers_of(void *context) {
  ucontext_t *c = context;
#if defined(__x86_64__)
  greg_t *g = c->uc_mcontext.gregs;
  return (struct registers){(uintptr_t)g[REG_RIP], (uintptr_t)g[REG_RSP], (uintptr_t)g[REG_RBP], 0};
#elif defined(__aarch64__)
  return (struct registers){(uintptr_t)c->uc_mcontext.pc, (uintptr_t)c->uc_mcontext.sp,
                            (uintptr_t)c->uc_mcontext.regs[29], (uintptr_t)c->uc_mcontext.regs[30]};
#else
#error "unknown machine"
#endif
}

static void set_registers(void *context, uintptr_t pc, uintptr_t sp, uintptr_t fp) {
  ucontext_t *c = context;
#if defined(__x86_64__)
  c->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
  c->uc_mcontext.gregs[REG_RSP] = (greg_t)sp;
  c->uc_mcontext.gregs[REG_RBP] = (greg_t)fp;
#elif defined(__aarch64__)
  c->uc_mcontext.pc = pc;
  c->uc_mcontext.sp = sp;
  c->uc_mcontext.regs[29] = fp;
#endif
}

/* A return address as it was before it was signed (arm64 with pointer authentication). */
static uintptr_t plain(uintptr_t address) {
#if defined(__aarch64__)
  register uintptr_t x30 __asm__("x30") = address;
  __asm__("hint #7" : "+r"(x30)); /* xpaclri; does nothing where there is none */
  return x30;
#else
  return address;
#endif
}

static int on_stack(const struct walker *walker, uintptr_t at, unsigned words) {
  return (at & (sizeof(uintptr_t) - 1)) == 0 && at >= walker->stack_low &&
         at < walker->stack_high && walker->stack_high - at >= words * sizeof(uintptr_t);
}

/* The function of libjvm that called one without a frame pointer, or 0. */
static uintptr_t caller_in_jvm(const struct walker *walker, const struct registers *r) {
  if (in_jvm(plain(r->lr))) {
    return plain(r->lr);
  }
  uintptr_t end = r->sp + TOP_WORDS * sizeof(uintptr_t);
  if (r->fp > r->sp && r->fp < end) {
    end = r->fp;
  }
  for (uintptr_t at = r->sp; at < end && on_stack(walker, at, 1); at += sizeof(uintptr_t)) {
    uintptr_t word = plain(*(uintptr_t *)at);
    if (in_jvm(word)) {
      return word;
    }
  }
  return 0;
}

/*
 * Return addresses by frame pointers. libc and the like keep none: then the chain misses the
 * function that called them, which is looked for among the words on top of the stack.
 */
static int walk_native(const struct walker *walker, const struct registers *r, uint64_t *out) {
  int n = 0;
  out[n++] = r->pc;
  if (!in_jvm(r->pc)) {
    uintptr_t caller = caller_in_jvm(walker, r);
    if (caller) {
      out[n++] = caller;
    }
  }
  uintptr_t sp = r->sp, fp = r->fp;
  while (n < MAX_NATIVE && fp > sp && on_stack(walker, fp, 2)) {
    uintptr_t caller = ((uintptr_t *)fp)[0], return_address = plain(((uintptr_t *)fp)[1]);
    if (return_address < 4096) {
      break;
    }
    if (out[n - 1] != return_address) {
      out[n++] = return_address;
    }
    sp = fp;
    fp = caller;
  }
  return n;
}

static jint walk_java_here(struct walker *walker, void *context) {
  struct call_trace trace = {walker->env, 0, walker->found};
  async_get_call_trace(&trace, MAX_JAVA, context);
  return trace.count;
}

static jint walk_java_from(struct walker *walker, void *context, uintptr_t pc, uintptr_t sp,
                           uintptr_t fp) {
  if (!in_code_cache(pc)) {
    return 0;
  }
  struct registers real = registers_of(context);
  set_registers(context, pc, sp, fp);
  jint count = walk_java_here(walker, context);
  set_registers(context, real.pc, real.sp, real.fp);
  return count;
}

/*
 * The interpreter leaves the JVM the stack pointer of its last Java frame and no pc, which
 * AsyncGetCallTrace calls not walkable (-3). The return address lies below the stack pointer.
 * Nobody else reads the anchor meanwhile: a thread without a pc in it is in no state in which the
 * JVM would walk it (JavaFrameAnchor::make_walkable comes before).
 */
static jint walk_java_anchored(struct walker *walker, void *context) {
  struct anchor_fields anchor;
  if (!anchor_of(walker->env, &anchor) || *anchor.pc != 0 ||
      *anchor.sp <= walker->stack_low || !on_stack(walker, *anchor.sp - sizeof(uintptr_t), 1)) {
    return 0;
  }
  uintptr_t return_address = ((uintptr_t *)*anchor.sp)[-1];
  if (!in_code_cache(return_address)) {
    return 0;
  }
  *(volatile uintptr_t *)anchor.pc = return_address;
  jint count = walk_java_here(walker, context);
  *(volatile uintptr_t *)anchor.pc = 0;
  return count;
}

/* Whether a function's frame ends where its saved frame pointer does: not that of C on arm64. */
static int ends_above_its_frame_record(uintptr_t pc) {
#if defined(__aarch64__)
  return in_code_cache(pc);
#else
  (void)pc;
  return 1;
#endif
}

/* As if what runs had returned to its caller. */
static jint walk_java_returned(struct walker *walker, void *context, const struct registers *r) {
  jint count = 0;
#if defined(__x86_64__)
  if (!in_jvm(r->pc) && on_stack(walker, r->sp, 2)) {
    uintptr_t *top = (uintptr_t *)r->sp;
    count = walk_java_from(walker, context, top[0], r->sp + 8, r->fp);
    if (count <= 0) { /* the frame pointer is pushed, and not set yet */
      count = walk_java_from(walker, context, top[1], r->sp + 16, top[0]);
    }
  }
#else
  if (!in_jvm(r->pc)) {
    count = walk_java_from(walker, context, plain(r->lr), r->sp, r->fp);
  }
#endif
  uintptr_t callee = r->pc, above = r->sp, fp = r->fp;
  int tries = 0;
  for (int up = 0; count <= 0 && up < MOST_UP && tries < MOST_TRIES && fp > above &&
                   on_stack(walker, fp, 2);
       up++) {
    uintptr_t caller = ((uintptr_t *)fp)[0], return_address = plain(((uintptr_t *)fp)[1]);
    if (in_code_cache(return_address) && ends_above_its_frame_record(callee)) {
      count = walk_java_from(walker, context, return_address, fp + 2 * sizeof(uintptr_t), caller);
      tries++;
    }
    callee = return_address;
    above = fp;
    fp = caller;
  }
  return count;
}

static int walk_java(struct walker *walker, void *context, const struct registers *r, int *code) {
  *code = 0;
  if (!walker->env) {
    return 0;
  }
  jint count = walk_java_here(walker, context);
  if (count > 0) {
    return count;
  }
  *code = count;
  if (count > UNKNOWN_NOT_JAVA || count < NOT_WALKABLE_JAVA) {
    return 0;
  }
  if (count == UNKNOWN_NOT_JAVA) {
    jint anchored = walk_java_anchored(walker, context);
    if (anchored > 0) {
      return anchored;
    }
  }
  count = walk_java_returned(walker, context, r);
  return count > 0 ? count : 0;
}

void walk(struct walker *walker, void *context, struct stack *out) {
  struct registers r = registers_of(context);
  out->natives = walk_native(walker, &r, out->native);
  out->javas = walk_java(walker, context, &r, &out->code);
  out->java = walker->java;
  for (int i = 0; i < out->javas; i++) {
    walker->java[i].method = (uint64_t)(uintptr_t)walker->found[i].method;
    walker->java[i].bci = walker->found[i].bci;
    walker->java[i].reserved = 0;
  }
}
