import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { keepOnDevice, readFromDevice } from '#web/components/device-storage.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { CheckField } from '#web/components/fields.tsx'
import { icon } from '#web/components/icons.tsx'

/** What each key does, by `KeyboardEvent.key`; letters in lower case. */
export type Keys = Record<string, () => void>

const typingIn = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
/** Where Space and the arrows have a meaning of their own: buttons, links, tabs, and panes that scroll. */
const ownKeys = 'button, a, input, summary, [role=tab], [tabindex="0"]'

/**
 * Single keys that act wherever the focus is, but never while somebody types or a dialog is open. A held key acts once:
 * nobody approves ten people by resting a finger.
 */
export function useKeys(keys: Keys, enabled: boolean): void {
  // An effect event is updated before the next applicant is on the screen, so that no key decides on the last one.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const at = event.target instanceof Element ? event.target : document.body
    if (at.closest(typingIn) || document.querySelector('dialog[open]')) return
    const isOwn = at.closest(ownKeys) && !at.closest('[data-queue]')
    if (isOwn && (event.key === ' ' || event.key.startsWith('Arrow'))) return
    if (at.closest('button, a, input') && event.key === ' ') return
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })

  // A layout effect, so that a key counts as soon as the item it decides on is visible.
  useLayoutEffect(() => {
    if (!enabled) return
    const onPress = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', onPress)
    return () => document.removeEventListener('keydown', onPress)
  }, [enabled])
}

const KeyboardIcon = icon(
  <path d="M2 6h20v12H2zm4 4v.01M10 10v.01M14 10v.01M18 10v.01M7 14h10" strokeLinecap="round" />,
)

export const KeyHelpButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    look="quiet"
    size="icon"
    className="max-lg:hidden"
    aria-label="Keyboard help"
    title="Keyboard help (?)"
    aria-keyshortcuts="?"
    onClick={onClick}
  >
    <KeyboardIcon className="size-6" />
  </Button>
)

const storageKey = 'approval-keys'

/** Whether single keys act, as chosen on this device. */
export function useKeysOn(): [on: boolean, change: (on: boolean) => void] {
  const [on, setOn] = useState(() => readFromDevice(storageKey) !== 'off')
  function change(next: boolean) {
    setOn(next)
    // If the device cannot store it, the choice lasts as long as the page.
    keepOnDevice(storageKey, next ? 'on' : 'off')
  }
  return [on, change]
}

/** The key that does the same, shown on wide screens, where people have a keyboard. */
export function KeyCap({ children, light }: { children: string; light?: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      className={`hidden min-w-5.5 place-items-center rounded border px-1 font-sans text-sm leading-5 font-semibold lg:inline-grid ${light ? 'border-white/50' : 'border-edge text-muted'}`}
    >
      {children}
    </kbd>
  )
}

/** What each key does, as the help lists it. */
export type KeyList = readonly [caps: string[], does: string][]

interface KeyHelpProps {
  keys: KeyList
  on: boolean
  onChange: (on: boolean) => void
  onClose: () => void
}

export function KeyHelp({ keys, on, onChange, onClose }: KeyHelpProps) {
  return (
    <Dialog onClose={onClose} title="Keyboard" description="You can work through the whole queue without a mouse.">
      <table className="w-full text-left">
        <caption className="sr-only">Keys and what they do</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(([caps, does]) => (
            <tr key={does} className="border-t border-line">
              <td className="py-2 pr-4">
                {caps.map((cap) => (
                  <kbd
                    key={cap}
                    className="mr-1 inline-grid min-w-7 place-items-center rounded border border-edge px-1.5 font-sans font-semibold"
                  >
                    {cap}
                  </kbd>
                ))}
              </td>
              <td className="py-2">{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 border-t border-line pt-3">
        <CheckField
          label="Use these keys"
          hint="Turn them off if they get in the way of a screen reader or of dictation."
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}
