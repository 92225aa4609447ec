package com.acme;

import java.util.Map;

/** One call among several. */
public record Part(String name, Map<String, Object> arguments) {}
