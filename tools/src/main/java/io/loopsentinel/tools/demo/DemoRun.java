package io.loopsentinel.tools.demo;

import io.loopsentinel.engine.response.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JSON form of a run of {@link LoopDemo}.
 *
 * @param calls the number of calls of the model
 * @param first the first of them
 * @param end the answer or the failure
 */
record DemoRun(int calls, List<Call> first, String end) {

  private static final Pattern LINE =
      Pattern.compile(
          "  (?:call \\d+  (?<tool>\\w+) \\{(?<arguments>.*?)} -> (?<result>.*)"
              + "|\\.\\.\\. +(?<more>\\d+) more"
              + "|(?:answer|failed)  (?<end>.*))");

  /**
   * A call.
   *
   * @param verdict {@code run} or {@code hint}
   */
  record Call(String tool, String arguments, String verdict, String result) {}

  /** Reads the lines that the program prints. */
  static DemoRun of(List<String> lines) {
    List<Call> first = new ArrayList<>();
    int more = 0;
    String end = "";
    for (String line : lines) {
      Matcher read = LINE.matcher(line);
      if (read.matches() && read.group("tool") != null) {
        String result = read.group("result");
        String verdict = result.startsWith(Messages.MARK) ? "hint" : "run";
        first.add(new Call(read.group("tool"), read.group("arguments"), verdict, result));
      } else if (read.matches() && read.group("more") != null) {
        more = Integer.parseInt(read.group("more"));
      } else if (read.matches()) {
        end = read.group("end");
      }
    }
    return new DemoRun(first.size() + more, first, end);
  }
}
