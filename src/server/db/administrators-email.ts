/**
 * In SQL, the address of a user who is or was an administrator; null for everybody else. `user` is what the statement calls them.
 * Whoever was removed has none any more, but what they did keeps it.
 */
export const administratorsEmail = (user: string): string =>
  `(select coalesce(${user}.email, named.former_email) from administrators named where named.user_id = ${user}.id)`
