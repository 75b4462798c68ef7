import { count, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import {
  ballots,
  candidateProfiles,
  candidatesFiles,
  elections,
  nominees,
  pendingProxies,
  voterEmails,
} from '#server/db/schema.ts'
import { rollLinesOf } from '#server/elections/roll/my-line.ts'
import type { HeldFile } from './held-files.ts'

/** Does not name nominators, and never includes what a ballot says. */
export async function electionsOf(db: Queryable, userId: string, files: readonly HeldFile[]) {
  const nominated = await db
    .select({
      election: elections.title,
      status: nominees.status,
      whyPending: nominees.pendingReason,
      at: nominees.createdAt,
      byYourself: sql<boolean>`${nominees.nominatedBy} = ${nominees.userId}`,
      copyOfYourRecordThen: nominees.data,
      yourAnswer: nominees.answer,
      answeredAt: nominees.answeredAt,
      yourStatement: candidateProfiles.statement,
      pictureVotersSee: candidateProfiles.photo,
    })
    .from(nominees)
    .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
    .innerJoin(elections, eq(elections.id, nominees.electionId))
    .where(eq(nominees.userId, userId))
  const nominationsMade = await db
    .select({ election: elections.title, people: count() })
    .from(nominees)
    .innerJoin(elections, eq(elections.id, nominees.electionId))
    .where(eq(nominees.nominatedBy, userId))
    .groupBy(elections.id, elections.title)
  const documents = await db
    .select({ election: elections.title, filedAt: candidatesFiles.createdAt, path: candidatesFiles.filepath })
    .from(candidatesFiles)
    .innerJoin(elections, eq(elections.id, candidatesFiles.electionId))
    .where(eq(candidatesFiles.userId, userId))
  const voted = await db
    .select({
      election: elections.title,
      rehearsal: sql<boolean>`${elections.kind} = 'rehearsal'`,
      castForYouByAnAdministrator: sql<boolean>`${ballots.proxyBy} is not null`,
      yourRegionThen: ballots.voterRegion,
    })
    .from(ballots)
    .innerJoin(elections, eq(elections.id, ballots.electionId))
    .where(eq(ballots.voterId, userId))
  const proxiesWaiting = await db
    .select({ election: elections.title, since: pendingProxies.createdAt })
    .from(pendingProxies)
    .innerJoin(elections, eq(elections.id, pendingProxies.electionId))
    .where(eq(pendingProxies.voterId, userId))
  const emails = await db
    .select({ election: elections.title, about: voterEmails.kind })
    .from(voterEmails)
    .innerJoin(elections, eq(elections.id, voterEmails.electionId))
    .where(eq(voterEmails.voterId, userId))
  const fileAt = new Map(files.map(({ path, name }) => [path, name]))
  return {
    nominated,
    nominationsMade,
    candidateDocuments: documents.map(({ path, ...document }) => ({ ...document, file: fileAt.get(path) ?? null })),
    yourLinesOnTheRoll: (await rollLinesOf(db, userId)).map(
      ({ election, line, salt, serial, region, added, struck, voted: ballotCast, byProxy }) => ({
        election,
        line,
        salt,
        serialNumberThen: serial,
        yourRegionThen: region,
        addedByCorrection: added,
        struckByCorrection: struck,
        ballotCastInYourName: ballotCast,
        castForYouByAnAdministrator: byProxy,
      }),
    ),
    voted,
    proxiesWaiting,
    emails,
  }
}
