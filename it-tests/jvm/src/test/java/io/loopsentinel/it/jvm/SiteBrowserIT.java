package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loopsentinel.it.harness.Browser;
import io.loopsentinel.it.harness.FullMatrix;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of the site in a real browser: text, tables, long lines of code, and all of these. */
@FullMatrix
class SiteBrowserIT {

  private static final Path SITE = Path.of("../../site/target/site");
  private static final Path PICTURES = Path.of("target/screenshots");
  private static final List<String> PAGES =
      List.of("index", "docs/metrics", "docs/frameworks", "docs/audit-log", "docs/configuration");

  /** What a browser runs or shows only if it is told the type. */
  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "js", "text/javascript", "css", "text/css");

  @TempDir private File folder;

  @Test
  void areUsedByAllWideAndNarrowLightAndDark() throws Exception {
    Path executable = Browser.required();
    assumeTrue(Files.isDirectory(SITE), "the site is not built: npm --prefix site run site");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", SiteBrowserIT::serve);
    server.start();
    URI root = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    List<String> flaws = new ArrayList<>();
    try (Browser browser = Browser.open(executable, folder, root)) {
      // The pages share their colours and their frame, so two views of each show all four.
      for (int i = 0; i < PAGES.size(); i++) {
        String page = PAGES.get(i);
        String wide = i % 2 == 0 ? "light" : "dark";
        browser.show(Browser.WIDE, wide);
        browser.load(root.resolve("/" + page + ".html"));
        browser.await("document.querySelector('.VPNavBarSearch button')");
        flaws.addAll(browser.flaws(PICTURES, "site-" + page.replace('/', '-'), wide));
      }
      flaws.addAll(browser.problems());
    } finally {
      server.stop(0);
    }
    assertThat(flaws).isEmpty();
  }

  private static void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Path file = SITE.resolve(path.equals("/") ? "index.html" : path.substring(1));
    try (exchange) {
      if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String name = file.getFileName().toString();
      String extension = name.substring(name.lastIndexOf('.') + 1);
      exchange
          .getResponseHeaders()
          .set("Content-Type", TYPES.getOrDefault(extension, "application/octet-stream"));
      exchange.sendResponseHeaders(200, 0);
      Files.copy(file, exchange.getResponseBody());
    }
  }
}
