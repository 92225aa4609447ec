package com.acme.bank;

import java.util.Map;

/** A call that the model asks for. */
record Order(String id, String skill, Map<String, Object> values) {}
