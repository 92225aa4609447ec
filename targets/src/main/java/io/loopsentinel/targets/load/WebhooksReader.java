package io.loopsentinel.targets.load;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.targets.config.BreakerSettings.Breaker;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.WebhookSettings;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.ConfigNode.Sequence;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the list {@code telemetry.webhooks}.
 *
 * <p>Addresses, proxies and headers may be secrets. No message shows their values.
 *
 * @param hasPage whether the live page listens
 */
record WebhooksReader(Section telemetry, ExtensionsReader extensions, boolean hasPage) {

  private static final List<LoopEvent.Type> DEFAULT_EVENTS =
      List.of(
          LoopEvent.Type.LOOP_ESCALATED,
          LoopEvent.Type.BUDGET_EXCEEDED,
          LoopEvent.Type.BUDGET_WARNED,
          LoopEvent.Type.CALL_WAITING,
          LoopEvent.Type.PROVIDER_UNAVAILABLE,
          LoopEvent.Type.PROVIDER_RECOVERED,
          LoopEvent.Type.STORE_UNAVAILABLE,
          LoopEvent.Type.STORE_RECOVERED,
          LoopEvent.Type.AGENT_ERROR);

  private static final URI UNKNOWN = URI.create("");

  private static final ScalarType<LoopEvent.Type> EVENT =
      ScalarType.choice(List.of(LoopEvent.Type.values()), LoopEvent.Type::text);
  private static final ScalarType<Boolean> REPORT =
      ScalarType.choice(List.of(true, false), daily -> daily ? "daily" : "none");

  static final Group KEYS =
      Key.listOf(
          "webhooks",
          "\"- url: ...\"",
          "Receivers of alerts over HTTP.",
          List.of(
              Key.required("url", ScalarType.TEXT)
                  .means("The address of the receiver; it can be a variable."),
              new Other(
                  "format",
                  Wording.oneOf(WebhookSettings.FORMATS) + ", or the name of an extension's format",
                  """
                  {"anyOf": [{"enum": ["json", "slack", "discord", "teams"]},
                   {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}]}""",
                  true,
                  "The format of an alert."),
              Key.nonEmptyList("events", EVENT, "[session.terminated, loop.detected]")
                  .means("The types of events that are sent."),
              Key.value("timeout", ScalarType.duration("5m", "10s"))
                  .means("The time for an answer."),
              Key.integer("retries", 0, 10).means("The number of retries of an alert."),
              Key.integer("per_minute", 1, 600).means("The number of alerts in a minute."),
              Key.value("answer_links", ScalarType.TEXT)
                  .means(
                      "The public address of the live page; alerts of waiting calls get links to it."),
              Key.integer("report_hour", 0, 23).means("The hour of the daily report in UTC."),
              Key.value("report", REPORT).means("Whether a report is sent once a day."),
              Key.value("proxy", ScalarType.TEXT).means("Host and port of a proxy."),
              new Other(
                  "headers",
                  "a mapping such as {Authorization: \"${ALERT_TOKEN}\"}",
                  """
                  {"type": ["object", "null"],
                   "additionalProperties": {"type": "string", "minLength": 1}}""",
                  true,
                  "Further headers of each request.")));

