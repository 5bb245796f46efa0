/**
 * What runs inside the JVM of a function whose races are looked for: the handler that makes bursts
 * of requests, and what the instrumented code tells of its accesses.
 */
package thaw.racing;
