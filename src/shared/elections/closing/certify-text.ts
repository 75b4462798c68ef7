/** Why certifying is not the end of it, for whoever does it. */
export const copiesText =
  'Copies made while voting was open are out of its reach: a backup holds the sealed ballots, and a file of ballot keys or a copy of the whole server holds the key to them. Whoever has both could still open ballots. Ask the person who runs the server to delete the backups of the voting days and every copy of the key.'

/** For whoever certifies with the address that the first start made up. */
export const inventedAddressText = {
  title: 'Your email address is a made-up one',
  why: (email: string) =>
    `${email} would stand with your name on the certificate, for everybody to read, and cannot be changed there afterwards.`,
  change: 'Change my email address first',
} as const
