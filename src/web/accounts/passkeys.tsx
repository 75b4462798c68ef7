import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { passkeyLimits } from '#shared/accounts/schemas.ts'
import { errorText } from '#shared/text.ts'
import { addPasskey, passkeysQuery, removePasskey, startPasskey } from '#web/accounts/api.ts'
import { usePasskeysWork } from '#web/accounts/passkey-login.tsx'
import { PasswordDialog } from '#web/accounts/password-dialog.tsx'
import { ApiError } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { showDay } from '#web/components/formats.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextField } from '#web/components/fields.tsx'

const text = {
  title: 'Passkeys',
  help: 'Log in with your fingerprint, your face or the lock of your phone, without typing a password. A passkey also takes the place of the code of two-step login.',
  elsewhere: 'This browser cannot make a passkey here.',
  add: 'Add a passkey',
  addHelp: 'Your phone or computer asks you to unlock it. We tell you by email.',
  name: 'Name of the passkey',
  nameHint: 'So you can recognise it later.',
  defaultName: 'My phone',
  added: 'The passkey was added. You can log in with it from now on.',
  none: 'You have no passkey yet.',
  list: 'Your passkeys',
  made: (day: string) => `Made on ${day}`,
  used: (day: string) => `last used on ${day}`,
  unused: 'not used yet',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeHelp: 'It no longer logs you in here. Remove it on your device, too.',
  loadFailed: 'Your passkeys could not be loaded',
} as const

type Asking = { status: 'no' } | { status: 'adding' } | { status: 'removing'; id: string; name: string }

/** The passkeys of one's account: to add one and to remove one, each with the password. */
export function PasskeySection() {
  const titleId = useId()
  const works = usePasskeysWork()
  const { data, isError, error, refetch } = useQuery(passkeysQuery)
  const [asking, setAsking] = useState<Asking>({ status: 'no' })
  const [added, setAdded] = useState(false)
  const refresh = () => queries.invalidateQueries(passkeysQuery)
  const close = () => setAsking({ status: 'no' })

  async function add(password: string, name: string) {
    const optionsJSON = await startPasskey({ password })
    const { startRegistration } = await import('@simplewebauthn/browser')
    const response = await startRegistration({ optionsJSON }).catch(() => {
      throw new ApiError({ code: 'passkey-not-added', message: errorText['passkey-not-added'] })
    })
    await addPasskey({ name: name.trim() || text.defaultName, response })
    setAdded(true)
    await refresh()
  }

  async function remove(password: string) {
    if (asking.status !== 'removing') return
    await removePasskey(asking.id, { password })
    setAdded(false)
    await refresh()
  }

  return (
    <section aria-labelledby={titleId} className="card mt-6 p-6 md:p-8">
      <h2 id={titleId} className="text-3xl">
        {text.title}
      </h2>
      <p className="mt-3 text-muted">{text.help}</p>
      <div className="mt-5 grid grid-cols-1 gap-5">
        {added && <Notice tone="success">{text.added}</Notice>}
        {isError && !data && <Failed title={text.loadFailed} error={error} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton className="h-12 w-full" />}
        {data?.length === 0 && <p>{text.none}</p>}
        {data && data.length > 0 && (
          <ul aria-label={text.list} className="divide-y divide-line">
            {data.map(({ id, name, madeAt, usedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-semibold">{name}</p>
                  <p className="text-muted">
                    {text.made(showDay(madeAt))}, {usedAt === null ? text.unused : text.used(showDay(usedAt))}
                  </p>
                </div>
                <Button look="danger-outline" size="small" onClick={() => setAsking({ status: 'removing', id, name })}>
                  {text.remove}
                  <span className="sr-only"> ({name})</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {works ? (
          <Button look="outline" className="justify-self-start" onClick={() => setAsking({ status: 'adding' })}>
            {text.add}
          </Button>
        ) : (
          <p className="text-muted">{text.elsewhere}</p>
        )}
      </div>
      <PasswordDialog
        open={asking.status === 'adding'}
        onClose={close}
        title={text.add}
        explanation={text.addHelp}
        action={text.add}
        act={(password, form) => add(password, String(form.get('name') ?? ''))}
      >
        <TextField
          label={text.name}
          hint={text.nameHint}
          name="name"
          autoComplete="off"
          defaultValue={text.defaultName}
          maxLength={passkeyLimits.name}
        />
      </PasswordDialog>
      <PasswordDialog
        open={asking.status === 'removing'}
        onClose={close}
        title={text.removeTitle(asking.status === 'removing' ? asking.name : '')}
        explanation={text.removeHelp}
        action={text.remove}
        look="danger"
        act={remove}
      />
    </section>
  )
}
