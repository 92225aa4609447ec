package com.acme.shapes.commandbus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Hands commands to what handles them. */
public final class CommandBus {

  private final Map<String, Function<Map<String, Object>, String>> handlers = new HashMap<>();

  public void on(String command, Function<Map<String, Object>, String> handler) {
    handlers.put(command, handler);
  }

  public List<CommandResult> dispatchAll(List<Command> commands) {
    List<CommandResult> results = new ArrayList<>();
    for (Command command : commands) {
      results.add(dispatch(command));
    }
    return results;
  }

  public CommandResult dispatch(Command command) {
    Function<Map<String, Object>, String> handler = handlers.get(command.name());
    if (handler == null) {
      return CommandResult.failure("unknown command " + command.name());
    }
    try {
      return CommandResult.success(handler.apply(command.arguments()));
    } catch (RuntimeException e) {
      return CommandResult.failure(String.valueOf(e.getMessage()));
    }
  }
}
