import { useCallback, useEffect, useRef, useState } from 'react'
import type { Checked, CheckResult } from '#shared/elections/board/check-receipt.ts'
import { linkFaultText } from '#shared/elections/voting/receipt-text.ts'
import { useApi } from '#web/api/client.ts'
import { listKept } from '#web/elections/voting/kept-receipt.ts'
import { takeHandedOver } from '#web/elections/voting/handed-over.ts'
import { takeFragment } from '#web/elections/voting/receipt-fragment.ts'

export type CheckState =
  /** As the server draws it: what stands after `#` is not known yet. */
  | { status: 'arriving' }
  | { status: 'asking'; fault: string | null }
  | { status: 'checking'; part: number }
  | { status: 'done'; checked: Checked; result: CheckResult }
  /** No reply, or one that cannot be read: nothing is known. */
  | { status: 'lost'; checked: Checked; error: unknown }

/** Takes up the receipt that brought somebody here, checks it, and checks what is typed afterwards. */
export function useReceiptCheck() {
  const api = useApi()
  const [state, setState] = useState<CheckState>({ status: 'arriving' })
  const latest = useRef<Checked | null>(null)

  const check = useCallback(
    async (checked: Checked): Promise<void> => {
      latest.current = checked
      // Another receipt may have been scanned meanwhile: what comes of the first is no longer shown.
      const show = (next: CheckState) => latest.current === checked && setState(next)
      show({ status: 'checking', part: 0 })
      try {
        const knownKey = listKept().find(({ secret }) => secret === checked.secret)?.key?.publicKey
        const { runCheck } = await import('./run-check.ts')
        const result = await runCheck(api, checked, {
          knownKey,
          onProgress: (part) => show({ status: 'checking', part }),
        })
        show({ status: 'done', checked, result })
      } catch (error) {
        show({ status: 'lost', checked, error })
      }
    },
    [api],
  )

  useEffect(() => {
    function arrive() {
      const handed = takeHandedOver()
      const fragment = takeFragment()
      if (handed) void check(handed)
      else if (fragment?.ok) void check(fragment.receipt)
      else if (fragment) setState({ status: 'asking', fault: linkFaultText[fragment.why] })
      else setState((before) => (before.status === 'arriving' ? { status: 'asking', fault: null } : before))
    }
    arrive()
    // A second receipt scanned into the same tab changes nothing but what stands after `#`.
    window.addEventListener('hashchange', arrive)
    return () => window.removeEventListener('hashchange', arrive)
  }, [check])

  /** What was found of an earlier receipt says nothing about a code that cannot be read. */
  const clear = useCallback(() => {
    latest.current = null
    setState({ status: 'asking', fault: null })
  }, [])

  return { state, check, clear }
}
