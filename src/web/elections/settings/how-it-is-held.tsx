import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fieldNames } from '#shared/elections/settings/field-names.ts'
import { siteSettingsHref } from '#shared/elections/settings/readiness.ts'
import { statesText } from '#shared/elections/settings/states-text.ts'
import type { SettingStep } from '#shared/elections/settings/steps.ts'
import { may } from '#shared/permissions.ts'
import { meQuery } from '#web/api/accounts.ts'
import { readinessQuery, type ListedElection } from '#web/elections/settings/api.ts'
import { formOf } from '#web/elections/settings/draft.ts'
import { showField } from '#web/elections/settings/field-names.ts'
import { StepLink } from '#web/elections/settings/step-nav.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** What is chosen for an election without anybody having been asked, and where it is changed: the step, and its part. */
const choices = [
  ['resultsVisible', 'voting', 'results'],
  ['nomineesAccept', 'nominees', 'candidacy'],
  ['candidacyFiling', 'nominees', 'candidacy'],
  ['proxyNeedsSecondAdmin', 'voting', 'proxies'],
  ['packagePublic', 'voting', 'package'],
] as const satisfies readonly (readonly [keyof ListedElection, SettingStep, string])[]

const linkClass = 'text-link inline-flex min-h-11 items-center'

/** Before an election is announced: what members will find decided. */
export function HowItIsHeld({ election }: { election: ListedElection }) {
  const { data: me } = useQuery(meQuery)
  const { data: state } = useQuery(readinessQuery(election.id))
  const form = formOf(election)
  return (
    <section aria-labelledby="held-heading" className="card p-5 md:p-8">
      <h2 id="held-heading" className="text-2xl">
        {statesText.heldTitle}
      </h2>
      <p className="mt-1 max-w-[70ch] text-muted">{statesText.heldNote}</p>
      <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {choices.map(([field, step, part]) => (
          <Choice key={field} name={fieldNames[field]} chosen={showField(form, field)}>
            <StepLink electionId={election.id} step={step} part={part} className={linkClass}>
              <Change name={fieldNames[field]} />
            </StepLink>
          </Choice>
        ))}
        {state && (
          <Choice name={statesText.birthdays} chosen={statesText.birthdaysVote[`${state.ownPasswordToVote}`]}>
            {me && may(me, 'edit settings') && (
              <SiteLink href={siteSettingsHref} className={linkClass}>
                <Change name={statesText.birthdays} />
              </SiteLink>
            )}
          </Choice>
        )}
      </dl>
    </section>
  )
}

function Choice({ name, chosen, children }: { name: string; chosen: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-4 font-semibold break-words">
        {chosen}
        {children}
      </dd>
    </div>
  )
}

const Change = ({ name }: { name: string }) => (
  <>
    {statesText.change} <span className="sr-only">{name}</span>
  </>
)
