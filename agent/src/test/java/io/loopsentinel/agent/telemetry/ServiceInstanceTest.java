package io.loopsentinel.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The process named in events. */
class ServiceInstanceTest {

  private static final String NAMED = "spring.application.name";
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

  @Test
  void isNamedAfterTheMainClassOtherwise() {
    assertThat(service(null, Map.of(), Map.of(COMMAND, "com.acme.Main --token secret")))
        .isEqualTo("com.acme.Main");
    assertThat(service(null, Map.of(), Map.of(COMMAND, "/opt/shop/shop-1.2.jar --port 80")))
        .isEqualTo("shop-1.2.jar");
    assertThat(service(null, Map.of(), Map.of())).isEqualTo("unknown");
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
    return ServiceInstance.service(configured, environment, properties);
  }
}
