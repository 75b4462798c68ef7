import { useState, type ComponentType, type ReactNode } from 'react'
import { noConnectionText } from '#shared/basic-text.ts'
import { loadEditor, type EditorName } from '#web/content/editors/editors.ts'
import { showToast } from '#web/components/toast.tsx'

type State =
  | { status: 'shut' }
  | { status: 'opening'; name: EditorName }
  | { status: 'open'; Editor: ComponentType<{ onClosed: () => void }> }

/** One editor at a time; its code is fetched first, so that a drop-out leaves the dashboard as it is. */
export function useEditorOpening(): {
  opening: EditorName | null
  open: (name: EditorName) => void
  editor: ReactNode
} {
  const [state, setState] = useState<State>({ status: 'shut' })

  async function open(name: EditorName) {
    setState({ status: 'opening', name })
    try {
      setState({ status: 'open', Editor: await loadEditor(name) })
    } catch {
      setState({ status: 'shut' })
      showToast(noConnectionText, 'error')
    }
  }

  return {
    opening: state.status === 'opening' ? state.name : null,
    open: (name) => void open(name),
    editor: state.status === 'open' && <state.Editor onClosed={() => setState({ status: 'shut' })} />,
  }
}
