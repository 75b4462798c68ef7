import { services } from '#shared/members/enums.ts'
import { ranksByService } from './ranks.ts'

/** Those of the chosen service, or of all, for the text field whose `list` is this id. */
export function RankOptions({ id, service }: { id: string; service: string | undefined }) {
  const groups = services.flatMap((one) => (service && service !== one ? [] : ranksByService[one]))
  return (
    <datalist id={id}>
      {groups.flatMap(({ label, ranks }) =>
        ranks.map((rank) => (
          <option key={`${label} ${rank}`} value={rank}>
            {label}
          </option>
        )),
      )}
    </datalist>
  )
}
