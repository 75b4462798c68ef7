import { useQuery } from '@tanstack/react-query'
import { isWell } from '#shared/check.ts'
import { missingText } from '#shared/elections/settings/states-text.ts'
import { isSettingStep } from '#shared/elections/settings/steps.ts'
import { CheckList } from '#web/components/check-list.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { readinessQuery, type Readiness } from '#web/elections/settings/api.ts'
import { StepLink } from '#web/elections/settings/step-nav.tsx'

/** What is missing before voting opens, or while it is: first what there is to do, then what is in order. */
export function ReadinessList({ electionId, stage }: { electionId: string; stage: keyof typeof missingText }) {
  const state = useQuery(readinessQuery(electionId))
  return (
    <section aria-labelledby="readiness-heading" className="card p-5 md:p-8">
      <h2 id="readiness-heading" className="text-2xl">
        {missingText[stage].title}
      </h2>
      {state.data ? (
        <Lists electionId={electionId} stage={stage} all={state.data.readiness} />
      ) : state.isError ? (
        <div className="mt-4">
          <Failed title="This could not be loaded" error={state.error} onRetry={() => void state.refetch()} />
        </div>
      ) : (
        <ListSkeleton />
      )}
    </section>
  )
}

interface ListsProps {
  electionId: string
  stage: keyof typeof missingText
  all: readonly Readiness[]
}

function Lists({ electionId, stage, all }: ListsProps) {
  const missing = all.filter((check) => !isWell(check))
  const inOrder = all.filter(isWell)
  return (
    <>
      {missing.length === 0 ? (
        <p className="mt-3 text-lg font-semibold text-green">{missingText[stage].nothing}</p>
      ) : (
        <CheckList
          checks={missing}
          look="missing"
          renderEnd={({ where }) => where && <ReadinessLink electionId={electionId} {...where} />}
        />
      )}
      {inOrder.length > 0 && <CheckList checks={inOrder} look="in order" />}
    </>
  )
}

/** To a page of the site, or to a part of these settings: `?step=setup#times`. */
function ReadinessLink({ electionId, href, label }: { electionId: string; href: string; label: string }) {
  const look = 'text-link inline-flex min-h-11 items-center wrap-anywhere'
  const [, step = null, part] = /^\?step=(\w+)#(\w+)$/.exec(href) ?? []
  return isSettingStep(step) ? (
    <StepLink electionId={electionId} step={step} part={part} className={look}>
      {label}
    </StepLink>
  ) : (
    <a href={href} className={look}>
      {label}
    </a>
  )
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
