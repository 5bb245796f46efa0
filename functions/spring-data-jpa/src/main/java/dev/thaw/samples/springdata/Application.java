package dev.thaw.samples.springdata;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class Application {}
