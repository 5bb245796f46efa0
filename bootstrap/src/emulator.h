#ifndef EMULATOR_H
#define EMULATOR_H

/** Becomes the emulator, which starts runtimes: returns in each of them, with AWS_LAMBDA_RUNTIME_API. */
void emulate(const char *handler);

#endif
