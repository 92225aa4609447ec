package io.loopsentinel.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The process named in events. */
class ServiceInstanceTest {

  private static final String NAMED = "spring.application.name";
  @TempDir private Path folder;

  private static final String COMMAND = "sun.java.command";

  @Test
  void hasTheNameThatIsConfigured() {
    assertThat(service("shop", Map.of("OTEL_SERVICE_NAME", "traced"), Map.of())).isEqualTo("shop");
  }

  @Test
  void hasTheNameUnderWhichItIsTracedElse() {
    assertThat(service(null, Map.of("OTEL_SERVICE_NAME", "traced"), Map.of(NAMED, "spring")))
        .isEqualTo("traced");
  }

  @Test
  void hasTheNameThatSpringKnowsElse() {
    assertThat(service(null, Map.of(), Map.of(NAMED, "spring", COMMAND, "com.acme.Main")))
        .isEqualTo("spring");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          application.properties                  | "server.port=80\nspring.application.name=shop" | shop
          BOOT-INF/classes/application.properties | spring.application.name = shop               | shop
          BOOT-INF/classes/application.yml        | "spring:\n  application:\n    name: shop"    | shop
          application.yaml                        | "a: 1\n---\nspring.application: {name: 7}"   | 7
          application.properties                  | quarkus.application.name=shop                | shop
          application.properties                  | spring.application.name=${APP}               | com.acme.Main
          application.yml                         | "spring: [: broken"                          | com.acme.Main
          """)
  void hasTheNameInTheFilesOfTheApplication(String file, String text, String name)
      throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    Properties properties = new Properties();
    properties.setProperty(COMMAND, "com.acme.Main");

    try (URLClassLoader application =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertThat(ServiceInstance.service(null, Map.of(), properties, application)).isEqualTo(name);
    }
  }

  @Test
  void isNamedAfterTheMainClassOtherwise() {
    assertThat(service(null, Map.of(), Map.of(COMMAND, "com.acme.Main --token secret")))
        .isEqualTo("com.acme.Main");
    assertThat(service(null, Map.of(), Map.of(COMMAND, "/opt/shop/shop-1.2.jar --port 80")))
        .isEqualTo("shop-1.2.jar");
    assertThat(service(null, Map.of(), Map.of())).isEqualTo("unknown");
  }

  @Test
  void isNamedAfterTheJarIfItsPathHasSpaces() {
    String jar = "/opt/my shop/the shop.jar";
    String path = jar + File.pathSeparator + "/opt/loop-sentinel.jar";

    assertThat(
            service(null, Map.of(), Map.of(COMMAND, jar + " --port 80", "java.class.path", path)))
        .isEqualTo("the shop.jar");
  }

  @Test
  void isThisProcess() {
    ServiceInstance current = ServiceInstance.current("shop");

    assertThat(current.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(current.host()).isNotBlank();
    assertThat(ServiceInstance.pod()).endsWith("-" + current.pid());
    assertThat(ServiceInstance.ID).matches("[0-9a-f]{8}");
  }

  private static String service(
      @Nullable String configured, Map<String, String> environment, Map<String, String> set) {
    Properties properties = new Properties();
    properties.putAll(set);
    return ServiceInstance.service(
        configured, environment, properties, ClassLoader.getPlatformClassLoader());
  }
}
