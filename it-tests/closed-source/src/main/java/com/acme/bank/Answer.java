package com.acme.bank;

import java.util.List;

/** What the model says. */
record Answer(String text, List<Order> orders, Object raw) {}
