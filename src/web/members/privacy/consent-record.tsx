import { showInstant } from '#shared/time.ts'
import type { MyData } from '#web/api/members/privacy.ts'
import { SectionCard } from '#web/members/privacy/section-card.tsx'

export function ConsentRecord({ consent }: { consent: MyData['consent'] }) {
  const { version, acceptedAt, bloodTypeSince } = consent
  return (
    <SectionCard title="What you agreed to">
      <ul className="mt-4 grid gap-3">
        <li>
          {version && acceptedAt !== null ? (
            <>
              You accepted our privacy notice (version {version}) on <strong>{showInstant(acceptedAt)}</strong>.
            </>
          ) : (
            'You joined before this website asked for it, so there is no record of you accepting the privacy notice.'
          )}
        </li>
        <li>
          {bloodTypeSince === null ? (
            'Your blood type is not printed on your ID card, because you have not agreed to it.'
          ) : (
            <>
              Your blood type may be printed on your ID card. You agreed to it on{' '}
              <strong>{showInstant(bloodTypeSince)}</strong>.
            </>
          )}
        </li>
      </ul>
    </SectionCard>
  )
}
