import { useState } from 'react'
import type { NominatableMember } from '#web/api/elections/nomination.ts'
import { readChosen, writeChosen, type ChosenBy } from '#web/elections/nomination/chosen.ts'

/** The people chosen so far, until they are saved. */
export function useChosen(by: ChosenBy) {
  const [chosen, setChosen] = useState(() => readChosen(by))

  function change(next: NominatableMember[]) {
    setChosen(next)
    writeChosen(by, next)
  }

  const without = (idNumber: string) => chosen.filter((one) => one.idNumber !== idNumber)
  return {
    chosen,
    add: (member: NominatableMember) => change([...without(member.idNumber), member]),
    remove: (idNumber: string) => change(without(idNumber)),
    clear: () => change([]),
  }
}
