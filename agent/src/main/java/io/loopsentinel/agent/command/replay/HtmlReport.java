package io.loopsentinel.agent.command.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes one page with plots that needs nothing else: no network, no other file.
 *
 * <p>It holds no arguments, results or model text.
 */
public final class HtmlReport implements RunListener {

  private final Positions positions = new Positions();
  private final Strips strips = new Strips();
  private final @Nullable Labels labels;

  /**
   * Creates a report.
   *
   * @param labels what readers say about the runs; drawn beside the findings
   */
  public HtmlReport(@Nullable Labels labels) {
    this.labels = labels;
  }

  @Override
  public void played(String file, PlayedRun run) {
    positions.add(run);
    strips.add(file, run, labels == null ? null : labels.of(run.id()));
  }

  /** Writes the page; the stream stays open. */
  public void write(ReplayResult result, OutputStream out) throws IOException {
    String page =
        resource("report.html")
            .replace("/*style*/", resource("report.css"))
            .replace("/*script*/", resource("report.js"))
            .replace("/*data*/", HtmlData.of(result, positions, strips));
    out.write(page.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the agent's jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
