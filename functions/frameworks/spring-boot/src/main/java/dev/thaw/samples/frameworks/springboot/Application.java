package dev.thaw.samples.frameworks.springboot;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class Application {}
