import { AppError } from '#shared/errors.ts'
import { requestedCards, maxCardsPrinted, type printCardsSchema } from '#shared/members/card/print-cards.ts'
import { may } from '#shared/permissions.ts'
import type { z } from 'zod'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import { cardFacts, type CardFacts } from './card-facts.ts'
import { memberConditions } from '#server/members/listing/member-conditions.ts'
import { findCard, findCardsToPrint, numberedBetween } from './queries.ts'

type OpenDeps = Pick<Deps, 'db' | 'settings' | 'config' | 'clock'>

/** What is on a member's card, for the member and for those who may read any profile. */
export async function openCard(deps: OpenDeps, person: Person, memberId: string): Promise<CardFacts> {
  const own = memberId === person.id
  if (!own) refuseUnlessMay(person, 'read any profile')
  const record = await findCard(deps.db, memberId)
  if (!record) throw new AppError('not-found')
  const withSignature = own || may(person, 'edit any profile')
  return cardFacts(record, await deps.settings(), { publicUrl: deps.config.publicUrl, withSignature })
}

/** What is on the cards that an administrator prints, in the order of their numbers; the log says how many. */
export async function openCardsToPrint(
  deps: OpenDeps,
  person: Person,
  cards: z.output<typeof printCardsSchema>,
): Promise<CardFacts[]> {
  const settings = await deps.settings()
  const wanted = requestedCards(cards)
  const which =
    'filter' in wanted
      ? await memberConditions(deps.db, wanted.filter, { reader: person, idPrefix: settings.idPrefix })
      : numberedBetween(wanted.from, wanted.to)
  const records = await findCardsToPrint(deps.db, which)
  if (records.length > maxCardsPrinted) throw new AppError('too-many-cards')
  if (records.length === 0) throw new AppError('not-found')
  await appendAudit(deps.db, deps.clock, {
    actor: person.id,
    action: 'cards printed',
    detail: { count: records.length },
  })
  const { publicUrl } = deps.config
  return records.map((record) => cardFacts(record, settings, { publicUrl, withSignature: true }))
}
