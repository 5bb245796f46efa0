package thaw.app.build;

import thaw.function.packaging.CodeSource;

/**
 * The result of one build of a project.
 *
 * @param deployed what Lambda gets
 * @param compiled the classes and libraries of which that was made
 */
public record FunctionBuild(CodeSource deployed, CodeSource.Built compiled) {}
