package io.loopsentinel.benchmarks.startup;

import java.util.List;

/**
 * A way to start an application.
 *
 * @param title names it in reports
 * @param options of the JVM
 */
record Variant(String title, List<String> options) {}
