#define _GNU_SOURCE
#include "hotspot.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static void (*asgct)(struct call_trace *, jint, void *);
static char path[4096];
static uintptr_t jvm_low, jvm_high;
static uintptr_t *code_low, *code_high; /* the JVM's own variables */
static size_t anchor_offset, anchor_sp_offset, anchor_pc_offset;
static long env_offset; /* of the JNIEnv in a JavaThread */
static size_t os_thread_offset, thread_id_offset, stack_base_offset, stack_size_offset;

static int find_library(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  if (!info->dlpi_name || !strstr(info->dlpi_name, "/libjvm.so") ||
      strlen(info->dlpi_name) >= sizeof path) {
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
      jvm_low = info->dlpi_addr + segment->p_vaddr;
      jvm_high = jvm_low + segment->p_memsz;
    }
  }
  strcpy(path, info->dlpi_name);
  return 1;
}

static uint64_t value_of(void *library, const char *name) {
  uint64_t *at = dlsym(library, name);
  return at ? *at : 0;
}

/* Reads the table that libjvm exports for debuggers (vmStructs.hpp, VMStructEntry). */
static void read_table(void *library) {
  char *entry = (char *)(uintptr_t)value_of(library, "gHotSpotVMStructs");
  uint64_t type = value_of(library, "gHotSpotVMStructEntryTypeNameOffset");
  uint64_t field = value_of(library, "gHotSpotVMStructEntryFieldNameOffset");
  uint64_t offset = value_of(library, "gHotSpotVMStructEntryOffsetOffset");
  uint64_t address = value_of(library, "gHotSpotVMStructEntryAddressOffset");
  uint64_t stride = value_of(library, "gHotSpotVMStructEntryArrayStride");
  for (; entry && stride; entry += stride) {
    const char *type_name = *(const char **)(entry + type);
    const char *field_name = *(const char **)(entry + field);
    if (!type_name || !field_name) {
      break;
    }
    size_t value = (size_t) * (uint64_t *)(entry + offset);
    if (strcmp(type_name, "JavaThread") == 0 && strcmp(field_name, "_anchor") == 0) {
      anchor_offset = value;
    } else if (strcmp(type_name, "JavaFrameAnchor") == 0) {
      if (strcmp(field_name, "_last_Java_sp") == 0) {
        anchor_sp_offset = value;
      } else if (strcmp(field_name, "_last_Java_pc") == 0) {
        anchor_pc_offset = value;
      }
    } else if (strcmp(type_name, "OSThread") == 0 && strcmp(field_name, "_thread_id") == 0) {
      thread_id_offset = value;
    } else if (strcmp(type_name, "Thread") == 0 || strcmp(type_name, "JavaThread") == 0) {
      if (strcmp(field_name, "_osthread") == 0) {
        os_thread_offset = value;
      } else if (strcmp(field_name, "_stack_base") == 0) {
        stack_base_offset = value;
      } else if (strcmp(field_name, "_stack_size") == 0) {
        stack_size_offset = value;
      }
    } else if (strcmp(type_name, "CodeCache") == 0 && address) {
      if (strcmp(field_name, "_low_bound") == 0) {
        code_low = *(uintptr_t **)(entry + address);
      } else if (strcmp(field_name, "_high_bound") == 0) {
        code_high = *(uintptr_t **)(entry + address);
      }
    }
  }
}

int find_hotspot(void) {
  dl_iterate_phdr(find_library, NULL);
  void *library = path[0] ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (library) {
    *(void **)&asgct = dlsym(library, "AsyncGetCallTrace");
    read_table(library);
  }
  return asgct != NULL;
}

/* A thread's object knows its JavaThread. */
static char *java_thread_of(JNIEnv *env, jobject thread) {
  jclass class = (*env)->FindClass(env, "java/lang/Thread");
  jfieldID field = class ? (*env)->GetFieldID(env, class, "eetop", "J") : NULL;
  if (!field) {
    (*env)->ExceptionClear(env);
    return NULL;
  }
  return (char *)(uintptr_t)(*env)->GetLongField(env, thread, field);
}

/* Where its JNIEnv lies in a JavaThread is the same for all. */
void find_environment(JNIEnv *env, jobject thread) {
  char *java_thread = java_thread_of(env, thread);
  long distance = (long)((char *)env - java_thread);
  if (java_thread && distance > 0 && distance < 1 << 16) {
    env_offset = distance;
  }
}

int find_java_thread(JNIEnv *env, jobject thread, struct java_thread *out) {
  char *java_thread = java_thread_of(env, thread);
  if (!java_thread || !env_offset || !os_thread_offset || !stack_base_offset ||
      !stack_size_offset) {
    return 0;
  }
  char *os_thread = *(char **)(java_thread + os_thread_offset);
  if (!os_thread) {
    return 0;
  }
  out->tid = *(pid_t *)(os_thread + thread_id_offset);
  out->env = (JNIEnv *)(java_thread + env_offset);
  out->stack_high = *(uintptr_t *)(java_thread + stack_base_offset);
  out->stack_low = out->stack_high - *(size_t *)(java_thread + stack_size_offset);
  return out->tid > 0;
}

void async_get_call_trace(struct call_trace *trace, jint depth, void *context) {
  trace->count = 0;
  if (asgct) {
    asgct(trace, depth, context);
  }
}

int in_jvm(uintptr_t pc) { return pc >= jvm_low && pc < jvm_high; }

int in_code_cache(uintptr_t pc) {
  return code_low && code_high ? pc >= *code_low && pc < *code_high : pc >= 4096 && !in_jvm(pc);
}

int anchor_of(JNIEnv *env, struct anchor_fields *anchor) {
  if (!anchor_offset || !anchor_pc_offset || !env_offset) { /* the stack pointer's may be 0 */
    return 0;
  }
  char *at = (char *)env - env_offset + anchor_offset;
  anchor->sp = (uintptr_t *)(at + anchor_sp_offset);
  anchor->pc = (uintptr_t *)(at + anchor_pc_offset);
  return 1;
}
