import { useEffect, useRef } from 'react'

/** What each key does; by `KeyboardEvent.key`, letters in small. */
type Keys = Record<string, () => void>

const typingIn = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
/** Where Space and the arrows have a meaning of their own: buttons, links, tabs, and panes that scroll. */
const ownKeys = 'button, a, input, summary, [role=tab], [tabindex="0"]'

/**
 * Single keys that act wherever the focus is, but never while somebody types or a dialog is open. A held key acts once:
 * nobody approves ten people by resting a finger.
 */
export function useKeys(keys: Keys, enabled: boolean): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })

  useEffect(() => {
    if (!enabled) return
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target instanceof Element ? event.target : document.body
      if (at.closest(typingIn) || document.querySelector('[role=dialog], [role=alertdialog]')) return
      const isOwn = at.closest(ownKeys) && !at.closest('[data-queue]')
      if (isOwn && (event.key === ' ' || event.key.startsWith('Arrow'))) return
      if (at.closest('button, a, input') && event.key === ' ') return
      const act = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}
