package io.loopsentinel.it.jvm.program;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.PackageVersion;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;
import org.yaml.snakeyaml.Yaml;

/** Uses other versions of the libraries that the agent uses, in a loop that the agent stops. */
public final class LibrariesProgram {

  private LibrariesProgram() {}

  /** Prints what the libraries give, and where they come from. */
  public static void main(String[] args) throws Exception {
    Object generated =
        new ByteBuddy()
            .subclass(Object.class)
            .defineMethod("answer", String.class, Visibility.PUBLIC)
            .intercept(FixedValue.value("generated"))
            .make()
            .load(LibrariesProgram.class.getClassLoader())
            .getLoaded()
            .getDeclaredConstructor()
            .newInstance();
    System.out.println(generated.getClass().getMethod("answer").invoke(generated));
    System.out.println(new Yaml().<Object>load("{a: [1, 2]}"));
    System.out.println(new ObjectMapper().readTree("{\"b\": 1}").get("b").asInt());
    System.out.println(PackageVersion.VERSION);
    for (Class<?> library : new Class<?>[] {ByteBuddy.class, Yaml.class, ObjectMapper.class}) {
      String path = library.getProtectionDomain().getCodeSource().getLocation().getPath();
      System.out.println(path.substring(path.lastIndexOf('/') + 1));
    }
    for (int i = 0; i < 4; i++) {
      System.out.println(
          new Dispatchers.Plain()
              .execute(new Dispatchers.Request("search", Map.of("q", "x")))
              .startsWith("loop-detected"));
    }
  }
}
