import type { PublicSchedule } from '#web/elections/settings/api.ts'
import { CorrectionList } from '#web/elections/settings/correction-list.tsx'
import { correctionText } from '#shared/elections/roll/text.ts'

/** On the public page of the election: nobody has to take it on trust that nothing was corrected. */
export function PublicCorrections({ corrections }: Pick<PublicSchedule, 'corrections'>) {
  if (corrections.length === 0) return null
  return (
    <section aria-labelledby="corrections-title" className="mt-10">
      <h2 id="corrections-title" className="text-3xl">
        {correctionText.title}
      </h2>
      <p className="mt-2 mb-5 max-w-[60ch] text-muted">{correctionText.note}</p>
      <CorrectionList corrections={corrections} />
    </section>
  )
}
