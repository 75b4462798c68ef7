import { useEffect, useRef } from 'react'

/** Closes a hover menu by Escape or by a tap elsewhere. Opening it needs no script. */
export function useDismissal<Menu extends HTMLElement>() {
  const menu = useRef<Menu>(null)
  useEffect(() => {
    const element = menu.current
    if (!element) return
    const close = () => {
      const toggle = element.querySelector('details')
      if (!toggle?.open) return
      if (element.contains(document.activeElement)) toggle.querySelector('summary')?.focus()
      toggle.open = false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      if (element.matches(':hover')) element.dataset.dismissed = ''
    }
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target) && floats(element)) close()
    }
    const onLeave = () => delete element.dataset.dismissed
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    element.addEventListener('pointerleave', onLeave)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
      element.removeEventListener('pointerleave', onLeave)
    }
  }, [])
  return menu
}

/** On a phone, the panel is part of the page; closing it would move the content under the finger. */
function floats(menu: HTMLElement): boolean {
  const panel = menu.querySelector('.hover-panel')
  return panel !== null && getComputedStyle(panel).position === 'absolute'
}
