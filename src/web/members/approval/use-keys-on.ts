import { useState } from 'react'

const place = 'approval-keys'

/** Whether single keys act, as chosen on this device. */
export function useKeysOn(): [on: boolean, change: (on: boolean) => void] {
  const [on, setOn] = useState(() => read() !== 'off')
  return [
    on,
    (next) => {
      setOn(next)
      try {
        window.localStorage.setItem(place, next ? 'on' : 'off')
      } catch {
        // Storage may be turned off; the choice then lasts as long as the page.
      }
    },
  ]
}

function read(): string | null {
  try {
    return window.localStorage.getItem(place)
  } catch {
    return null
  }
}
