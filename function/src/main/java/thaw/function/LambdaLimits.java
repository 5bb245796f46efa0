package thaw.function;

import thaw.function.packaging.PackageLimit;

/**
 * What Lambda lets a function have, each limit once; that of unzipped code is {@link
 * PackageLimit}'s.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html">Lambda
 *     quotas</a>
 */
public final class LambdaLimits {
  public static final int SMALLEST_MEMORY_MIB = 128;
  public static final int LARGEST_MEMORY_MIB = 10_240;

  /** Of a function on Lambda Managed Instances. */
  public static final int SMALLEST_MANAGED_MEMORY_MIB = 2_048;

  public static final int LARGEST_MANAGED_MEMORY_MIB = 32_768;

  public static final int LONGEST_TIMEOUT_SECONDS = 900;
  public static final int LONGEST_MANAGED_TIMEOUT_SECONDS = 5_400;

  /** Of {@code /tmp}; the smallest size is the default. */
  public static final int SMALLEST_STORAGE_MIB = 512;

  public static final int LARGEST_STORAGE_MIB = 10_240;

  /** Of a request that waits for its response. */
  public static final int LARGEST_REQUEST_BYTES = 6 * 1024 * 1024;

  /** Of names and values of variables together. */
  public static final int LARGEST_VARIABLES_BYTES = 4096;

  /** Of code as it is given to the API. */
  public static final int LARGEST_ZIP_BYTES = 52_428_800;

  private LambdaLimits() {}
}
