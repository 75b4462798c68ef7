/** Who may vote, as SQL about the rows of `users` by this name. */

/** A member who has not left. */
export const inGoodStanding = (user: string) =>
  `(${user}.approved and not ${user}.is_admin and ${user}.withdrawn_at is null)`
