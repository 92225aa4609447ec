package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order a session has its fields: HotSpot lays out those of a superclass first. */
class SessionLayoutTest {

  @Test
  void theKeyIsTheFirstReferenceSoThatCollectorsCopyItBesideTheSession() throws Exception {
    StoredSession session = new StoredSession("the key", Engines.shippedLayout(), 0);

    Field first = references(StoredSession.class).get(0);

    first.setAccessible(true);
    assertThat(first.get(session)).isEqualTo("the key");
  }

  private static List<Field> references(Class<?> type) {
    List<Field> fields =
        type.getSuperclass() == null ? new ArrayList<>() : references(type.getSuperclass());
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        fields.add(field);
      }
    }
    return fields;
  }
}
