import type pg from 'pg'

/** Moves the hours of voting to `from` until `to`, in milliseconds from now, and what comes before them with it. */
export async function voteBetween(pool: pg.Pool, electionId: string, from: number, to: number): Promise<void> {
  await pool.query(
    `update elections set voting_opens = now() + $2 * interval '1 millisecond', voting_closes = now() + $3 * interval '1 millisecond',
       vote_link_opens = now() + $2 * interval '1 millisecond', vote_link_closes = now() + $3 * interval '1 millisecond'
     where id = $1`,
    [electionId, from, to],
  )
}
