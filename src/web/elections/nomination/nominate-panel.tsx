import { maxNominatedAtOnce } from '#shared/elections/nomination/nomination.ts'
import { may, type Who } from '#shared/permissions.ts'
import { Button } from '#web/components/button.tsx'
import { ChosenTable } from '#web/elections/nomination/chosen-table.tsx'
import type { ChosenBy } from '#web/elections/nomination/chosen.ts'
import { MemberSearch } from '#web/elections/nomination/member-search.tsx'
import { useChosen } from '#web/elections/nomination/use-chosen.ts'
import { useSaving } from '#web/elections/nomination/use-saving.ts'

interface NominatePanelProps {
  by: ChosenBy
  who: Who
  onSaved: () => void
  onFailed: (message: string) => void
}

/** Search, choose, save. */
export function NominatePanel({ by, who, onSaved, onFailed }: NominatePanelProps) {
  const { chosen, add, remove, clear } = useChosen(by)
  const { save, saving } = useSaving({
    electionId: by.electionId,
    onFailed,
    onSaved() {
      clear()
      onSaved()
    },
  })
  return (
    <section aria-labelledby="nominate" className="card grid min-w-0 content-start gap-6 p-5 md:p-8">
      <div>
        <h2 id="nominate" className="text-3xl">
          Nominate members
        </h2>
        <p className="mt-1">Search for members, choose them one by one, then press Save.</p>
      </div>
      <MemberSearch
        electionId={by.electionId}
        chosen={chosen}
        full={chosen.length >= maxNominatedAtOnce}
        bySerial={may(who, 'manage nominees')}
        onChoose={add}
      />
      <ChosenTable chosen={chosen} onRemove={remove} />
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3">
        <p role="status" className="text-muted tabular-nums">
          {chosen.length > 0 && `${chosen.length} chosen, not saved yet`}
        </p>
        <Button
          className="w-full sm:w-auto sm:min-w-40"
          disabled={chosen.length === 0}
          busy={saving}
          onClick={() => save(chosen)}
        >
          Save
        </Button>
      </div>
    </section>
  )
}
