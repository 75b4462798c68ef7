import { useMutation, useQuery } from '@tanstack/react-query'
import { needsNothing, type Check } from '#shared/check.ts'
import { progressOf, type Checklist, type ChecklistLine, type OptionalItem } from '#shared/dashboard/checklist.ts'
import { urgentChecks } from '#shared/dashboard/to-do.ts'
import { sentenceOf } from '#web/api/client.ts'
import { CheckList } from '#web/components/check-list.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { invalidateDashboard, toDoQuery } from '#web/layout/waiting.ts'
import { confirmTime } from '#web/operations/status/api.ts'
import { TestEmail } from '#web/operations/status/test-email.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { answerChecklist } from './api.ts'

/** The reader's open tasks. Has its own query, so that nothing else waits for it or fails with it. */
export function ToDoSection() {
  return (
    <section aria-labelledby="to-do" className="mb-6">
      <h2 id="to-do" className="eyebrow mb-3 text-muted">
        To do
      </h2>
      <Fetched
        query={useQuery(toDoQuery)}
        failed="The to-do list could not be loaded"
        loading={<Skeleton className="h-20" />}
      >
        {({ list }) => <ToDoList list={list} />}
      </Fetched>
    </section>
  )
}

/** On a new site, which has no other tasks: what is wrong with it; nothing until that is known. */
export function AlarmSection({ steps }: { steps: readonly ChecklistLine[] }) {
  const alarms = urgentChecks(useQuery(toDoQuery).data?.list ?? [], steps)
  if (alarms.length === 0) return null
  return (
    <section aria-labelledby="alarms" className="mb-6">
      <h2 id="alarms" className="eyebrow mb-3 text-muted">
        Please look at this first
      </h2>
      <ToDoList list={alarms} />
    </section>
  )
}

function ToDoList({ list }: { list: readonly Check[] }) {
  if (list.length > 0)
    return (
      <CheckList
        checks={list}
        look="waiting"
        renderEnd={(check) => (check.name === 'time' ? <ConfirmTime sentence={check.sentence} /> : undefined)}
      />
    )
  return (
    <div className="card flex gap-4 px-5 py-4">
      <CheckIcon className="mt-0.5 size-6 flex-none text-green" />
      <div className="min-w-0">
        <p className="font-semibold">Nothing to do</p>
        <p className="text-muted">Applications, requests and problems will be listed here.</p>
      </div>
    </div>
  )
}

/** The two times are in the sentence. */
const ConfirmTime = ({ sentence }: { sentence: string }) => (
  <ConfirmButton
    title="Is the clock right?"
    action="The clock is right"
    button={{ size: 'small' }}
    toast="Thank you. The site now uses this time."
    onConfirm={async () => {
      await confirmTime()
      await invalidateDashboard()
    }}
  >
    <p>{sentence}</p>
    <p className="mt-3">
      Compare the clock with your phone. Once you confirm it, the site does what is due within minutes. A closed count
      cannot be opened again.
    </p>
  </ConfirmButton>
)

/** The steps from an empty site to a running one: on a new site all of them, instead of tasks; later only the open ones. */
export function ChecklistSection({ checklist, address }: { checklist: Checklist; address: string }) {
  const { isNew, lines } = checklist
  const progress = progressOf(checklist)
  return (
    <section aria-labelledby="checklist" className="card mb-6 p-5 md:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="checklist" className="text-2xl md:text-3xl">
          {isNew ? 'Set up your site' : 'Still to set up'}
        </h2>
        {progress && (
          <p className="text-muted tabular-nums">
            {progress.done} of {progress.all} done
          </p>
        )}
      </div>
      {isNew && <p className="mt-1 text-muted">A few steps, in any order. They are ticked off automatically.</p>}
      <CheckList
        checks={isNew ? lines : lines.filter((line) => !needsNothing(line))}
        look="steps"
        note={({ state }) => (state === 'info' ? 'Not needed' : null)}
        renderEnd={(line) => <StepEnd line={line} address={address} />}
      />
    </section>
  )
}

/** `address`: where a test email goes. */
function StepEnd({ line, address }: { line: ChecklistLine; address: string }) {
  const way = !needsNothing(line) && line.where && (
    <SiteLink href={line.where.href} className={buttonClass('outline', 'small')}>
      {line.where.label}
      <span className="sr-only">: {line.title}</span>
    </SiteLink>
  )
  if (line.name === 'mail') return <TestEmail address={address} size="small" beside={way} />
  if (line.state === 'ok') return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      {line.mayDispense && <Dispense line={line} />}
      {way}
    </div>
  )
}

function Dispense({ line }: { line: ChecklistLine }) {
  const answering = useMutation({
    mutationFn: () => answerChecklist(line.name as OptionalItem, needsNothing(line)),
    onSuccess: () => invalidateDashboard(),
    onError: (error) => showToast(sentenceOf(error), 'error'),
  })
  return (
    <button
      type="button"
      className="text-link min-h-11"
      disabled={answering.isPending}
      onClick={() => answering.mutate()}
    >
      {needsNothing(line) ? 'We need it after all' : 'We do not need this'}
      <span className="sr-only">: {line.title}</span>
    </button>
  )
}
