import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { loadEditor, type EditorName } from '#web/content/editors/editors.ts'
import { showToast } from '#web/components/toast.tsx'
import { useNavigate } from '#web/router/router.tsx'
import { noConnectionText } from '#web/api/client.ts'

type State =
  | { status: 'shut' }
  | { status: 'opening'; name: EditorName }
  | { status: 'open'; Editor: ComponentType<{ onClosed: () => void }> }

/**
 * One editor at a time; its code is fetched first, so that a drop-out leaves the dashboard as it is. The menu's pencils ask for one
 * `atOnce` in the address, which forgets it when the editor is closed.
 */
export function useEditorOpening(atOnce: EditorName | null): {
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

  const navigate = useNavigate()
  const asked = useRef(false)
  useEffect(() => {
    if (atOnce === null || asked.current) return
    asked.current = true
    void open(atOnce)
  }, [atOnce])

  function close() {
    setState({ status: 'shut' })
    if (atOnce !== null) navigate('/admin', { replace: true })
  }

  return {
    opening: state.status === 'opening' ? state.name : null,
    open: (name) => void open(name),
    editor: state.status === 'open' && <state.Editor onClosed={close} />,
  }
}
