/**
 * What may be typed into a text: no control characters, no half characters, and nothing that turns the direction of the
 * words around it. One line has no line breaks either.
 */
export const oneLine = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u
export const severalLines = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\n\r\t])*$/u
