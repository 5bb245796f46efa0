package thaw.experiment;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The figures that a budget may limit. */
public enum BudgetFigure {
  COLD_START("coldStart", Metric.TOTAL, true),
  INIT("init", Metric.INIT, true),
  RESTORE("restore", Metric.RESTORE, true),
  FIRST_INVOCATION("firstInvocation", Metric.HANDLER, true),
  BILLED("billed", Metric.BILLED, true),
  MAX_MEMORY("maxMemory", Metric.MAX_MEMORY, false),
  CLASSES("classes", Metric.LOADED_CLASSES, false),
  /** All files of the deployment package, unpacked, as Lambda's limit of 250 MB counts them. */
  PACKAGE_SIZE("packageSize", null, false);

  private final String key;
  private final @Nullable Metric metric;
  private final boolean duration;

  BudgetFigure(String key, @Nullable Metric metric, boolean duration) {
    this.key = key;
    this.metric = metric;
    this.duration = duration;
  }

  /** The member's name in {@code budget.yaml}. */
  public String key() {
    return key;
  }

  /** Returns the metric that is limited; empty for what is known without a start. */
  Optional<Metric> metric() {
    return Optional.ofNullable(metric);
  }

  /** Unit of limit and figure, empty for a count. */
  public String unit() {
    return metric == null ? "MiB" : metric.unit();
  }

  /** Returns whether quantiles are limited; else the largest of all starts is. */
  boolean isDuration() {
    return duration;
  }
}
