package io.loopsentinel.agent.command.replay;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The files that were asked for; opened before the first run, so that a wrong path costs no time.
 */
final class ReportFiles implements RunListener, Closeable {

  private final @Nullable Writer jsonOut;
  private final @Nullable OutputStream htmlOut;
  private final @Nullable JsonReport json;
  private final @Nullable HtmlReport html;

  private ReportFiles(ReplayOptions options, @Nullable Labels labels, PrintWriter out)
      throws IOException {
    File jsonFile = options.json();
    File htmlFile = options.html();
    this.jsonOut =
        jsonFile == null || options.isJsonOnly()
            ? null
            : new OutputStreamWriter(to(jsonFile), StandardCharsets.UTF_8);
    Writer target = options.isJsonOnly() ? out : jsonOut;
    this.htmlOut = htmlFile == null ? null : to(htmlFile);
    this.json = target == null ? null : new JsonReport(target, options.configName());
    this.html = htmlOut == null ? null : new HtmlReport(labels);
  }

  static ReportFiles open(ReplayOptions options, @Nullable Labels labels, PrintWriter out)
      throws IOException {
    return new ReportFiles(options, labels, out);
  }

  @Override
  public void played(String file, PlayedRun run) throws IOException {
    if (json != null) {
      json.played(file, run);
    }
    if (html != null) {
      html.played(file, run);
    }
  }

  /** Writes what can only be known in the end. */
  void end(ReplayResult result) throws IOException {
    if (json != null) {
      json.end(result);
    }
    if (html != null && htmlOut != null) {
      html.write(result, htmlOut);
    }
  }

  @Override
  public void close() throws IOException {
    if (jsonOut != null) {
      jsonOut.close();
    }
    if (htmlOut != null) {
      htmlOut.close();
    }
  }

  private static OutputStream to(File file) throws IOException {
    return new BufferedOutputStream(new FileOutputStream(file));
  }
}
