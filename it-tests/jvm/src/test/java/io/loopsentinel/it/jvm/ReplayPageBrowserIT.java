package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.Browser;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that {@code replay --html} writes, in a real browser. */
@FullMatrix
class ReplayPageBrowserIT {

  private static final Path SAMPLES = Path.of("../../docs/samples");

  @TempDir private File folder;

  @Test
  void tellsWhichConfigurationDoesBetter() throws Exception {
    Path executable = Browser.required();
    Path prices = folder.toPath().resolve("prices.yaml");
    Files.writeString(prices, "sentinel: {budget: {prices: {\"*\": {input: 2, output: 8}}}}");
    File html = new File(folder, "report.html");
    JavaProgram.ofJar(AgentJar.file())
        .arguments("replay", SAMPLES.resolve("runs.jsonl").toString())
        .arguments("--labels", SAMPLES.resolve("labels.jsonl").toString())
        .arguments("--compare", SAMPLES.resolve("strict.yaml").toString())
        .arguments("--config", prices.toString(), "--html", html.getPath())
        .run(Programs.LIMIT);

    try (Browser browser = Browser.open(executable, new File(folder, "profile"), html.toURI())) {
      browser.await("document.querySelectorAll('.strip').length == 3");

      assertThat(browser.text(".verdict"))
          .isEqualTo("strict.yaml does better: it saves more calls and saves more tokens.");
      assertThat(browser.text(".tiles")).contains("6,658", "$0.01");
      assertThat(browser.text("#page")).contains("Loop Sentinel 0.", "search_orders");
      for (String scheme : List.of("light", "dark")) {
        for (int width : List.of(1280, 390)) {
          browser.show(width, scheme);
          // Plots are drawn for the width at which the page is opened.
          browser.load(html.toURI());
          assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
              .isLessThanOrEqualTo(width);
          browser.photograph(
              Path.of("target/screenshots", "report-%s-%d.png".formatted(scheme, width)));
        }
      }
      assertThat(browser.problems()).isEmpty();
    }
  }
}
