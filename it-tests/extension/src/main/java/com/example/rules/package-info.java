/** An extension of Loop Sentinel: a detector and a receiver of events. */
@NullMarked
package com.example.rules;

import org.jspecify.annotations.NullMarked;
