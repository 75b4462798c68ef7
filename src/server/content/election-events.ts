import { hasReached, stageOf, votingIsOver } from '#shared/elections/lifecycle.ts'
import { nominationSpan } from '#shared/elections/nomination/nomination.ts'
import type { Deps } from '#server/deps.ts'
import { showEventTimes } from '#shared/content/entries.ts'

/**
 * The elections that are announced and not over, as entries of section Events: by when voting is, and with the days of
 * nomination until they have passed. Nobody has to enter them, and they move and go with the election.
 */
export async function electionEvents({ elections, clock }: Pick<Deps, 'elections' | 'clock'>) {
  const now = clock.now()
  const current = await elections.current()
  return (await elections.all())
    .filter((one) => hasReached(stageOf(one, now), 'announced') && !votingIsOver(stageOf(one, now)))
    .map((one) => {
      const times = { startsAt: one.votingOpens, endsAt: one.votingCloses }
      return {
        ...times,
        id: one.id,
        section: 'Events' as const,
        kind: 'link' as const,
        title: electionEventText.title(one.title),
        // The page of the election tells of one at a time.
        link: one.id === current?.id ? '/election' : '#',
        place: now < one.nominationCloses ? electionEventText.nominations(nominationSpan(one)) : '',
        version: one.version,
        createdAt: one.nominationOpens,
        text: '',
        when: showEventTimes(times),
        document: null,
        picture: null,
      }
    })
}

/** An announced election among the association's events. */
const electionEventText = {
  title: (title: string) => `Voting: ${title}`,
  nominations: (span: string) => `Nominations run ${span}.`,
} as const
