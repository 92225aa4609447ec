package io.loopsentinel.it.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium with one page, driven by the Chrome DevTools protocol
 * (https://chromedevtools.github.io/devtools-protocol/).
 */
public final class Browser implements AutoCloseable {

  private static final long LIMIT_SECONDS = 120;

  /** Widths of a window and of a telephone, in pixels. */
  public static final int WIDE = 1280;

  private static final int NARROW = 390;
  private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String LISTENING = "DevTools listening on ";

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();

  /** By the id of what loads a document: of a new page, an empty one is loaded before. */
  private final Map<String, CompletableFuture<JsonNode>> loaded = new ConcurrentHashMap<>();

  private @Nullable String session;

  private Browser(Process process, URI debugger) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(debugger, new Messages())
            .join();
  }

  /** Returns Chromium; skips the test, and says so, where the machine has none. */
  public static Path required() {
    Optional<Path> executable = executable();
    if (executable.isEmpty()) {
      System.out.println("NOT TESTED in a browser: there is no chromium on the path");
    }
    Assumptions.assumeTrue(executable.isPresent(), "there is no chromium on the path");
    return executable.get();
  }

  private static Optional<Path> executable() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Opens an address in a new browser, whose profile lies in a folder. */
  public static Browser open(Path executable, File folder, URI address) throws IOException {
    Process process =
        new ProcessBuilder(
                executable.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder.getPath(),
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (line != null && !line.startsWith(LISTENING)) {
      line = lines.readLine();
    }
    if (line == null) {
      throw new IOException("Chromium has not started");
    }
    Thread rest = new Thread(() -> lines.lines().forEach(unused -> {}), "chromium's errors");
    rest.setDaemon(true);
    rest.start();
    Browser browser = new Browser(process, URI.create(line.substring(LISTENING.length())));
    browser.openPage(address);
    return browser;
  }

  private void openPage(URI address) {
    JsonNode target = send("Target.createTarget", Map.of("url", "about:blank"));
    session =
        send(
                "Target.attachToTarget",
                Map.of("targetId", target.get("targetId").asText(), "flatten", true))
            .get("sessionId")
            .asText();
    for (String domain : List.of("Runtime", "Log", "Page", "Accessibility")) {
      send(domain + ".enable", Map.of());
    }
    send("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
    send("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
    load(address);
  }

  /** Loads an address, and waits until that is done. */
  public void load(URI address) {
    JsonNode navigated = send("Page.navigate", Map.of("url", address.toString()));
    result(loaded(navigated.get("loaderId").asText()), address.toString());
  }

  private CompletableFuture<JsonNode> loaded(String loader) {
    return loaded.computeIfAbsent(loader, unused -> new CompletableFuture<>());
  }

  /** Sends a command, and returns its result. */
  public JsonNode send(String method, Map<String, ?> parameters) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    Map<String, Object> message =
        session == null
            ? Map.of("id", id, "method", method, "params", parameters)
            : Map.of("id", id, "method", method, "params", parameters, "sessionId", session);
    socket.sendText(MAPPER.valueToTree(message).toString(), true).join();
    JsonNode result = result(answer, method + " " + parameters);
    if (result.has("error")) {
      throw new AssertionError(method + ": " + result.get("error"));
    }
    return result.get("result");
  }

  private static JsonNode result(CompletableFuture<JsonNode> pending, String what) {
    try {
      return pending.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(what, e);
    }
  }

  /** Returns the value of an expression in the page; of a promise, once it is kept. */
  public JsonNode evaluate(String expression) {
    JsonNode result =
        send(
            "Runtime.evaluate",
            Map.of(
                "expression", expression,
                "awaitPromise", true,
                "returnByValue", true,
                "userGesture", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
    }
    return result.at("/result/value");
  }

  /** Waits until a condition holds in the page. */
  public void await(String condition) {
    String look =
        "new Promise(held => { const look = () => (%s) ? held(true) : setTimeout(look, 20); look(); })"
            .formatted(condition);
    try {
      evaluate(look);
    } catch (AssertionError e) {
      if (!String.valueOf(e.getMessage()).contains("navigated")) {
        throw e;
      }
      evaluate(look); // A form has loaded the next page.
    }
  }

  /** Returns the text that a reader sees in an element. */
  public String text(String selector) {
    return evaluate("document.querySelector('%s').innerText".formatted(selector)).asText();
  }

  public void press(String key, int code) {
    for (String type : List.of("keyDown", "keyUp")) {
      String text = key.equals("Enter") ? "\r" : "";
      send(
          "Input.dispatchKeyEvent",
          Map.of(
              "type", type, "key", key, "code", key, "windowsVirtualKeyCode", code, "text", text));
    }
  }

  /** Presses the tab key until an element has the focus that a key begins; then enter. */
  public void pressButtonByKeyboard(String beginning) {
    evaluate("document.activeElement.blur()");
    for (int i = 0; i < 100; i++) {
      press("Tab", 9);
      if (evaluate("document.activeElement.dataset.key || ''").asText().startsWith(beginning)) {
        press("Enter", 13);
        return;
      }
    }
    throw new AssertionError("no tab comes to " + beginning);
  }

  /** Shows the page at a width, light or dark. */
  public void show(int width, String scheme) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    send(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    // What fades is too pale to read.
    await("document.getAnimations().every(each => !(each instanceof CSSTransition))");
  }

  /** Writes a picture of the whole page. */
  public void photograph(Path file) throws IOException {
    JsonNode picture =
        send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(picture.get("data").asText()));
  }

  /** Returns the roles and names that a screen reader is told of. */
  public List<String> accessibleNames() {
    JsonNode nodes = send("Accessibility.getFullAXTree", Map.of()).get("nodes");
    return Stream.iterate(0, i -> i < nodes.size(), i -> i + 1)
        .map(nodes::get)
        .filter(node -> !node.get("ignored").asBoolean())
        .map(node -> node.at("/role/value").asText() + " " + node.at("/name/value").asText())
        .map(String::strip)
        .toList();
  }

  /** Returns the violations of rules of accessibility that axe finds in the page as it is shown. */
  public List<String> violations() throws IOException {
    try (InputStream in = Objects.requireNonNull(Browser.class.getResourceAsStream(AXE))) {
      evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
    }
    JsonNode found =
        evaluate(
            "axe.run().then(all => all.violations.map(each => each.id + ': ' + each.nodes.map(node => node.html).join(' | ')))");
    return StreamSupport.stream(found.spliterator(), false).map(JsonNode::asText).toList();
  }

  /**
   * Keeps a picture of the page wide in one scheme, and narrow in the other; returns what keeps
   * people from using it so.
   *
   * @param wide the scheme, {@code light} or {@code dark}, in which it is wide
   */
  public List<String> flaws(Path pictures, String name, String wide) throws IOException {
    List<String> flaws = flaws(pictures, name, wide, WIDE);
    flaws.addAll(flaws(pictures, name, wide.equals("light") ? "dark" : "light", NARROW));
    return flaws;
  }

  private List<String> flaws(Path pictures, String name, String scheme, int width)
      throws IOException {
    String view = "%s-%s-%d".formatted(name, scheme, width);
    show(width, scheme);
    photograph(pictures.resolve(view + ".png"));
    List<String> flaws = new ArrayList<>();
    violations().forEach(each -> flaws.add(view + ": " + each));
    int used = evaluate("document.documentElement.scrollWidth").asInt();
    if (used > width) {
      flaws.add("%s: is %d pixels wide".formatted(view, used));
    }
    return flaws;
  }

  /** Returns the lines of the console: errors, and requests that a policy has forbidden. */
  public List<String> problems() {
    return problems;
  }

  @Override
  public void close() {
    // Those of a process that has ended are not known any more.
    List<ProcessHandle> children = process.descendants().toList();
    // So that it takes its own temporary files away.
    socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true).join();
    process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
    socket.abort();
    process.destroyForcibly().onExit().join();
    children.forEach(ProcessHandle::destroyForcibly);
    children.forEach(child -> child.onExit().join());
  }

  private final class Messages implements WebSocket.Listener {

    private final StringBuilder message = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        take(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(String text) {
      try {
        JsonNode node = MAPPER.readTree(text);
        String method = node.path("method").asText();
        CompletableFuture<JsonNode> pending = answers.remove(node.path("id").asInt());
        if (pending != null) {
          pending.complete(node);
        } else if (node.at("/params/name").asText().equals("load")) {
          loaded(node.at("/params/loaderId").asText()).complete(node);
        } else if (node.at("/params/entry/source").asText().equals("rendering")) {
          return; // Advice about the canvases that axe draws.
        } else if (method.equals("Log.entryAdded")
            || method.equals("Runtime.exceptionThrown")
            || method.equals("Runtime.consoleAPICalled")) {
          problems.add(node.get("params").toString());
        }
      } catch (IOException e) {
        problems.add("not understood: " + text);
      }
    }
  }
}
