import { createContext, use, useEffect, useId } from 'react'

interface Editor {
  /** Those forms of the editor that hold something unsaved. */
  unsaved: Set<string>
  /** A note of success, which clears itself. */
  say: (text: string) => void
  /** Asks first where something is unsaved. */
  close: () => void
  /** Everything is saved: closes, and says so on the page below. */
  done: (text: string) => void
}

export const EditorContext = createContext<Editor | null>(null)

export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('There is no editor above this component')
  return editor
}

/** Says that this form holds something that closing the editor would lose. */
export function useUnsaved(dirty: boolean): void {
  const { unsaved } = useEditor()
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    unsaved.add(id)
    return () => {
      unsaved.delete(id)
    }
  }, [dirty, unsaved, id])
}
