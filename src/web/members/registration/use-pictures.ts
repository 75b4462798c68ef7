import { useCallback, useRef, useState } from 'react'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import type { KeptFiles } from '#web/members/registration/draft.ts'
import type { Picture } from '#web/members/registration/form-context.ts'
import type { Pictures } from '#web/members/registration/use-registration.ts'

/** Which pictures the server holds, and which are on their way. */
export function usePictures() {
  const [kept, setKept] = useState<KeptFiles>({})
  const [begun, setBegun] = useState<Partial<Record<MemberFileKind, number>>>({})
  const files = useRef<KeptFiles>({})
  const underway = useRef<Pictures['underway']>({})

  const keep = useCallback((next: KeptFiles) => {
    files.current = next
    setKept(next)
  }, [])

  function note(kind: MemberFileKind, picture: Picture) {
    const { [kind]: _sent, ...others } = files.current
    const { [kind]: _going, ...rest } = underway.current
    const going = picture.status === 'sending' || picture.status === 'failed'
    underway.current = going ? { ...rest, [kind]: picture.status } : rest
    if (picture.status !== 'done') return keep(others)
    const { name, size, result } = picture
    keep({ ...others, [kind]: { id: result.id, name, size, sentAt: Date.now() } })
  }

  /** Taken away with all that their fields show. */
  function drop(kinds: readonly MemberFileKind[] = memberFileKinds) {
    const gone = (kind: string) => kinds.some((dropped) => dropped === kind)
    const others = <T extends object>(record: T) =>
      Object.fromEntries(Object.entries(record).filter(([kind]) => !gone(kind))) as T
    underway.current = others(underway.current)
    keep(others(files.current))
    setBegun((before) => ({ ...before, ...Object.fromEntries(kinds.map((kind) => [kind, (before[kind] ?? 0) + 1])) }))
  }

  function read(): Pictures {
    const ids = Object.entries(files.current).map(([kind, { id }]) => [kind, id])
    return { ids: Object.fromEntries(ids), underway: underway.current }
  }

  return { kept, begun, files, keep, note, drop, read }
}
