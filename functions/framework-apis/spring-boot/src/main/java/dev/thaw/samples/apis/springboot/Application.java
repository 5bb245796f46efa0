package dev.thaw.samples.apis.springboot;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Named by the variable MAIN_CLASS, by which the container's handler finds it. */
@SpringBootApplication
public class Application {}
