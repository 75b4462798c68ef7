import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rollText } from '#shared/elections/roll/text.ts'
import { showDate } from '#shared/time.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { myLineQuery, publicRollFile } from '#web/elections/roll/api.ts'
import { ContactList } from '#web/layout/contact-ways.tsx'
import type { Member } from '#web/members/api.ts'
import { OwnSwitch } from '#web/members/own-switch.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { setHealthConsent } from './api.ts'

/** The member's own decision about the one health fact on the card. */
export const HealthConsent = ({ member: { id, healthConsentAt } }: { member: Member }) => (
  <OwnSwitch isOn={healthConsentAt !== null} save={(consent) => setHealthConsent(id, consent)} text={consentText} />
)

const consentText = {
  title: 'What my card shows',
  label: 'Print my blood type on my card',
  hint: 'It helps in an emergency. You can change your mind at any time.',
  on: 'Your blood type is printed on your card.',
  off: 'Your blood type is not printed.',
  failed: 'Your choice could not be saved',
}

/** The member's own line on the roll, once there is one: with it somebody who did not vote can prove that nobody voted for them. */
export function OwnRollLine() {
  const { data } = useQuery(myLineQuery)
  if (!data || data.rollFrozenAt === null) return null
  const { line } = data
  return (
    <section aria-labelledby="roll-line-heading" className="card p-6 md:p-8">
      <h2 id="roll-line-heading" className="text-2xl">
        {rollText.myLine}
      </h2>
      <p className="mt-1 text-muted">{data.election}</p>
      {!line ? (
        <p className="mt-4">
          {data.joinedLater
            ? rollText.joinedLater
            : data.goodStandingOnly
              ? rollText.notInStanding(showDate(data.rollClosedAt))
              : rollText.notListed}
        </p>
      ) : line.struck !== null ? (
        <Notice tone="warning" className="mt-4">
          {rollText.wasStruck}
        </Notice>
      ) : (
        <>
          <p className="mt-4 text-lg font-semibold">
            {line.byProxy ? rollText.ballotByProxy : line.voted ? rollText.ballotCast : rollText.noBallot}
          </p>
          {line.voted && (
            <>
              <p>{rollText.notYou}</p>
              <ContactList />
            </>
          )}
          <details className="mt-2 border-t border-line">
            <summary className="text-link flex min-h-11 cursor-pointer items-center">{rollText.howToCheck}</summary>
            <p className="mb-4 max-w-[65ch] text-muted">{rollText.myLineNote}</p>
            <dl className="grid gap-x-8 sm:grid-cols-2">
              <Fact label={rollText.lineLabel} wide>
                <Code>{line.line}</Code>
              </Fact>
              <Fact label={rollText.regionLabel}>{line.region}</Fact>
              <Fact label={rollText.saltLabel} wide>
                {line.salt === null ? rollText.saltRemoved : <Code>{line.salt}</Code>}
              </Fact>
              {line.serial !== null && <Fact label={rollText.serialLabel}>{line.serial}</Fact>}
            </dl>
            <ol className="mt-2 grid max-w-[65ch] list-decimal gap-2 pl-6">
              {rollText.checkSteps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {line.salt !== null && <p className="mt-3 font-semibold">{rollText.keepSalt}</p>}
            <p className="mt-4 flex flex-wrap gap-3">
              <a href={publicRollFile(line.electionId)} download className={buttonClass('outline', 'small')}>
                {rollText.publicList}
              </a>
              <SiteLink href="/board" className={buttonClass('outline', 'small')}>
                {rollText.toBoard}
              </SiteLink>
              <a href="/verifier.html" className={buttonClass('outline', 'small')}>
                {rollText.toVerifier}
              </a>
            </p>
          </details>
        </>
      )}
    </section>
  )
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`border-t border-line py-3 ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 font-semibold">{children}</dd>
    </div>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-base font-normal wrap-anywhere select-all">{children}</code>
)
