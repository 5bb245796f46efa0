/**
 * A process in a box: cgroup (v2, v1, or both side by side), namespaces with a root folder and a
 * network of its own, exact environment variables, freeze and kill of the whole tree; and the probe
 * that says what this host permits and why not.
 *
 * <p>Refuses to know Lambda.
 *
 * <p>A {@code Sandbox} has a {@code SandboxHolder}, which starts the program {@code thaw-box}. That
 * makes namespaces, a root folder ({@code IsolatedRoot}) and a network of its own ({@code
 * SandboxNetwork}), and parks the program as an unprivileged user until it is told to start. A
 * {@code IsolatedSandbox} is a box in which CRIU can dump and restore.
 *
 * <p>{@code SandboxHost} makes boxes to find out what the host permits; what boxes need of that is
 * an {@code Isolation}. A {@code Sandbox} and a {@code Job} have a {@code SandboxPlace} each.
 *
 * <p>May use no other room.
 *
 * <p>{@code Capability} says what a machine permits, with evidence, cost and remedy. {@code
 * ColdStorage} shows folders of the host as storage that nobody has read before, for one box
 * ({@code box/src/storage.c}). {@code UntrustedFolder} reads what a function's processes can change
 * so that no link leads out of it.
 */
@NullMarked
package thaw.sandbox;

import org.jspecify.annotations.NullMarked;
