/**
 * An extension of Loop Sentinel: a detector, a receiver of events, a form of alerts and a store.
 */
@NullMarked
package com.example.rules;

import org.jspecify.annotations.NullMarked;
