package com.acme.shapes.percall;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** One query of the database by its name, which is made again and again on purpose. */
final class QueryTask implements Callable<String> {

  private final String name;
  private final Map<String, Object> arguments;
  private final Map<String, Function<Map<String, Object>, List<String>>> queries;

  QueryTask(
      String name,
      Map<String, Object> arguments,
      Map<String, Function<Map<String, Object>, List<String>>> queries) {
    this.name = name;
    this.arguments = arguments;
    this.queries = queries;
  }

  @Override
  public String call() {
    Function<Map<String, Object>, List<String>> query = queries.get(name);
    if (query == null) {
      throw new IllegalArgumentException("unknown query " + name);
    }
    return String.join("\n", query.apply(arguments));
  }
}
