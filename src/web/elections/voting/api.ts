import { queryOptions } from '@tanstack/react-query'
import { blankId } from '#shared/elections/board/leaves.ts'
import type { BallotForm, BallotPromise } from '#shared/elections/voting/ballot.ts'
import { api, unwrap } from '#web/api/client.ts'
import { nomineesQuery } from '#web/elections/api.ts'
import { byName, withTellingNumbers } from '#web/elections/nominee-order.ts'

/** The candidates by name; administrators also get those who wait. */
export const candidatesQuery = (electionId: string) =>
  queryOptions({
    ...nomineesQuery(electionId),
    select: ({ nominees }) => withTellingNumbers(byName(nominees.filter(({ status }) => status === 'approved'))),
  })

const readMyBallot = (id: string) => unwrap(api.elections[':id']['my-ballot'].$get({ param: { id } }))
export type MyBallot = Awaited<ReturnType<typeof readMyBallot>>

/** Whether the voter may vote and has voted. Without the choices: only the receipt shows them. */
export const myBallotQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'my ballot'],
    gcTime: 0,
    networkMode: 'always',
    queryFn: () => readMyBallot(id),
  })

type Filled = Pick<BallotForm, 'secret' | 'choices'>

/**
 * Of fixed length, whatever is chosen or left blank: somebody who watches the connection learns nothing. Save has already asked
 * about blank seats.
 */
export const ballotToSend = ({ secret, choices }: Filled) => ({
  secret,
  choices: choices.map((chosen) => chosen ?? blankId),
  blanksConfirmed: true,
})

export const castBallot = (id: string, ballot: Filled, signal: AbortSignal): Promise<BallotPromise> =>
  unwrap(api.elections[':id'].ballot.$post({ param: { id }, json: ballotToSend(ballot) }, { init: { signal } }))
