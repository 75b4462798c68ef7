/** Who may vote, as SQL about the rows of `users` by this name. */

const isMember = (user: string) => `${user}.approved and not ${user}.is_admin`

/** A member who has not left. */
export const inGoodStanding = (user: string) => `(${isMember(user)} and ${user}.withdrawn_at is null)`

/** Who may vote now: a ballot is counted to a region. */
export const mayVote = (user: string) => `(${inGoodStanding(user)} and ${user}.region is not null)`

/** Who could have voted until `closed`: not who was approved since, but who left since. */
export const couldVote = (user: string, closed: string) =>
  `(${isMember(user)} and ${user}.region is not null
    and (${user}.approved_at is null or ${user}.approved_at < ${closed})
    and (${user}.withdrawn_at is null or ${user}.withdrawn_at >= ${closed}))`
