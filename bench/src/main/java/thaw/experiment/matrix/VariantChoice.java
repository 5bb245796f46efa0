package thaw.experiment.matrix;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.environment.launch.ClientKind;
import thaw.function.MemorySize;

/**
 * One point of a {@link VariantMatrix}; what is empty comes from the function's own configuration.
 *
 * @param base the part of the name that the user knows: function, or name of the matrix entry
 * @param name unique: the base and the value of every axis that has several
 * @param function logical id in the application
 * @param code a deployment package in place of the function's own
 * @param handler in place of the function's own
 * @param memory in place of the function's own
 * @param jdk feature version ("21") or home folder
 * @param flags options of the JVM, after those of the managed runtime
 * @param environment variables, in addition to the function's own
 * @param snapStart in place of what the function's own {@code SnapStart} asks for
 * @param client of the Runtime API, in place of the official one
 */
public record VariantChoice(
    String base,
    String name,
    Optional<String> function,
    Optional<Path> code,
    Optional<String> handler,
    Optional<MemorySize> memory,
    Optional<String> jdk,
    List<String> flags,
    Map<String, String> environment,
    Optional<SnapStart> snapStart,
    Optional<ClientKind> client) {}
