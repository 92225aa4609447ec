package com.acme.shapes.subcommands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs the subcommand that stands first on a command line. */
public final class CommandLine {

  private final Map<String, Function<List<String>, String>> commands = new HashMap<>();

  public void command(String name, Function<List<String>, String> body) {
    commands.put(name, body);
  }

  public String execute(String... line) {
    List<String> outputs = new ArrayList<>();
    int start = 0;
    while (start < line.length) {
      int end = Arrays.asList(line).subList(start, line.length).indexOf("--then");
      int last = end < 0 ? line.length : start + end;
      outputs.add(run(line[start], Arrays.asList(line).subList(start + 1, last)));
      start = last + 1;
    }
    return String.join("\n", outputs);
  }

  private String run(String name, List<String> arguments) {
    Function<List<String>, String> command = commands.get(name);
    if (command == null) {
      return "unknown command " + name;
    }
    return command.apply(arguments);
  }
}
