/** An order in many codecs, each in a class that loads nothing of the others. */
@Json.Import({Order.class, Line.class})
package thaw.codecs;

import io.avaje.jsonb.Json;
