import type { ReactNode } from 'react'
import { classes } from '#web/components/classes.ts'
import { CheckIcon } from '#web/components/icons.tsx'

export type StepState = 'done' | 'now' | 'later'

const marks: Record<StepState, string> = {
  done: 'border-green bg-green text-white',
  now: 'border-navy bg-navy text-white',
  later: 'border-edge bg-card text-muted',
}
const words: Record<StepState, string> = { done: 'Done', now: 'Now', later: 'Later' }

interface StepProps {
  number: number
  title: string
  state: StepState
  children: ReactNode
}

/** One step of the closing: its mark shows the state by shape and word as well as colour. */
export function Step({ number, title, state, children }: StepProps) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className="relative grid grid-cols-[--spacing(10)_minmax(0,1fr)] gap-x-4 pb-8 last:pb-0 sm:gap-x-5"
    >
      <span
        aria-hidden="true"
        className="absolute top-10 bottom-0 left-5 hidden w-0.5 -translate-x-1/2 bg-line sm:block in-[li:last-child]:hidden"
      />
      <span
        aria-hidden="true"
        className={classes('display grid size-10 place-items-center rounded-full border-2 text-xl', marks[state])}
      >
        {state === 'done' ? <CheckIcon className="size-5" /> : number}
      </span>
      <h3 className={classes('self-center text-2xl', state === 'later' && 'text-muted')}>
        {title}
        <span className="sr-only"> ({words[state]})</span>
      </h3>
      {/* A phone has no room to set it in. */}
      <div className="col-span-2 mt-3 grid min-w-0 grid-cols-1 gap-3 sm:col-span-1 sm:col-start-2">{children}</div>
    </li>
  )
}
