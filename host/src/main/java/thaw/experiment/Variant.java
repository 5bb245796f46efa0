package thaw.experiment;

import thaw.environment.launch.EnvironmentSpec;

/**
 * One thing to measure.
 *
 * @param name unique in the experiment
 * @param description function, memory size, JDK, options, in one line
 * @param spec what its environments are made of
 * @param event the payload of the first invocation
 */
public record Variant(String name, String description, EnvironmentSpec spec, byte[] event) {}
