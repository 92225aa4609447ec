package com.acme.shapes.logged;

/** A function that the model wants called. */
public record FunctionCall(String name, String arguments) {}
