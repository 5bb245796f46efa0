package thaw.load;

import java.util.OptionalDouble;

/**
 * Tells how many CPUs were busy, on average of a second: 1.5 is one and a half.
 *
 * @param all that this machine has
 * @param host busy with all programs, and with what a hypervisor has taken
 * @param program busy with Thaw itself: generator, and platform where it runs in this program
 * @param functions busy with what runs in sandboxes: functions and local services; empty where the
 *     target is elsewhere or the kernel does not count it
 */
public record CpuSecond(double all, double host, double program, OptionalDouble functions) {}
