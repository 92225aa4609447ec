package io.loopsentinel.tools.init;

import io.loopsentinel.tools.support.AnnotatedTools.Tool;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The text of a first configuration. */
final class StarterFile {

  private static final String HEAD =
      """
      # Written by loop-sentinel init. docs/configuration.md describes all settings.
      sentinel:
        # observe only reports loops; enforce also stops them.
        mode: observe
        telemetry:
          # A page that shows calls and loops in a browser. The log has its address.
          page: {port: 0}
      """;

  /** The targets of a file without any, as an example. */
  private static final String EXAMPLE =
      """

        # Name the classes of your tools here, without the "# ":
        # targets:
        #   - {name: my-tools, kind: tool, types: [com.acme.OrderTools], method: "*"}
      """;

  private static final String RUN =
      """

          # If several users share a thread, name the method that answers one message, so that
          # their calls are not compared:
          # - {name: my-run, kind: run, type: com.acme.Assistant, method: ask}
      """;

  private static final String REQUESTS =
      """

          # Each web request is a run, so that the calls of different users are not compared:
          - name: request
            kind: run
            type: SERVLET.http.HttpServlet
            method: service
            parameters: [SERVLET.ServletRequest, SERVLET.ServletResponse]
      """;

  private static final int MAX_NAMED = 5;

  private StarterFile() {}

  /**
   * Returns the text.
   *
   * @param profiles the profiles to use, with the jars of their frameworks; empty: all
   * @param tools the tools to name, by annotation
   * @param servlets the package of the servlet API, if the application uses it
   */
  static String text(
      Map<String, ? extends Set<String>> profiles,
      SortedMap<String, List<Tool>> tools,
      Optional<String> servlets) {
    StringBuilder text = new StringBuilder(HEAD);
    if (!profiles.isEmpty()) {
      text.append("\n  # The frameworks that were found:\n");
      profiles.forEach(
          (profile, jars) ->
              text.append("  #   %s in %s%n".formatted(profile, String.join(", ", jars))));
      text.append("  profiles: [").append(String.join(", ", profiles.keySet())).append("]\n");
    }
    if (tools.isEmpty()) {
      return text.append(profiles.isEmpty() ? EXAMPLE : "").toString();
    }
    text.append("\n  targets:\n");
    Set<String> names = new HashSet<>();
    tools.forEach(
        (annotation, marked) ->
            byMethodOfClass(marked)
                .forEach((method, some) -> text.append(target(annotation, method, some, names))));
    String run = servlets.map(each -> REQUESTS.replace("SERVLET", each)).orElse(RUN);
    return text.append(run).toString();
  }

  /** Returns the tools of annotated classes by their method, and all other tools under "". */
  private static SortedMap<String, List<Tool>> byMethodOfClass(List<Tool> tools) {
    return tools.stream()
        .collect(
            Collectors.groupingBy(
                tool -> tool.ofClass() ? tool.method() : "", TreeMap::new, Collectors.toList()));
  }

  private static String target(
      String annotation, String method, List<Tool> tools, Set<String> names) {
    String name = name(annotation);
    for (int i = 2; !names.add(name); i++) {
      name = name(annotation) + "-" + i;
    }
    List<String> shown = tools.stream().map(Tool::name).distinct().toList();
    String more =
        shown.size() > MAX_NAMED ? " and %s more".formatted(shown.size() - MAX_NAMED) : "";
    String methods =
        method.isEmpty()
            ? "annotated_with: " + annotation + packages(tools)
            : "types: [%s], method: %s"
                .formatted(
                    tools.stream().map(Tool::owner).sorted().collect(Collectors.joining(", ")),
                    method);
    return """
              # Tools: %s%s
              - {name: %s, kind: tool, %s}
          """
        .formatted(
            shown.stream().limit(MAX_NAMED).collect(Collectors.joining(", ")), more, name, methods);
  }

  /** Returns a name from an annotation: {@code tool-method} for {@code com.acme.ToolMethod}. */
  private static String name(String annotation) {
    return annotation
        .substring(annotation.lastIndexOf('.') + 1)
        .replaceAll("(?<=[\\p{Ll}\\d])(?=\\p{Lu})|[^\\p{L}\\p{N}]+", "-")
        .toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the key with the packages of some tools, without those below another one; empty if one
   * of them is the unnamed package, which a target cannot name.
   */
  private static String packages(List<Tool> tools) {
    SortedSet<String> all = new TreeSet<>();
    for (Tool tool : tools) {
      String type = tool.owner();
      String of = type.substring(0, Math.max(0, type.lastIndexOf('.')));
      if (all.stream().noneMatch(each -> (of + ".").startsWith(each + "."))) {
        all.removeIf(each -> each.startsWith(of + "."));
        all.add(of);
      }
    }
    return all.contains("") ? "" : ", packages: [" + String.join(", ", all) + "]";
  }
}
