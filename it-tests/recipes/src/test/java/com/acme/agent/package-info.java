/** An agent loop of one's own, which no profile knows, and which swallows errors. */
package com.acme.agent;
