package io.loopsentinel.agent.command.inspect.model;

import java.lang.reflect.Modifier;

/** A field as a class file declares it. */
public record FieldModel(String name, String descriptor, int access) {

  public boolean isStatic() {
    return Modifier.isStatic(access);
  }
}
