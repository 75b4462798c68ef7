import type { PublicResult } from '#shared/elections/closing/certificate.ts'
import { showCount, showNumber } from '#shared/figures.ts'
import { showInstant, withWholeTimes } from '#shared/time.ts'
import { buttonClass } from '#web/components/classes.ts'

interface ElectedCardProps {
  electionId: string
  result: PublicResult
  /** Whether anybody may download the audit package. */
  packagePublic: boolean
}

/** The public result as certified, with the certificate and what it can be checked with. */
export function ElectedCard({ electionId, result, packagePublic }: ElectedCardProps) {
  const { elected, ballots, onRoll, certifiedAt, certifiedBy } = result
  return (
    <section aria-labelledby="elected-title" className="card p-5 md:p-8">
      <h2 id="elected-title" className="text-3xl md:text-4xl">
        Elected
      </h2>
      <ul className="mt-4 break-inside-avoid divide-y divide-line border-y border-line">
        {elected.map(({ slot, name, votes }) => (
          <li key={slot} className="flex flex-wrap justify-between gap-x-3 py-3 text-lg print:py-1">
            <span className="min-w-0 wrap-anywhere text-muted">{slot}</span>
            <span className="order-last w-full font-semibold break-words">{name ?? 'Vacant'}</span>
            {name && <span className="ml-auto">{showCount(votes, 'vote')}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-4">
        {showNumber(ballots)} of {showCount(onRoll, 'member')} voted. Certified on{' '}
        {withWholeTimes(showInstant(certifiedAt))} by {certifiedBy}.
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <a
          href={`/api/elections/${electionId}/certificate.pdf`}
          target="_blank"
          rel="noopener"
          className={buttonClass('primary')}
        >
          Certificate (PDF)
        </a>
        {packagePublic && (
          <a href={`/api/elections/${electionId}/board/package.zip`} download className={buttonClass('outline')}>
            Audit package
          </a>
        )}
      </p>
    </section>
  )
}
