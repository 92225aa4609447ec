package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the values of a webhook that may be secrets; no message shows one. */
final class WebhookValues {

  private static final String URL = "url";
  private static final String PROXY = "proxy";
  private static final String HEADERS = "headers";

  /** RFC 9110, 5.6.2. */
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]+");

  /** What the client sets itself, or does not let anybody set. */
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "content-type", "expect", "host", "upgrade");

  private static final Pattern SECRET_HEADER =
      Pattern.compile(".*(auth|token|key|secret|password|cookie|credential|signature).*");

  private static final Pattern HOST_AND_PORT = Pattern.compile("([^:/@\\s]+):(\\d{1,5})");

  private final Section section;
  private final Variables variables;

  WebhookValues(Section section, Variables variables) {
    this.section = section;
    this.variables = variables;
  }

  /**
   * Returns where alerts are sent, or reports that this is no address.
   *
   * @param secret whether it must not stand in a file
   */
  Optional<URI> address(boolean secret) {
    if (!section.has(URL)) {
      section.error(section.origin(), section.path() + " lacks the key " + Wording.quoted(URL));
      return Optional.empty();
    }
    Optional<Scalar> written = scalar(section.node(URL), section.nested(URL));
    Optional<URI> address =
        written.flatMap(text -> resolve(text, section.nested(URL))).flatMap(this::address);
    if (secret && address.isPresent() && written.filter(Variables::areIn).isEmpty()) {
      section.error(
          section.originOf(URL),
          section.nested(URL)
              + ": whoever knows this address can write there; put it into an environment variable"
              + " and write ${NAME}");
    }
    return address;
  }

  /** Returns the proxy, or {@code null} where none is named. */
  @Nullable InetSocketAddress proxy() {
    if (!section.has(PROXY)) {
      return null;
    }
    String path = section.nested(PROXY);
    Optional<String> text =
        scalar(section.node(PROXY), path).flatMap(scalar -> resolve(scalar, path));
    if (text.isEmpty()) {
      return null;
    }
    Matcher parts = HOST_AND_PORT.matcher(text.get());
    if (parts.matches() && Integer.parseInt(parts.group(2)) <= 65_535) {
      return InetSocketAddress.createUnresolved(parts.group(1), Integer.parseInt(parts.group(2)));
    }
    section.error(
        section.originOf(PROXY),
        path + ": expected a host and a port such as proxy.example.com:3128");
    return null;
  }

  /** Returns the headers by name. */
  Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    ConfigNode node = section.node(HEADERS);
    if (node instanceof Mapping mapping) {
      mapping
          .entries()
          .forEach(
              (name, entry) ->
                  header(mapping, name, entry.value()).ifPresent(v -> headers.put(name, v)));
    } else if (node != null && !node.isNothing()) {
      section.error(
          node.origin(),
          section.nested(HEADERS)
              + ": expected a mapping such as {Authorization: \"${ALERT_TOKEN}\"}");
    }
    return headers;
  }

  private Optional<String> header(Mapping headers, String name, ConfigNode node) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!HEADER_NAME.matcher(name).matches() || OWN_HEADERS.contains(lower)) {
      section.error(
          headers.originOfKey(name),
          section.nested(HEADERS) + ": a header that can be set cannot be named so");
      return Optional.empty();
    }
    String path = section.nested(HEADERS) + "." + name;
    Optional<Scalar> written = scalar(node, path);
    if (SECRET_HEADER.matcher(lower).matches()
        && written.filter(text -> !Variables.areIn(text)).isPresent()) {
      section.error(
          node.origin(),
          path + ": expected an environment variable such as ${ALERT_TOKEN}, for it is a secret");
      return Optional.empty();
    }
    Optional<String> value = written.flatMap(text -> resolve(text, path));
    if (value.isPresent() && !HEADER_VALUE.matcher(value.get()).matches()) {
      section.error(node.origin(), path + ": expected one line of printable ASCII characters");
      return Optional.empty();
    }
    return value;
  }

  private Optional<URI> address(String text) {
    try {
      URI address = new URI(text);
      String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
      if (Set.of("http", "https").contains(scheme)
          && address.getHost() != null
          && address.getUserInfo() == null) {
        return Optional.of(address);
      }
    } catch (URISyntaxException e) {
      // Its message quotes the text, which may be a secret; what is reported does not.
    }
    section.error(
        section.originOf(URL),
        section.nested(URL)
            + ": expected an address such as https://alerts.example.com/loops, without a user's"
            + " name, or a variable such as ${ALERT_URL}; what was found is not shown, as it may be"
            + " a secret");
    return Optional.empty();
  }

  private Optional<String> resolve(Scalar scalar, String path) {
    return variables.resolve(path, scalar, section.problems());
  }

  private Optional<Scalar> scalar(@Nullable ConfigNode node, String path) {
    if (node instanceof Scalar scalar && scalar.isText() && !scalar.text().isBlank()) {
      return Optional.of(scalar);
    }
    section.error(
        node == null ? section.origin() : node.origin(),
        path + ": expected a text; what was found is not shown, as it may be a secret");
    return Optional.empty();
  }
}
