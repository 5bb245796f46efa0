package thaw.service;

import java.nio.file.Path;
import java.util.List;
import thaw.function.Table;
import thaw.sandbox.Jdk;

/**
 * Which services are wanted.
 *
 * @param tables nothing is started when empty
 * @param region the one whose host names lead here, for example {@code us-east-1}
 * @param jdk runs the services; not older than the one that runs this program
 * @param cache a folder for downloaded services, kept between runs, created when absent
 */
public record ServiceSpec(List<Table> tables, String region, Jdk jdk, Path cache) {
  public ServiceSpec {
    tables = List.copyOf(tables);
  }
}
