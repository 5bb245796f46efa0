/**
 * The AWS services that functions talk to, on this machine, with what a template declares of them,
 * and the way by which every SDK finds them.
 *
 * <p>Refuses to know functions' processes and rendering. May use function, sandbox, http.
 *
 * <p>For the maintainer. There are two ways to a service:
 *
 * <pre>
 * SDKs that obey AWS_ENDPOINT_URL_SQS,             SDK v1, SDK v2 before 2.28.29
 * clients outside of functions                     https://sqs.REGION.amazonaws.com
 *              |                                                  |
 *              |                              /etc/hosts of the box: 127.0.84.N
 *              |                                                  |
 *              |                              TlsFront 127.0.84.N:443, one for each service,
 *              |                              certificate of an authority that the box's trust
 *              |                              stores know
 *              |                                                  |
 *              +----> DynamoDB Local, ElasticMQ, S3Handler, our servers 127.0.0.1:PORT
 *                                                    |
 *                                                 S3Proxy
 * </pre>
 *
 * <p>{@code LocalServices} starts what is wanted side by side: it downloads ({@code ServiceJars}),
 * starts ({@code JavaService}, a box each) and fills. {@code S3Handler}, through which all requests
 * to S3 pass, and {@code EventBridgeHandler} tell of changes before the client is answered. {@code
 * Seed} is read before the start and put in ({@code Seeding}) after it.
 */
@NullMarked
package thaw.service;

import org.jspecify.annotations.NullMarked;
