import { useEffect, type ReactNode } from 'react'
import { settingSteps, type SettingStep } from '#shared/elections/settings/steps.ts'
import { showInstant } from '#shared/time.ts'
import { Pill } from '#web/components/pill.tsx'
import { useNavigate } from '#web/router/router.tsx'
import { isPlainClick } from '#web/router/site-link.tsx'
import type { ListedElection } from './api.ts'
import { stageNames, statesText, stepText } from './text.ts'

export const electionHref = (id: string, step?: SettingStep) =>
  `/admin/elections?election=${id}${step ? `&step=${step}` : ''}`

interface ElectionPickerProps {
  elections: readonly ListedElection[]
  shown: string | undefined
}

/** The elections, the next first: which one members see now, and earlier ones. */
export function ElectionPicker({ elections, shown }: ElectionPickerProps) {
  const navigate = useNavigate()
  return (
    <nav aria-label="Elections">
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {elections.map((one) => (
          <li key={one.id}>
            <a
              href={electionHref(one.id)}
              aria-current={one.id === shown ? 'true' : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                navigate(electionHref(one.id))
              }}
              className="card block h-full p-4 hover:border-navy aria-[current=true]:border-navy aria-[current=true]:bg-navy-soft"
            >
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="display min-w-0 text-xl">{one.title}</span>
                {one.current && <Pill tone="gold">Current</Pill>}
                {one.stage === 'draft' && <Pill>Draft</Pill>}
              </span>
              <span className="mt-1 block break-words">{stageNames[one.stage]}</span>
              <span className="block text-muted">Voting {showInstant(one.votingOpens)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface StepNavProps {
  electionId: string
  shown: SettingStep
  /** The step that matters at this stage. */
  now: SettingStep
}

/** The parts of the settings, one of which is shown. Switching loses nothing that was typed. */
export function StepNav({ electionId, shown, now }: StepNavProps) {
  return (
    <nav aria-label={statesText.steps}>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
        {settingSteps.map((step, place) => (
          <li key={step}>
            <StepLink
              electionId={electionId}
              step={step}
              current={step === shown}
              className="card flex h-full min-h-11 flex-wrap items-baseline gap-x-2 px-4 py-2 hover:border-navy aria-[current=step]:border-navy aria-[current=step]:bg-navy-soft"
            >
              <span className="display text-xl">
                {place + 1}. {stepText[step].title}
              </span>
              {step === now && <Pill tone="gold">{statesText.now}</Pill>}
              <span className="w-full text-base text-muted max-sm:sr-only">{stepText[step].hint}</span>
            </StepLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface StepLinkProps {
  electionId: string
  step: SettingStep
  /** A place within the step: the id of its section. */
  part?: string | undefined
  current?: boolean
  className: string
  children: ReactNode
}

/** In place, so that a half-filled form stays. */
export function StepLink({ electionId, step, part, current = false, className, children }: StepLinkProps) {
  const navigate = useNavigate()
  const href = electionHref(electionId, step)
  return (
    <a
      href={part ? `${href}#${part}` : href}
      data-in-place
      aria-current={current ? 'step' : undefined}
      className={className}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        navigate(part ? `${href}#${part}` : href)
      }}
    >
      {children}
    </a>
  )
}

/** Scrolls to the part named in the address, once its step is drawn. */
export function useAddressedPart(step: SettingStep): void {
  useEffect(() => {
    const part = window.location.hash.slice(1)
    if (part) document.getElementById(part)?.scrollIntoView()
  }, [step])
}
