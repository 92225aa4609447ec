package io.loopsentinel.tools.inspect;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * A command line of {@code inspect} and its output.
 *
 * @param out the standard output
 * @param err the standard error
 */
record InspectInvocation(int exitCode, String out, String err) {

  private static final Pattern RANKED = Pattern.compile("(?m)^# \\d+\\. (.*), score ");

  static InspectInvocation of(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new InspectCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    return new InspectInvocation(
        exitCode, out.toString().replace("\r\n", "\n"), err.toString().replace("\r\n", "\n"));
  }

  /** Returns the classes and methods of the candidates, in the order of the list. */
  List<String> ranked() {
    return RANKED.matcher(out).results().map((MatchResult each) -> each.group(1)).toList();
  }
}
