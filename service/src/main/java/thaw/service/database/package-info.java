/**
 * Databases of a template: servers of PostgreSQL in boxes of their own, and the fronts by which
 * functions find them under AWS's names.
 *
 * <p>For the maintainer. A server listens on a Unix socket only, in a folder that nobody but this
 * program and the server sees. A front, each of whose clients is a {@code DatabaseConnection}, is
 * the one way to it: it speaks TLS, asks for tokens of IAM, refuses what AWS refuses, and passes
 * all else on.
 *
 * <pre>
 * function                          programs of this machine
 * pets.abc.us-east-1.rds...:5432    127.0.0.1:PORT
 *         |                                |
 *         +------>    a front    <---------+
 *                        |
 *             Unix socket of postgres
 * </pre>
 */
@NullMarked
package thaw.service.database;

import org.jspecify.annotations.NullMarked;
