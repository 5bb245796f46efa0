package thaw.lab.result;

/**
 * A quantity that is measured of each sample.
 *
 * @param key in raw data, with the unit: {@code wall_ms}
 * @param unit as shown: {@code ms}, {@code ns}, {@code B}; empty for a count
 * @param words what it is, for people
 */
public record Quantity(String key, String unit, String words) {}
