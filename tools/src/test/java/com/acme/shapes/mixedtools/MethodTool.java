package com.acme.shapes.mixedtools;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls a method. */
final class MethodTool implements Tool {

  private final Definition definition;
  private final Object owner;
  private final Method method;

  MethodTool(Object owner, Method method) {
    this.definition = new Definition(method.getName());
    this.owner = owner;
    this.method = method;
  }

  @Override
  public Definition definition() {
    return definition;
  }

  @Override
  public String call(String arguments) {
    try {
      return String.valueOf(method.invoke(owner, arguments));
    } catch (IllegalAccessException | InvocationTargetException e) {
      return "failed: " + e;
    }
  }
}
