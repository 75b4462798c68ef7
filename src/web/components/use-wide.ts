import { useSyncExternalStore } from 'react'

/** Whether two things stand side by side; the styles say the same with `lg:`. */
const sideBySide = '(min-width: 64rem)'

export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(sideBySide)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(sideBySide).matches,
    () => false,
  )
}
