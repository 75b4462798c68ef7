import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#web/components/dialog.tsx'

const texts = {
  saving: { action: 'Leave without saving', lost: 'Your unsaved changes will be lost.' },
  sending: { action: 'Leave without sending', lost: 'What you have written will be lost.' },
} as const

/**
 * Asks before the user leaves unsaved work, and then discards it. Render `question` somewhere; call `ask` for a button that leaves.
 */
export function useLeaving(unsaved: boolean, discard?: () => void, without: keyof typeof texts = 'saving') {
  const { action, lost } = texts[without]
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const going = useRef(false)

  useEffect(() => {
    if (!unsaved) return
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!going.current) event.preventDefault()
    }
    // Links to public pages change the page in place, so the browser does not ask.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      // A click on a link in an editor only moves the caret.
      if (link?.isContentEditable) return
      const elsewhere =
        link && link.target !== '_blank' && !link.hasAttribute('download') && link.origin === location.origin
      if (!elsewhere || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      if ((link.pathname === location.pathname && link.hash) || link.hasAttribute('data-in-place')) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => window.location.assign(link.href))
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [unsaved])

  return {
    ask: (then: () => void) => (unsaved ? setLeave(() => then) : then()),
    question: (
      <ConfirmDialog
        open={leave !== null}
        onClose={() => setLeave(null)}
        title={`${action}?`}
        action={action}
        cancel="Keep editing"
        destructive
        onConfirm={() => {
          going.current = true
          discard?.()
          leave?.()
        }}
      >
        {lost}
      </ConfirmDialog>
    ),
  }
}
