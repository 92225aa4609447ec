package io.loopsentinel.agent.telemetry;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The properties in the jar or on the class path of a Spring Boot or Quarkus application. */
final class ApplicationProperties {

  private static final List<String> NAMES =
      List.of("spring.application.name", "quarkus.application.name");

  private static final List<String> FOLDERS = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/");
  private static final List<String> FILES = List.of("properties", "yml", "yaml");
  private static final int MAX_BYTES = 1_000_000;

  private ApplicationProperties() {}

  /** Returns the first name without placeholders; empty if there is none. */
  static String name(ClassLoader loader) {
    return FOLDERS.stream()
        .flatMap(folder -> FILES.stream().map(type -> folder + "application." + type))
        .flatMap(file -> names(loader, file).stream())
        .filter(name -> !name.isBlank() && !name.contains("${"))
        .findFirst()
        .orElse("");
  }

  private static List<String> names(ClassLoader loader, String file) {
    try (InputStream in = loader.getResourceAsStream(file)) {
      if (in == null) {
        return List.of();
      }
      String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
      if (!file.endsWith(".properties")) {
        return yamlNames(text);
      }
      Properties properties = new Properties();
      properties.load(new StringReader(text));
      return NAMES.stream().map(properties::getProperty).filter(Objects::nonNull).toList();
    } catch (IOException | RuntimeException | StackOverflowError unreadable) {
      return List.of(); // The application reports its own mistakes.
    }
  }

  private static List<String> yamlNames(String text) {
    List<String> names = new ArrayList<>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
      NAMES.forEach(name -> names.addAll(values(document, name)));
    }
    return names;
  }

  /** Returns the value of a key, which is written in one or several parts. */
  private static List<String> values(@Nullable Object node, String key) {
    if (!(node instanceof Map<?, ?> mapping)) {
      return List.of();
    }
    Object value = mapping.get(key);
    if (value != null && !(value instanceof Map<?, ?>)) {
      return List.of(value.toString());
    }
    return mapping.entrySet().stream()
        .filter(entry -> key.startsWith(entry.getKey() + "."))
        .flatMap(
            entry ->
                values(entry.getValue(), key.substring(entry.getKey().toString().length() + 1))
                    .stream())
        .toList();
  }
}
