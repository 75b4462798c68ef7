import type { SettingStep } from '#shared/elections/settings/steps.ts'
import { showInstant } from '#shared/time.ts'
import type { ListedElection } from '#web/elections/settings/api.ts'
import { Pill } from '#web/components/pill.tsx'
import { stageNames } from '#shared/elections/settings/states-text.ts'
import { useNavigate } from '#web/router/router.tsx'
import { isPlainClick } from '#web/router/site-link.tsx'

export const electionHref = (id: string, step?: SettingStep) =>
  `/admin/elections?election=${id}${step ? `&step=${step}` : ''}`

interface ElectionPickerProps {
  elections: readonly ListedElection[]
  shown: string | undefined
}

/** The elections, the next first: which one members see now, and the earlier ones to read. */
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
