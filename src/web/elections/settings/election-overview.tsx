import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { needsNothing, urgentFirst } from '#shared/check.ts'
import { cancelledText } from '#shared/elections/election-notice.ts'
import { hasReached, votingIsOver } from '#shared/elections/lifecycle.ts'
import { timeNames } from '#shared/elections/schedule.ts'
import { listsMissing, siteSettingsHref } from '#shared/elections/settings/readiness.ts'
import { rollbackSchema } from '#shared/elections/settings/states.ts'
import { isSettingStep, type SettingStep } from '#shared/elections/settings/steps.ts'
import { electionFieldNames } from '#shared/elections/settings/text.ts'
import { may } from '#shared/permissions.ts'
import { showInstant } from '#shared/time.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { CheckList } from '#web/components/check-list.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { readinessQuery, type Readiness } from '#web/elections/api.ts'
import { useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { announceElection, deleteDraft, invalidateElections, rollBackElection, type ListedElection } from './api.ts'
import { ChangePlans } from './change-plans.tsx'
import { formOf } from './election-draft.ts'
import { StepLink } from './election-nav.tsx'
import { showTime } from './schedule.tsx'
import { missingText, showElectionField, stageNames, statesText } from './text.ts'

const mainTimes = ['nominationOpens', 'nominationCloses', 'votingOpens', 'votingCloses'] as const

/** The election's state, what is missing, and what can be done with it as a whole. */
export function ElectionOverview({ election, unsaved }: { election: ListedElection; unsaved: boolean }) {
  const { id, stage, cancelledAt, cancelledReason } = election
  return (
    <>
      <section aria-labelledby="standing-heading" className="card p-5 md:p-8">
        <h2 id="standing-heading" className="text-2xl">
          {statesText.standing}
        </h2>
        {cancelledAt === null ? (
          <p className="mt-2 text-lg font-semibold">{stageNames[stage]}</p>
        ) : (
          <Notice tone="warning" title={`${stageNames.cancelled}, ${showInstant(cancelledAt)}`} className="mt-4">
            <p className="break-words whitespace-pre-line">{cancelledReason}</p>
            {election.hasBallots && <p>{cancelledText.ballots}</p>}
          </Notice>
        )}
        <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
          {mainTimes.map((field) => (
            <div key={field} className="min-w-0">
              <dt className="text-muted">{timeNames[field]}</dt>
              <dd className="font-semibold break-words">{showTime(field, election[field])}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 flex flex-wrap gap-3">
          {hasElectionDay(election) && (
            <SiteLink
              href={`/admin/election-day?election=${id}`}
              className={buttonClass(stage === 'voting' ? 'primary' : 'outline')}
            >
              {statesText.toElectionDay}
            </SiteLink>
          )}
          <SiteLink href={`/admin/ballot?election=${id}`} className={buttonClass('outline')}>
            {statesText.toBallot}
          </SiteLink>
        </p>
      </section>
      {hasReached(stage, 'voting') && <Difference electionId={id} />}
      {hasReached(stage, 'announced') && !hasReached(stage, 'voting') && <TellMembers />}
      {stage !== 'voting' && listsMissing(stage, election.hasBallots) && (
        <ReadinessList electionId={id} stage={stage} />
      )}
      {stage === 'draft' && (
        <>
          <HowItIsHeld election={election} />
          <AnnouncePanel election={election} unsaved={unsaved} />
        </>
      )}
      <ChangePlans election={election} unsaved={unsaved} />
    </>
  )
}

/** Whether its election day has something to show: voting is open, or ballots were cast. */
export const hasElectionDay = ({ stage, hasBallots }: ListedElection): boolean =>
  stage === 'voting' || (hasBallots && (votingIsOver(stage) || stage === 'cancelled'))

/** Nothing is accepted or counted: why, and, after a restore, how it continues. */
export function Difference({ electionId }: { electionId: string }) {
  const { data } = useQuery(readinessQuery(electionId))
  const form = useForm({
    values: { reason: '' },
    check: bySchema(rollbackSchema),
    async send(rollback) {
      await rollBackElection(electionId, rollback)
      await invalidateElections()
    },
    onDone: () => showToast(statesText.goesOn),
  })
  if (!data?.differs) return null
  return (
    <Notice tone="error" title={statesText.stopped}>
      <p>{statesText.whyStopped(data.differs.reason)}</p>
      {data.differs.way === 'goesOn' && (
        <ConfirmButton
          title={statesText.rollbackTitle}
          action={statesText.rollback}
          failure={statesText.notRolledBack}
          form={form}
        >
          <Form form={form} className="grid gap-4">
            <p>{statesText.rollbackHelp}</p>
            <TextArea name="reason" label={statesText.reason} hint={statesText.reasonHint} rows={3} maxLength={1000} />
          </Form>
        </ConfirmButton>
      )}
    </Notice>
  )
}

/** A draft is announced as saved, or deleted. */
function AnnouncePanel({ election, unsaved }: { election: ListedElection; unsaved: boolean }) {
  const navigate = useNavigate()
  const title = <p className="font-semibold break-words">{election.title}</p>
  return (
    <section aria-label={statesText.announce} className="card grid gap-4 border-l-4 border-l-gold p-5 md:p-8">
      <p className="max-w-[70ch] text-lg">{statesText.draftNote}</p>
      {unsaved && <p className="font-semibold text-gold-ink">{statesText.unsavedFirst}</p>}
      <div className="flex flex-wrap gap-3">
        <ConfirmButton
          button={{ disabled: unsaved }}
          title={statesText.announceTitle}
          action={statesText.announce}
          toast={statesText.announced}
          onConfirm={async () => {
            await announceElection(election.id, election.version)
            await invalidateElections()
          }}
        >
          {title}
          <p className="mt-2">{statesText.announceHelp}</p>
        </ConfirmButton>
        <ConfirmButton
          button={{ look: 'danger-outline' }}
          title={statesText.deleteTitle}
          action={statesText.deleteDraft}
          destructive
          toast={statesText.deleted}
          onConfirm={async () => {
            await deleteDraft(election.id)
            navigate('/admin/elections')
            await invalidateElections()
          }}
        >
          {title}
          <p className="mt-2">{statesText.deleteHelp}</p>
        </ConfirmButton>
      </div>
    </section>
  )
}

/** After announcing: nobody gets an email about it unless an administrator writes one. */
function TellMembers() {
  const { data: me } = useQuery(meQuery)
  const mayWrite = me !== undefined && may(me, 'email members')
  return (
    <section
      aria-labelledby="tell-heading"
      className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 md:px-8"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="tell-heading" className="text-2xl">
          {statesText.tellTitle}
        </h2>
        <p className="mt-1">
          {statesText.tell}
          {me && !mayWrite && ` ${statesText.tellAsk}`}
        </p>
      </div>
      {mayWrite && (
        <SiteLink href="/admin/emails?write" className={buttonClass('primary')}>
          {statesText.emailMembers}
        </SiteLink>
      )}
    </section>
  )
}

/** What is missing: first what there is to do, then what is in order. */
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
  const missing = all.filter((check) => !needsNothing(check))
  const inOrder = all.filter((check) => needsNothing(check) && !isTechnical(check))
  const technical = all.filter(isTechnical)
  return (
    <>
      {missing.length === 0 ? (
        <p className="mt-3 text-lg font-semibold text-green">{missingText[stage].nothing}</p>
      ) : (
        // While voting is open, they are among the things to watch.
        stage !== 'voting' && <MissingList {...{ electionId, missing }} />
      )}
      {inOrder.length > 0 && (
        <>
          <h3 className="mt-6 text-xl">{statesText.inOrder}</h3>
          <CheckList checks={inOrder} look="in order" />
        </>
      )}
      {technical.length > 0 && (
        <details className="mt-2">
          <summary className="tap-link">{statesText.details}</summary>
          <CheckList checks={technical} look="in order" />
        </details>
      )}
    </>
  )
}

/** For those who compare it with what the site published; others read past it. */
const isTechnical = ({ name }: Readiness): boolean => name === 'signing key'

interface MissingListProps {
  electionId: string
  missing: readonly Readiness[]
}

export const MissingList = ({ electionId, missing }: MissingListProps) => (
  <CheckList
    checks={urgentFirst(missing)}
    look="missing"
    renderEnd={({ where }) => where && <ReadinessLink electionId={electionId} {...where} />}
  />
)

/** To a page of the site, or to a part of these settings: `?step=setup#times`. */
function ReadinessLink({ electionId, href, label }: { electionId: string; href: string; label: string }) {
  const [, step = null, part] = /^\?step=(\w+)#(\w+)$/.exec(href) ?? []
  return isSettingStep(step) ? (
    <StepLink electionId={electionId} step={step} part={part} className="tap-link wrap-anywhere">
      {label}
    </StepLink>
  ) : (
    <a href={href} className="tap-link wrap-anywhere">
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

/** What is chosen for an election without anybody having been asked, and where it is changed: the step, and its part. */
const choices = [
  ['goodStandingOnly', 'setup', 'times'],
  ['candidatesByLot', 'voting', 'ballot'],
  ['resultsVisible', 'voting', 'results'],
  ['nomineesAccept', 'nominees', 'candidacy'],
  ['candidacyFiling', 'nominees', 'candidacy'],
  ['proxyNeedsSecondAdmin', 'voting', 'proxies'],
  ['packagePublic', 'voting', 'package'],
] as const satisfies readonly (readonly [keyof ListedElection, SettingStep, string])[]

/** Before an election is announced: what members will find decided. */
function HowItIsHeld({ election }: { election: ListedElection }) {
  const { data: me } = useQuery(meQuery)
  const { data: state } = useQuery(readinessQuery(election.id))
  const { hasDues } = useSite()
  const form = formOf(election)
  return (
    <section aria-labelledby="held-heading" className="card p-5 md:p-8">
      <h2 id="held-heading" className="text-2xl">
        {statesText.heldTitle}
      </h2>
      <p className="mt-1 max-w-[70ch] text-muted">{statesText.heldNote}</p>
      <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {choices
          .filter(([field]) => hasDues || field !== 'goodStandingOnly')
          .map(([field, step, part]) => (
            <Choice key={field} name={electionFieldNames[field]} chosen={showElectionField(form, field)}>
              <StepLink electionId={election.id} step={step} part={part} className="tap-link">
                <Change name={electionFieldNames[field]} />
              </StepLink>
            </Choice>
          ))}
        {state && (
          <Choice name={statesText.birthdays} chosen={statesText.birthdaysVote[`${state.ownPasswordToVote}`]}>
            {me && may(me, 'edit settings') && (
              <SiteLink href={siteSettingsHref} className="tap-link">
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
