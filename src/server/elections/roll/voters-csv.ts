import type pg from 'pg'
import { rollText } from '#shared/elections/roll/text.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { listedName, votersByRegion } from './voters.ts'

/** The roll with names, for the committee: in the order it is printed in, a few hundred in memory. */
export async function* votersAsCsv(
  db: Pick<pg.Pool, 'query'>,
  electionId: string,
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvLine(rollText.csvColumns)
  for await (const { region, batches } of votersByRegion(db, electionId))
    for await (const voters of batches)
      yield voters
        .map((voter) =>
          csvLine([
            region,
            listedName(voter),
            voter.idNumber,
            voter.rank,
            voter.ms,
            rollText.yesOrNo(voter.voted),
            rollText.yesOrNo(voter.byProxy),
            voter.added,
          ]),
        )
        .join('')
}
