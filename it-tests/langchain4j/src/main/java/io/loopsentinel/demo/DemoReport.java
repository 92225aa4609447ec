package io.loopsentinel.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lays out the two runs side by side, {@value #WIDTH} columns wide. */
final class DemoReport {

  private static final int WIDTH = 100;
  private static final int LABEL = 24;
  private static final int CELL = (WIDTH - LABEL) / 2;

  private final StringBuilder out = new StringBuilder();

  private DemoReport() {}

  static String of(String question, DemoRun unguarded, DemoRun guarded) {
    return new DemoReport().write(question, unguarded, guarded);
  }

  private String write(String question, DemoRun unguarded, DemoRun guarded) {
    paragraph("A customer asks: \"" + question + "\"");
    line("");
    row("", "without Loop Sentinel", "with Loop Sentinel");
    line("-".repeat(WIDTH));
    row("tool calls executed", number(unguarded.toolCalls()), number(guarded.toolCalls()));
    row(
        "requests to the model",
        number(unguarded.log().requests()),
        number(guarded.log().requests()));
    row("tokens (characters/4)", number(unguarded.log().tokens()), number(guarded.log().tokens()));
    row("how it ended", unguarded.ending(), guarded.ending());
    for (String hint : guarded.log().hints()) {
      line("");
      line("What the model was told instead of a tool result:");
      paragraph(hint);
    }
    if (!guarded.result().agentLines().isEmpty()) {
      line("");
      line("What the agent wrote to standard error:");
      guarded.result().agentLines().forEach(this::paragraph);
    }
    return out.toString();
  }

  private void paragraph(String text) {
    text.lines().flatMap(line -> wrap(line, WIDTH - 2).stream()).forEach(line -> line("  " + line));
  }

  private void row(String label, String left, String right) {
    List<String> lefts = wrap(left, CELL - 2);
    List<String> rights = wrap(right, CELL - 2);
    for (int i = 0; i < Math.max(lefts.size(), rights.size()); i++) {
      line(
          String.format(
              Locale.ROOT,
              "%-" + LABEL + "s%-" + CELL + "s%s",
              i == 0 ? label : "",
              i < lefts.size() ? lefts.get(i) : "",
              i < rights.size() ? rights.get(i) : ""));
    }
  }

  private void line(String text) {
    out.append(text.stripTrailing()).append(System.lineSeparator());
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Breaks a text at spaces; a word that is longer than a line is broken anywhere. */
  private static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text.strip();
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space > 0 ? space : width;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }
}
