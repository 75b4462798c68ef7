import { useMutation } from '@tanstack/react-query'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { useHydrated } from '#web/router/router.tsx'
import { logInByPasskey, startPasskeyLogin } from './api.ts'

const text = {
  logIn: 'Log in with a passkey',
  notUsed: 'No passkey was used. You can try again, or log in with your password.',
} as const

/** Whether this browser can use a passkey here: a passkey belongs to a host name, and an IP address is not one. */
export const usePasskeysWork = (): boolean =>
  useHydrated() && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** Beside the password, or instead of the code of a two-step login: a passkey counts as both steps. */
export function PasskeyLogin({ onwards }: { onwards: (address: string) => string }) {
  const works = usePasskeysWork()
  const attempt = useMutation({
    mutationFn: async () => {
      const optionsJSON = await startPasskeyLogin()
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const response = await startAuthentication({ optionsJSON }).catch(() => {
        throw new ApiError({ code: 'passkey-unknown', message: text.notUsed })
      })
      return logInByPasskey(response)
    },
    onSuccess: ({ next }) => window.location.replace(onwards(next)),
  })
  if (!works) return null
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button
        look="outline"
        className="w-full text-lg"
        busy={attempt.isPending || attempt.isSuccess}
        onClick={() => attempt.mutate()}
      >
        {text.logIn}
      </Button>
      {attempt.isError && <Notice tone="error">{sentenceOf(attempt.error)}</Notice>}
    </div>
  )
}
