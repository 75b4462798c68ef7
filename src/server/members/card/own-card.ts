import type { OwnCard } from '#shared/members/card/card.ts'
import { showInstant } from '#shared/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { etagOf } from './card-facts.ts'
import { openCard } from './open-card.ts'

/** Whose card a phone may keep, and all that is kept of it beside its two pictures. */
export async function ownCard(
  deps: Pick<Deps, 'db' | 'settings' | 'config' | 'clock'>,
  person: Person,
): Promise<OwnCard> {
  const facts = await openCard(deps, person, person.id)
  return {
    memberId: person.id,
    version: etagOf(facts, 'front', 'webp').replaceAll('"', ''),
    association: facts.association.shortName,
    name: `${facts.givenNames} ${facts.surname}`,
    idNumber: facts.idNumber,
    standing: facts.withdrawn ? 'withdrawn' : 'member',
    checked: showInstant(deps.clock.now()),
  }
}
