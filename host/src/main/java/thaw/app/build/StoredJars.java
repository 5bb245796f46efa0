package thaw.app.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import thaw.files.StoredEntry;

/**
 * Writes a jar again without compression: every entry with its bytes, its time and its place, so
 * that signatures, service files and versions for other JVMs stay right.
 */
public final class StoredJars {
  private StoredJars() {}

  public static void write(Path jar, Path stored) {
    try {
      writeEntries(jar, stored);
    } catch (ZipException e) { // some jars have an entry twice, and JVMs read them
      keep(jar, stored);
    } catch (IOException e) {
      throw new UncheckedIOException("could not store " + jar + ": " + e, e);
    }
  }

  private static void keep(Path jar, Path stored) {
    try {
      Files.copy(jar, stored, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("could not copy " + jar + ": " + e, e);
    }
  }

  private static void writeEntries(Path jar, Path stored) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile());
        OutputStream out = Files.newOutputStream(stored);
        ZipOutputStream target = new ZipOutputStream(out)) {
      target.setMethod(ZipOutputStream.STORED);
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        byte[] bytes;
        try (InputStream in = zip.getInputStream(entry)) {
          bytes = in.readAllBytes();
        }
        ZipEntry copy = StoredEntry.of(entry.getName(), bytes);
        copy.setTime(entry.getTime());
        target.putNextEntry(copy);
        target.write(bytes);
        target.closeEntry();
      }
    }
  }
}
