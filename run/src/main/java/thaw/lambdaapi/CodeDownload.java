package thaw.lambdaapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.FunctionCatalog;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.Refused;

/** Delivers zips of functions and layers, whose addresses descriptions contain. */
final class CodeDownload {
  private static final String PREFIX = "/_thaw/code/";
  private static final String SUFFIX = ".zip";

  private final FunctionCatalog catalog;

  CodeDownload(FunctionCatalog catalog) {
    this.catalog = catalog;
  }

  static String location(String origin, PackagedCode code) {
    return origin + PREFIX + code.hex() + SUFFIX;
  }

  Operation operation() {
    return new Operation("download", "GET", PREFIX + "{File}", this::download);
  }

  /** Code may have secrets in it, as its author's other files may. */
  private Response download(ApiRequest request) throws InterruptedException {
    if (!request.seesContents()) {
      throw ApiError.notYourContents().refusal();
    }
    String file = request.parameter("File");
    String hex = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
    Optional<Path> zip = catalog.zip(hex, request.queried("function"));
    if (zip.isEmpty()) {
      throw Refused.notFound("There is no code " + file);
    }
    try {
      return new Response(
          200, Map.of("Content-Type", "application/zip"), Files.readAllBytes(zip.get()));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + zip.get() + ": " + e, e);
    }
  }
}
