import { useQuery } from '@tanstack/react-query'
import { missingText } from '#shared/elections/settings/states-text.ts'
import { isSettingStep } from '#shared/elections/settings/steps.ts'
import { useApi } from '#web/api/client.ts'
import { readinessQuery, type Readiness } from '#web/elections/settings/api.ts'
import { Failed } from '#web/components/notice.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { StepLink } from '#web/elections/settings/step-nav.tsx'

/** What is missing before voting opens, or while it is: first what there is to do, then what is in order. */
export function ReadinessList({ electionId, stage }: { electionId: string; stage: keyof typeof missingText }) {
  const state = useQuery(readinessQuery(useApi(), electionId))
  const all = state.data?.readiness
  const missing = all?.filter(({ ready }) => !ready)
  return (
    <section aria-labelledby="readiness-heading" className="card p-5 md:p-8">
      <h2 id="readiness-heading" className="text-2xl">
        {missingText[stage].title}
      </h2>
      {state.isError && !all && (
        <div className="mt-4">
          <Failed title="This could not be loaded" error={state.error} onRetry={() => void state.refetch()} />
        </div>
      )}
      {!all && !state.isError && <ListSkeleton />}
      {missing?.length === 0 && <p className="mt-3 text-lg font-semibold text-green">{missingText[stage].nothing}</p>}
      {missing && missing.length > 0 && (
        <ul className="mt-4 grid gap-3 xl:grid-cols-2">
          {missing.map((item) => (
            <li key={item.what} className="flex gap-3 rounded-field border-l-4 border-gold bg-gold-soft px-4 py-3">
              <AlertIcon className="mt-0.5 size-5 flex-none text-gold-ink" />
              <div className="min-w-0">
                <p className="font-semibold">{item.detail}</p>
                {item.advice && <p>{item.advice}</p>}
                {item.href && (
                  <ReadinessLink electionId={electionId} href={item.href}>
                    {linkText[item.what]}
                  </ReadinessLink>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {all?.some(({ ready }) => ready) && (
        <ul className="mt-4 grid gap-x-8 gap-y-1 text-muted md:grid-cols-2">
          {all
            .filter(({ ready }) => ready)
            .map((item) => (
              <li key={item.what} className="flex gap-2">
                <CheckIcon className="mt-0.5 size-5 flex-none text-green" />
                <span>
                  <span className="sr-only">In order: </span>
                  {item.detail}
                </span>
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}

/** To a page of the site, or to a part of these settings: `?step=setup#times`. */
function ReadinessLink({ electionId, href, children }: { electionId: string; href: string; children: string }) {
  const look = 'text-link inline-flex min-h-11 items-center wrap-anywhere'
  const [, step = null, part] = /^\?step=(\w+)#(\w+)$/.exec(href) ?? []
  return isSettingStep(step) ? (
    <StepLink electionId={electionId} step={step} part={part} className={look}>
      {children}
    </StepLink>
  ) : (
    <a href={href} className={look}>
      {children}
    </a>
  )
}

const linkText: Record<Readiness['what'], string> = {
  nominees: 'Go to the nominations',
  windows: 'Go to the times',
  vault: 'Read more',
  ballots: 'Read more',
  regions: 'Go to the members',
  applicants: 'Go to the applicants',
  birthdates: 'Go to Settings',
  rehearsal: 'Go to the rehearsal',
  'second admin': 'Go to proxy ballots',
  mail: 'Read more',
  'email addresses': 'Go to the members',
  roll: 'Go to the roll',
  'signing key': 'Read more',
}

function ListSkeleton() {
  return (
    <div role="status" className="mt-4 grid gap-3">
      <span className="sr-only">Loading…</span>
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} className="h-12 w-full" />
      ))}
    </div>
  )
}
