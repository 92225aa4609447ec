package com.acme.bank;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Answers the bank's customers. */
final class Assistant {

  private static final int MAX_TURNS = 12;

  private final Model model;
  private final Object skills;

  Assistant(Model model, Object skills) {
    this.model = model;
    this.skills = skills;
  }

  String reply(String customer, String question) throws IOException {
    List<Map<String, Object>> messages = new ArrayList<>();
    messages.add(Map.of("role", "system", "content", "You serve " + customer));
    messages.add(Map.of("role", "user", "content", question));
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Answer answer = model.ask(messages);
      if (answer.orders().isEmpty()) {
        return answer.text();
      }
      messages.add(Map.of("role", "assistant", "tool_calls", answer.raw()));
      for (Order order : answer.orders()) {
        String found = invoke(skills, order.skill(), order.values());
        messages.add(Map.of("role", "tool", "tool_call_id", order.id(), "content", found));
      }
    }
    return "no answer after " + MAX_TURNS + " turns";
  }

  private static String invoke(Object bean, String name, Map<String, Object> values) {
    for (Method method : bean.getClass().getDeclaredMethods()) {
      BankTool marked = method.getAnnotation(BankTool.class);
      if (marked != null && marked.value().equals(name)) {
        try {
          return String.valueOf(method.invoke(bean, values.values().toArray()));
        } catch (InvocationTargetException e) {
          return "error: " + e.getCause();
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return "unknown tool: " + name;
  }
}
