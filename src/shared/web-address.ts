/** A name with dots, and perhaps a page of it: no scheme, port, user or spaces. */
const withoutScheme = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?:[/?#]\S*)?$/i

/** An address as people say it, `facebook.com/arrapi`, as browsers need it. Anything else as it is. */
export const withHttps = (typed: string): string => (withoutScheme.test(typed) ? `https://${typed}` : typed)
