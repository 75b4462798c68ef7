import { queryOptions } from '@tanstack/react-query'
import { blankId } from '#shared/elections/board/leaves.ts'
import type { BallotForm, BallotPromise } from '#shared/elections/voting/ballot.ts'
import { api, unwrap } from '#web/api/client.ts'
import { nomineesQuery } from '#web/elections/api.ts'
import { byName, withTellingNumbers } from '#web/elections/nominee-order.ts'

/** Those one can vote for, by name; an administrator is also sent those who wait. */
export const candidatesQuery = (electionId: string) =>
  queryOptions({
    ...nomineesQuery(electionId),
    select: ({ nominees }) => withTellingNumbers(byName(nominees.filter(({ status }) => status === 'approved'))),
  })

const readMyBallot = (id: string) => unwrap(api.elections[':id']['my-ballot'].$get({ param: { id } }))
export type MyBallot = Awaited<ReturnType<typeof readMyBallot>>

/** Where the voter stands. What they chose is not told here: only the receipt shows it. */
export const myBallotQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', id, 'my ballot'],
    gcTime: 0,
    networkMode: 'always',
    queryFn: () => readMyBallot(id),
  })

type Filled = Pick<BallotForm, 'secret' | 'choices'>

/**
 * Of one length, whatever is chosen or left blank: who watches the line learns nothing. Save has asked about blank seats before it
 * comes to this.
 */
export const ballotToSend = ({ secret, choices }: Filled) => ({
  secret,
  choices: choices.map((chosen) => chosen ?? blankId),
  blanksConfirmed: true,
})

export const castBallot = (id: string, ballot: Filled, signal: AbortSignal): Promise<BallotPromise> =>
  unwrap(api.elections[':id'].ballot.$post({ param: { id }, json: ballotToSend(ballot) }, { init: { signal } }))
