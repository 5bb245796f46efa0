/**
 * The AWS services that functions talk to, on this machine: DynamoDB Local with the tables that a
 * template declares, and the way by which every SDK finds it.
 *
 * <p>Refuses to know functions' processes and rendering. May use {@code function}, {@code sandbox}
 * and {@code problem}.
 *
 * <p>For the maintainer. There are two ways to the service:
 *
 * <pre>
 * SDKs that obey AWS_ENDPOINT_URL_DYNAMODB          SDK v1, SDK v2 before 2.28.29
 *              |                                    https://dynamodb.REGION.amazonaws.com
 *              |                                                   |
 *              |                              /etc/hosts of the box: 127.0.84.N
 *              |                                                   |
 *              |                              TlsFront 127.0.84.N:443, certificate of an
 *              |                              authority that the box's trust stores know
 *              |                                                   |
 *              +--------> DynamoDB Local 127.0.0.1:PORT <----------+
 * </pre>
 */
@NullMarked
package thaw.service;

import org.jspecify.annotations.NullMarked;
