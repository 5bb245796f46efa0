/* Ids of methods, which must exist before a signal handler can see them, and their names. */
#ifndef THAW_METHODS_H
#define THAW_METHODS_H

#include <jvmti.h>

/* Has the JVM make the ids of a class's methods. */
void prepare_methods(jvmtiEnv *jvmti, jclass class);

/* The same for all classes that are loaded. */
void prepare_loaded(jvmtiEnv *jvmti, JNIEnv *env);

/* Adds the names of the methods in records that came since the last call. */
void name_methods(jvmtiEnv *jvmti, JNIEnv *env);

#endif
