package io.loopsentinel.tools.init;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * A command line of {@code init} and its output.
 *
 * @param out the standard output
 * @param err the standard error
 */
record InitInvocation(int exitCode, String out, String err) {

  static InitInvocation of(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new InitCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    return new InitInvocation(
        exitCode, out.toString().replace("\r\n", "\n"), err.toString().replace("\r\n", "\n"));
  }
}
