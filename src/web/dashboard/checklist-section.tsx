import { useMutation, useQueryClient } from '@tanstack/react-query'
import { progressOf, type ChecklistLine, type Dispensable } from '#shared/dashboard/checklist.ts'
import { checklistText as text } from '#shared/dashboard/checklist-text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { answerChecklist, dashboardChanged } from '#web/api/dashboard.ts'
import { buttonClass, classes } from '#web/components/classes.ts'
import { CheckIcon } from '#web/components/icons.tsx'
import { showToast } from '#web/components/toast.tsx'
import { TestEmail } from '#web/operations/status/test-email.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

interface ChecklistSectionProps {
  lines: ChecklistLine[]
  /** On a new site all of it, in place of what would wait; later only what is open. */
  isNew: boolean
  /** Where a test email goes. */
  address: string
}

/** The way from an empty site to a running one. */
export function ChecklistSection({ lines, isNew, address }: ChecklistSectionProps) {
  const progress = progressOf({ isNew, lines })
  const shown = isNew ? lines : lines.filter(({ state }) => state === 'open')
  return (
    <section aria-labelledby="checklist" className="card mb-6 p-5 md:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="checklist" className="text-2xl md:text-3xl">
          {isNew ? text.title : text.titleLater}
        </h2>
        {progress && <p className="text-muted tabular-nums">{text.progress(progress.done, progress.all)}</p>}
      </div>
      {isNew && <p className="mt-1 text-muted">{text.intro}</p>}
      <ul className="mt-3 divide-y divide-line">
        {shown.map((line) => (
          <Line key={line.item} line={line} address={address} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line, address }: { line: ChecklistLine; address: string }) {
  const { item, state, title, why, action, href, mayDispense } = line
  const way = state === 'open' && (
    <SiteLink href={href} className={buttonClass('outline', 'small')}>
      {action}
      <span className="sr-only">: {title}</span>
    </SiteLink>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <Tick state={state} />
      <div className="min-w-0 flex-1 basis-56">
        <p className={classes('break-words', state === 'open' ? 'font-semibold' : 'text-muted')}>{title}</p>
        {state === 'open' && <p className="break-words text-muted">{why}</p>}
        {state === 'not needed' && <p className="text-muted">{text.states[state]}</p>}
      </div>
      {item === 'mail' ? (
        <TestEmail address={address} size="small" beside={way} />
      ) : (
        state !== 'done' && (
          <div className="flex flex-wrap items-center gap-3">
            {mayDispense && <Dispense item={item as Dispensable} needed={state === 'open'} />}
            {way}
          </div>
        )
      )}
    </li>
  )
}

function Tick({ state }: { state: ChecklistLine['state'] }) {
  return (
    <span
      className={classes(
        'grid size-8 flex-none place-items-center rounded-full border-2',
        state === 'done' ? 'border-green bg-green text-white' : 'border-line',
      )}
    >
      {state === 'done' && <CheckIcon className="size-5" />}
      <span className="sr-only">{text.states[state]}</span>
    </span>
  )
}

function Dispense({ item, needed }: { item: Dispensable; needed: boolean }) {
  const api = useApi()
  const queries = useQueryClient()
  const saying = useMutation({
    mutationFn: () => answerChecklist(api, item, !needed),
    onSuccess: () => dashboardChanged(queries),
    onError: (error) => showToast(sentenceOf(error), 'error'),
  })
  return (
    <button type="button" className="text-link min-h-11" disabled={saying.isPending} onClick={() => saying.mutate()}>
      {needed ? text.notNeeded : text.neededAfterAll}
      <span className="sr-only">: {text.items[item].title}</span>
    </button>
  )
}
