import { useState, type ComponentType, type ReactNode } from 'react'
import { noConnectionText } from '#shared/basic-text.ts'
import { loadEditor, type EditorName } from '#web/content/editors/editors.ts'
import { showToast } from '#web/components/toast.tsx'

type State =
  | { at: 'shut' }
  | { at: 'opening'; name: EditorName }
  | { at: 'open'; Editor: ComponentType<{ onClosed: () => void }> }

/** One editor at a time; its code is fetched first, so that a drop-out leaves the dashboard as it is. */
export function useEditorOpening(): {
  opening: EditorName | null
  open: (name: EditorName) => void
  editor: ReactNode
} {
  const [state, setState] = useState<State>({ at: 'shut' })

  async function open(name: EditorName) {
    setState({ at: 'opening', name })
    try {
      setState({ at: 'open', Editor: await loadEditor(name) })
    } catch {
      setState({ at: 'shut' })
      showToast(noConnectionText, 'error')
    }
  }

  return {
    opening: state.at === 'opening' ? state.name : null,
    open: (name) => void open(name),
    editor: state.at === 'open' && <state.Editor onClosed={() => setState({ at: 'shut' })} />,
  }
}
