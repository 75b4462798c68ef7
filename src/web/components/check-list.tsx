import type { ReactNode } from 'react'
import { needsNothing, type Check } from '#shared/check.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { buttonClass, classes } from './classes.ts'
import { AlertIcon, CheckIcon } from './icons.tsx'
import { Pill } from './pill.tsx'

interface CheckListProps<C extends Check> {
  checks: readonly C[]
  /** How the lines are laid out. Every look shows the state, what to do, and where. */
  look: keyof typeof lists
  /** What a line ends with; undefined for its own link. */
  renderEnd?: (check: C) => ReactNode
  /** A further sentence about it. */
  note?: (check: C) => string | null
}

const lists = {
  status: 'card divide-y divide-line',
  waiting: 'card divide-y divide-line',
  steps: 'mt-3 divide-y divide-line',
  missing: 'mt-4 grid gap-3 xl:grid-cols-2',
  'in order': 'mt-4 grid gap-x-8 gap-y-1 text-muted md:grid-cols-2',
}

/** How things stand, with what to do about each: the one list for status, to do, first steps and readiness. */
export function CheckList<C extends Check>({ checks, look, renderEnd, note }: CheckListProps<C>) {
  const Line = lines[look]
  return (
    <ul className={lists[look]}>
      {checks.map((check, place) => (
        <Line
          // Not its sentence, which may change with the time.
          key={check.name + place}
          check={check}
          end={endOf(check, renderEnd?.(check))}
          note={note?.(check)}
        />
      ))}
    </ul>
  )
}

function endOf({ state, where }: Check, own: ReactNode): ReactNode {
  if (own !== undefined || !where) return own
  const className = buttonClass(state === 'wrong' ? 'primary' : 'outline', 'small')
  return (
    <SiteLink href={where.href} className={className}>
      {where.label}
    </SiteLink>
  )
}

interface LineProps {
  check: Check
  end: ReactNode
  note: string | null | undefined
}

const pills = {
  ok: { tone: 'green', label: 'Fine' },
  info: { tone: 'green', label: 'Fine' },
  'to do': { tone: 'gold', label: 'Look at this' },
  warning: { tone: 'gold', label: 'Look at this' },
  wrong: { tone: 'red', label: 'Wrong' },
} as const

const lines: Record<keyof typeof lists, (props: LineProps) => ReactNode> = {
  status: ({ check: { title, state, sentence, whatToDo } }) => (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 p-4 md:grid md:grid-cols-[13rem_1fr_auto] md:px-6">
      <p className="font-semibold">{title}</p>
      <p className="md:order-last">
        <Pill tone={pills[state].tone}>{pills[state].label}</Pill>
      </p>
      <div className="w-full max-w-[70ch]">
        <p>{sentence}</p>
        {whatToDo && (
          <p className="mt-1">
            <strong>What to do: </strong>
            {whatToDo}
          </p>
        )}
      </div>
    </li>
  ),
  waiting: ({ check: { state, sentence }, end }) => (
    <li
      className={classes(
        'flex flex-wrap items-center gap-x-6 gap-y-3 border-l-4 px-5 py-4',
        state === 'wrong' ? 'border-l-red' : 'border-l-gold',
      )}
    >
      <p className="min-w-0 flex-1 basis-64 break-words">
        {state === 'wrong' && (
          <>
            <Pill tone="red">Urgent</Pill>{' '}
          </>
        )}
        {sentence}
      </p>
      {end}
    </li>
  ),
  steps: ({ check, end, note }) => (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <span
        className={classes(
          'grid size-8 flex-none place-items-center rounded-full border-2',
          check.state === 'ok' ? 'border-green bg-green text-white' : 'border-line',
        )}
      >
        {check.state === 'ok' && <CheckIcon className="size-5" />}
        <span className="sr-only">{note ?? (check.state === 'ok' ? 'Done' : 'To do')}</span>
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className={classes('break-words', needsNothing(check) ? 'text-muted' : 'font-semibold')}>{check.title}</p>
        {!needsNothing(check) && <p className="break-words text-muted">{check.sentence}</p>}
        {note && <p className="text-muted">{note}</p>}
      </div>
      {end}
    </li>
  ),
  missing: ({ check: { state, sentence, whatToDo }, end }) => (
    <li
      className={classes(
        'flex gap-3 rounded-field border-l-4 px-4 py-3',
        state === 'wrong' ? 'border-red bg-red-soft' : 'border-gold bg-gold-soft',
      )}
    >
      <AlertIcon className={classes('mt-0.5 size-5 flex-none', state === 'wrong' ? 'text-red' : 'text-gold-ink')} />
      <div className="min-w-0">
        <p className="font-semibold">{sentence}</p>
        {whatToDo && <p>{whatToDo}</p>}
        {end}
      </div>
    </li>
  ),
  'in order': ({ check: { sentence } }) => (
    <li className="flex gap-2">
      <CheckIcon className="mt-0.5 size-5 flex-none text-green" />
      <span>
        <span className="sr-only">In order: </span>
        {sentence}
      </span>
    </li>
  ),
}
