package io.loopsentinel.tools.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.VirtualMachineDescriptor;
import com.sun.tools.attach.spi.AttachProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A JVM is named by its process id or its program. */
class JvmIdTest {

  private static final List<LocalJvm> JVMS =
      List.of(
          jvm(4711, "/opt/shop.jar --port 80"),
          jvm(4712, "/opt/shop-admin.jar"),
          jvm(4713, "com.acme.Mailer"));

  @Test
  void aNumberIsAProcessId() {
    assertThat(new JvmId().convert("4711")).isEqualTo(4711);
  }

  @Test
  void aPartOfTheNameIsEnoughIfOneJvmHasIt() {
    assertThat(JvmId.find("mailer", JVMS)).isEqualTo(4713);
    assertThat(JvmId.find("shop.jar", JVMS)).isEqualTo(4711);
  }

  @Test
  void aNameOfSeveralJvmsIsRefusedWithTheirNames() {
    assertThatThrownBy(() -> JvmId.find("shop", JVMS))
        .hasMessage("several JVMs have 'shop' in their names: 4711 shop.jar, 4712 shop-admin.jar");
  }

  @Test
  void anUnknownNameIsRefused() {
    assertThatThrownBy(() -> JvmId.find("port", JVMS))
        .hasMessage("no JVM has 'port' in its name; the command list shows their names");
  }

  private static LocalJvm jvm(long pid, String command) {
    AttachProvider provider = AttachProvider.providers().get(0);
    return new LocalJvm(new VirtualMachineDescriptor(provider, Long.toString(pid), command));
  }
}
