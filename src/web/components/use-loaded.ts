import { useState, type ComponentType } from 'react'

interface Loaded<Props extends object> {
  Part: ComponentType<Props> | null
  failed: boolean
  load: () => void
}

/** A part of a page whose code is fetched when it is needed. A failed load leaves the page as it is, and can be tried again. */
export function useLoaded<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): Loaded<Props> {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const [failed, setFailed] = useState(false)
  return {
    Part,
    failed,
    load() {
      setFailed(false)
      fetchPart().then(
        (part) => setPart(() => part),
        () => setFailed(true),
      )
    },
  }
}
