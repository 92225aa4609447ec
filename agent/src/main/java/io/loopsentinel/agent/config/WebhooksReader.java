package io.loopsentinel.agent.config;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import io.loopsentinel.agent.telemetry.webhook.AlertBody;
import io.loopsentinel.agent.telemetry.webhook.WebhookSettings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the list {@code telemetry.webhooks}.
 *
 * <p>Addresses, proxies and headers may be secrets, and texts in them may name environment
 * variables as <code>${NAME}</code>; no message shows one.
 */
final class WebhooksReader {

  private static final Set<LoopEvent.Type> DEFAULT_EVENTS =
      Set.of(
          LoopEvent.Type.SESSION_TERMINATED,
          LoopEvent.Type.BUDGET_EXCEEDED,
          LoopEvent.Type.AGENT_ERROR);

  private static final ScalarType<Duration> TIMEOUT =
      ScalarType.time("a time from 1s to 5m such as 10s", Duration.ofMinutes(5));

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}?");
  private static final Pattern VARIABLE_WITH_NAME =
      Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}");

  /** RFC 9110, 5.6.2. */
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]+");

  /** What the client sets itself, or does not let anybody set. */
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "content-type", "expect", "host", "upgrade");

  private static final Pattern SECRET_HEADER =
      Pattern.compile(".*(auth|token|key|secret|password|cookie|credential|signature).*");
  private static final Pattern HOST_AND_PORT = Pattern.compile("([^:/@\\s]+):(\\d{1,5})");

  private final Section telemetry;
  private final @Nullable Map<String, String> environment;

  /** Creates a reader; without {@code environment}, webhooks that name a variable are left out. */
  WebhooksReader(Section telemetry, @Nullable Map<String, String> environment) {
    this.telemetry = telemetry;
    this.environment = environment;
  }

  /** Reads the list; one that is not written is empty. */
  List<WebhookSettings> read() {
    ConfigNode node = telemetry.node("webhooks");
    if (node == null || node.isNothing()) {
      return List.of();
    }
    if (!(node instanceof Sequence sequence)) {
      telemetry.error("webhooks", ": expected a list (\"- url: ...\")");
      return List.of();
    }
    List<WebhookSettings> webhooks = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      ConfigNode item = sequence.items().get(i);
      String name = telemetry.nested("webhooks") + "[" + i + "]";
      if (item instanceof Mapping) {
        telemetry.read(item, name, this::webhook).ifPresent(webhooks::add);
      } else {
        telemetry.error(
            item.origin(), name + ": expected a mapping of keys such as url and format");
      }
    }
    return webhooks;
  }

  private Optional<WebhookSettings> webhook(Section section) {
    Optional<URI> address = address(section);
    AlertBody body = section.constant("format", AlertBody.JSON);
    if (address.isPresent() && body.isSecretAddress() && !hasVariable(section, "url")) {
      section.error(
          "url",
          ": whoever knows this address can write there; put it into an environment variable and"
              + " write ${NAME}");
    }
    ScalarType<LoopEvent.Type> event =
        ScalarType.choice(List.of(LoopEvent.Type.values()), LoopEvent.Type::text);
    Set<LoopEvent.Type> events =
        section
            .listOfSome("events", event, "[session.terminated, loop.detected]")
            .map(Set::copyOf)
            .orElse(DEFAULT_EVENTS);
    Duration timeout = section.get("timeout", TIMEOUT, Duration.ofSeconds(10));
    int retries = section.whole("retries", 0, 10, 3);
    int perMinute = section.whole("per_minute", 1, 600, 20);
    InetSocketAddress proxy = proxy(section);
    Map<String, String> headers = headers(section);
    return address.map(
        (URI url) ->
            new WebhookSettings(
                section.path(), url, body, events, timeout, retries, perMinute, proxy, headers));
  }

  private Optional<URI> address(Section section) {
    if (section.node("url") == null) {
      section.error(section.origin(), section.path() + " lacks the key \"url\"");
      return Optional.empty();
    }
    Optional<String> text = text(section, "url");
    Optional<URI> address = text.flatMap(WebhooksReader::httpAddress);
    if (text.isPresent() && address.isEmpty()) {
      section.error(
          "url",
          ": expected an address such as https://alerts.example.com/loops, without a user's name,"
              + " or a variable such as ${ALERT_URL}; what was found is not shown, as it may be a"
              + " secret");
    }
    return address;
  }

  private static Optional<URI> httpAddress(String text) {
    try {
      URI address = new URI(text);
      String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
      return Optional.of(address)
          .filter(uri -> scheme.equals("http") || scheme.equals("https"))
          .filter(uri -> uri.getHost() != null && uri.getUserInfo() == null);
    } catch (URISyntaxException e) {
      // Its message quotes the text, which may be a secret.
      return Optional.empty();
    }
  }

  private @Nullable InetSocketAddress proxy(Section section) {
    Optional<String> text =
        section.node("proxy") == null ? Optional.empty() : text(section, "proxy");
    if (text.isEmpty()) {
      return null;
    }
    Matcher parts = HOST_AND_PORT.matcher(text.get());
    if (parts.matches() && Integer.parseInt(parts.group(2)) <= 65_535) {
      return InetSocketAddress.createUnresolved(parts.group(1), Integer.parseInt(parts.group(2)));
    }
    section.error("proxy", ": expected a host and a port such as proxy.example.com:3128");
    return null;
  }

  private Map<String, String> headers(Section section) {
    ConfigNode node = section.node("headers");
    if (node != null && !node.isNothing() && !(node instanceof Mapping)) {
      section.error("headers", ": expected a mapping such as {Authorization: \"${ALERT_TOKEN}\"}");
      return Map.of();
    }
    return section.section("headers", this::headerValues);
  }

  private Map<String, String> headerValues(Section headers) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : headers.written()) {
      String lower = name.toLowerCase(Locale.ROOT);
      Optional<String> value = text(headers, name);
      if (!HEADER_NAME.matcher(name).matches() || OWN_HEADERS.contains(lower)) {
        headers.error(
            headers.originOfKey(name),
            headers.path() + ": a header that can be set cannot be named so");
      } else if (value.isPresent()
          && SECRET_HEADER.matcher(lower).matches()
          && !hasVariable(headers, name)) {
        headers.error(
            name, ": expected an environment variable such as ${ALERT_TOKEN}, for it is a secret");
      } else if (value.isPresent() && !HEADER_VALUE.matcher(value.get()).matches()) {
        headers.error(name, ": expected one line of printable ASCII characters");
      }
      value.ifPresent(text -> values.put(name, text));
    }
    return values;
  }

  private static boolean hasVariable(Section section, String key) {
    return section.node(key) instanceof Scalar scalar && VARIABLE.matcher(scalar.text()).find();
  }

  /**
   * Returns a text with the values of its variables in their places; nothing where it is no text,
   * or a variable is unknown or, which is reported, is not set.
   */
  private Optional<String> text(Section section, String key) {
    if (!(section.node(key) instanceof Scalar scalar)
        || !scalar.isText()
        || scalar.text().isBlank()) {
      section.error(key, ": expected a text; what was found is not shown, as it may be a secret");
      return Optional.empty();
    }
    Matcher variables = VARIABLE.matcher(scalar.text());
    StringBuilder text = new StringBuilder();
    boolean complete = true;
    while (variables.find()) {
      String value = value(variables, section, key);
      complete &= !value.isEmpty();
      variables.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return complete ? Optional.of(variables.appendTail(text).toString()) : Optional.empty();
  }

  private String value(Matcher variable, Section section, String key) {
    if (!VARIABLE_WITH_NAME.matcher(variable.group()).matches()) {
      section.error(
          key, ": expected the name of an environment variable between ${ and }, such as ${NAME}");
      return "";
    }
    if (environment == null) {
      return "";
    }
    String value = environment.getOrDefault(variable.group(1), "").strip();
    if (value.isEmpty()) {
      section.error(
          key,
          ": the environment variable %s is not set, or is empty; set it, or take the key out"
              .formatted(variable.group(1)));
    }
    return value;
  }
}
