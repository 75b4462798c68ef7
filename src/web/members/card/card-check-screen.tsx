import { useSuspenseQuery } from '@tanstack/react-query'
import { validityText, type CardState, type CheckedCard } from '#shared/members/card/card.ts'
import { showInstant } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass, classes } from '#web/components/classes.ts'
import { AlertIcon, CheckIcon, CloseIcon } from '#web/components/icons.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { usePathId } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { cardPhotoHref, cardQuery } from './api.ts'

/** What somebody who scans a card sees: whether it is valid, and whose it is. Nothing else about the person. */
export function CardCheckScreen() {
  const site = useSite()
  const token = usePathId()
  const { data: card } = useSuspenseQuery(cardQuery(token))
  return (
    <div className="wrap max-w-2xl py-6 md:py-12">
      <PageHead title={`Card check – ${site.shortName}`} />
      {card ? <KnownCard card={card} token={token} /> : <UnknownCard />}
    </div>
  )
}

const standings = {
  member: { word: 'Member', look: 'bg-green', Icon: CheckIcon },
  withdrawn: { word: 'Withdrawn', look: 'bg-red', Icon: CloseIcon },
  lapsed: { word: 'Not in good standing', look: 'bg-red', Icon: CloseIcon },
} as const satisfies Record<CardState | 'lapsed', unknown>

function KnownCard({ card, token }: { card: CheckedCard; token: string }) {
  const { shortName } = useSite()
  const { validity } = card
  const isLapsed = validity !== undefined && 'lapsedSince' in validity
  const { word, look, Icon } = standings[isLapsed ? 'lapsed' : card.standing]
  return (
    <article className="card overflow-hidden shadow-float">
      <h1
        className={classes('flex flex-wrap items-center gap-4 px-6 py-5 text-5xl text-white uppercase md:px-8', look)}
      >
        <Icon className="size-12 flex-none" />
        {word}
      </h1>
      <div className="grid gap-6 p-6 sm:grid-cols-[auto_1fr] md:p-8">
        {card.photo && (
          <img
            src={cardPhotoHref(token)}
            alt={card.name}
            width="240"
            height="240"
            className="size-60 rounded-card border border-edge bg-navy-soft object-cover"
          />
        )}
        <div className="grid min-w-0 content-start gap-4">
          <p className="display text-4xl">{card.name}</p>
          <dl>
            <dt className="text-muted">ID number</dt>
            <dd className="display text-3xl tabular-nums">{card.idNumber}</dd>
          </dl>
          {validity && <p className="text-xl font-semibold">{validityText(validity)}</p>}
          <p className="text-lg">
            {card.standing === 'member'
              ? `This person is a member of ${shortName}.`
              : `This person is no longer a member of ${shortName}. The card is not valid.`}
          </p>
        </div>
      </div>
      <p className="border-t border-line px-6 py-4 text-lg font-semibold md:px-8">
        {`${card.standing === 'member' ? 'Confirmed' : 'Checked'} ${showInstant(card.checkedAt)}`}
      </p>
    </article>
  )
}

function UnknownCard() {
  const { shortName } = useSite()
  return (
    <article className="card overflow-hidden shadow-float">
      <h1 className="flex flex-wrap items-center gap-4 bg-gold px-6 py-5 text-5xl uppercase md:px-8">
        <AlertIcon className="size-12 flex-none" />
        Not known
      </h1>
      <div className="grid gap-4 p-6 text-lg md:p-8">
        <p className="display text-3xl">{shortName} does not know this card.</p>
        <p>
          It may be an old card, or the code was not read completely. Please scan it again. If you see this again, do
          not accept the card.
        </p>
        <p>
          <SiteLink href="/contact" className={buttonClass('outline')}>
            Contact {shortName}
          </SiteLink>
        </p>
      </div>
    </article>
  )
}
