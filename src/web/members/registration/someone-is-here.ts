const signs = ['pointerdown', 'keydown', 'focusin', 'scroll', 'touchstart'] as const

/** At the first touch, key or scroll: whoever only passes by does not load a form's code. */
export function someoneIsHere(): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController()
    const wake = () => {
      heard.abort()
      resolve()
    }
    for (const sign of signs)
      window.addEventListener(sign, wake, { signal: heard.signal, passive: true, capture: true })
    // Filled in by the browser itself, after going back to this page or by its own memory.
    window.addEventListener('input', wake, { signal: heard.signal, capture: true })
  })
}
