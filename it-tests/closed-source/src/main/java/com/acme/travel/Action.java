package com.acme.travel;

import java.util.Map;

/** A call that the model asks for. */
record Action(String id, String service, Map<String, Object> details) {}