  /** RFC 9110, 5.6.2. */
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]+");

  /** Headers that the client sets itself or forbids. */
  private static final Set<String> RESERVED_HEADERS =
      Set.of("connection", "content-length", "content-type", "expect", "host", "upgrade");

  private static final Pattern SECRET_HEADER =
      Pattern.compile(".*(auth|token|key|secret|password|cookie|credential|signature).*");
  private static final int MAX_PORT = 65_535;
  private static final Pattern HOST_AND_PORT = Pattern.compile("([^:/@\\s]+):(\\d{1,5})");

  List<WebhookSettings> read() {
    List<WebhookSettings> webhooks = new ArrayList<>();
    ConfigNode node = telemetry.node("webhooks");
    List<ConfigNode> items = node instanceof Sequence sequence ? sequence.items() : List.of();
    for (int i = 0; i < items.size(); i++) {
      String name = telemetry.pathOf("webhooks") + "[" + i + "]";
      if (items.get(i) instanceof Mapping item) {
        webhooks.add(webhook(telemetry.child(item, name, KEYS.keys()).opened()));
      } else {
        telemetry.error(
            items.get(i).origin(), name + ": expected a mapping of keys such as url and format");
      }
    }
    if (node != null && !node.isNull() && !(node instanceof Sequence)) {
      telemetry.error("webhooks", ": expected a list (\"- url: ...\")");
    }
    webhooks.removeIf(webhook -> webhook.address().equals(UNKNOWN));
    return webhooks;
  }

  private WebhookSettings webhook(Section section) {
    URI address = address(section);
    String format = format(section);
    // For the other formats, the address alone permits posting.
    if (!address.equals(UNKNOWN)
        && WebhookSettings.FORMATS.contains(format)
        && !format.equals(WebhookSettings.JSON)
        && !hasVariable(section, "url")) {
      section.error(
          "url",
          ": this address is a secret, because whoever knows it can post there; put it"
              + " into an environment variable and write ${NAME}");
    }
    return new WebhookSettings(
        section.path(),
        address,
        format,
        Set.copyOf(section.list("events", DEFAULT_EVENTS)),
        section.get("timeout", Duration.ofSeconds(10)),
        section.get("retries", 3),
        section.get("per_minute", 20),
        answerLinks(section),
        reportHour(section),
        proxy(section),
        headers(section));
  }

  private String format(Section section) {
    List<String> formats = new ArrayList<>(WebhookSettings.FORMATS);
    formats.addAll(extensions.formats());
    return section.get("format", ScalarType.choice(formats, each -> each), WebhookSettings.JSON);
  }

  private URI address(Section section) {
    if (section.node("url") == null) {
      section.error(section.origin(), section.path() + " lacks the key \"url\"");
      return UNKNOWN;
    }
    return address(section, "url", "https://alerts.example.com/loops");
  }

  /** Returns the public address of the live page, to which paths are appended. */
  private @Nullable URI answerLinks(Section section) {
    if (section.node("answer_links") == null) {
      return null;
    }
    URI base = address(section, "answer_links", "https://ops.example.com/sentinel");
    if (base.equals(UNKNOWN)) {
      return null;
    } else if (base.getRawQuery() != null || base.getRawFragment() != null) {
      section.error("answer_links", ": expected an address without a query");
    } else if (!hasPage) {
      section.error("answer_links", " needs the live page: set telemetry.page.port");
    }
    return base;
  }

  private URI address(Section section, String key, String example) {
    String text = text(section, key);
    if (text.isEmpty()) {
      return UNKNOWN;
    }
    try {
      URI address = new URI(text);
      String scheme = String.valueOf(address.getScheme());
      if ((scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
          && address.getHost() != null
          && address.getPort() <= MAX_PORT
          && address.getUserInfo() == null) {
        return address;
      }
    } catch (URISyntaxException e) {
      // Its message quotes the text, which may be a secret.
    }
    section.error(
        key,
        ": expected an address such as "
            + example
            + ", without a user name, or a variable such as ${ALERT_URL}; the value is not shown"
            + " because it may be a secret");
    return UNKNOWN;
  }

  private static @Nullable Integer reportHour(Section section) {
    int hour = section.get("report_hour", 0);
    boolean reports = section.get("report", false);
    if (!reports && section.has("report_hour")) {
      section.warning("report_hour", " has no effect without report: daily");
    }
    return reports ? hour : null;
  }

  private @Nullable InetSocketAddress proxy(Section section) {
    String text = section.node("proxy") == null ? "" : text(section, "proxy");
    Matcher parts = HOST_AND_PORT.matcher(text);
    if (parts.matches() && Integer.parseInt(parts.group(2)) <= MAX_PORT) {
      return InetSocketAddress.createUnresolved(parts.group(1), Integer.parseInt(parts.group(2)));
    }
    if (!text.isEmpty()) {
      section.error("proxy", ": expected a host and a port such as proxy.example.com:3128");
    }
    return null;
  }

  private Map<String, String> headers(Section section) {
    ConfigNode node = section.node("headers");
    if (node != null && !node.isNull() && !(node instanceof Mapping)) {
      section.error("headers", ": expected a mapping such as {Authorization: \"${ALERT_TOKEN}\"}");
      return Map.of();
    }
    return headerValues(section.section("headers"));
  }

  private Map<String, String> headerValues(Section headers) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : headers.writtenKeys()) {
      String lower = name.toLowerCase(Locale.ROOT);
      String value = text(headers, name);
      if (!HEADER_NAME.matcher(name).matches() || RESERVED_HEADERS.contains(lower)) {
        headers.keyError(name, headers.path() + ": a header with this name cannot be set");
      } else if (!value.isEmpty()) {
        if (SECRET_HEADER.matcher(lower).matches() && !hasVariable(headers, name)) {
          headers.error(
              name,
              ": expected an environment variable such as ${ALERT_TOKEN} because it is a secret");
        } else if (!HEADER_VALUE.matcher(value).matches()) {
          headers.error(name, ": expected one line of printable ASCII characters");
        }
        values.put(name, value);
      }
    }
    return values;
  }

  private static boolean hasVariable(Section section, String key) {
    return section.node(key) instanceof Scalar scalar && scalar.hasVariable();
  }

  /**
   * Returns the string under a key; empty if it is no string, which is reported, or if a variable
   * is not resolved.
   */
  private String text(Section section, String key) {
    if (!(section.node(key) instanceof Scalar scalar)
        || !scalar.isText()
        || scalar.text().isBlank()) {
      section.error(key, ": expected a string; the value is not shown because it may be a secret");
      return "";
    }
    return scalar.isUnresolved() ? "" : scalar.text();
  }

  /**
   * Adds the settings of a webhook that can have no effect.
   *
   * @param asks whether a call can wait for a person
   */
  static void addWithoutEffect(
      SentinelConfig config, WebhookSettings webhook, boolean asks, List<String> found) {
    if (webhook.answerLinks() != null && !asks) {
      found.add(
          webhook.name() + ".answer_links: has no effect, since no ladder has the action ask");
    }
    if (webhook.reportHour() == null
        && webhook.events().stream().noneMatch(type -> mayOccur(type, config, asks))) {
      found.add(
          "%s: none of its events can occur with these settings: %s"
              .formatted(
                  webhook.name(),
                  Wording.allOf(
                      webhook.events().stream().map(LoopEvent.Type::text).sorted().toList())));
    }
  }

  private static boolean mayOccur(LoopEvent.Type type, SentinelConfig config, boolean asks) {
    List<Budget> budgets = config.engine().budget().budgets();
    return switch (type) {
      case BUDGET_EXCEEDED -> !budgets.isEmpty();
      case BUDGET_WARNED -> budgets.stream().anyMatch(budget -> budget.warnAt() > 0);
      case CALL_WAITING, CALL_ANSWERED -> asks;
      case PROVIDER_UNAVAILABLE, PROVIDER_RECOVERED -> config.breaker().mode() != Breaker.NONE;
      case STORE_UNAVAILABLE, STORE_RECOVERED -> config.sharedStore().isPresent();
      case COST_ATTRIBUTED -> config.telemetry().costs();
      default -> true;
    };
  }
}
