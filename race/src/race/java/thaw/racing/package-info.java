/**
 * Code that runs inside the JVM of a function whose races are looked for: the handler that makes
 * bursts of requests, and the calls by which instrumented code reports its accesses.
 */
package thaw.racing;
