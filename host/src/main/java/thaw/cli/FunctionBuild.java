package thaw.cli;

import thaw.function.CodeSource;

/**
 * What one build of a project made.
 *
 * @param deployed what Lambda gets
 * @param compiled the classes and libraries of which that was made
 */
record FunctionBuild(CodeSource deployed, CodeSource.Built compiled) {}
