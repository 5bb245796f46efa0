package thaw.app.build;

import thaw.function.packaging.CodeSource;

/**
 * What one build of a project made.
 *
 * @param deployed what Lambda gets
 * @param compiled the classes and libraries of which that was made
 */
public record FunctionBuild(CodeSource deployed, CodeSource.Built compiled) {}
