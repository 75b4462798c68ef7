import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { passkeyLimits } from '#shared/accounts/schemas.ts'
import { errorText } from '#shared/text.ts'
import { showInstant, showDay } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/fields.tsx'
import { Notice, Fetched } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { AccountSection, PasswordDialog } from './account-parts.tsx'
import {
  addPasskey,
  devicesQuery,
  endDevice,
  endOtherDevices,
  passkeysQuery,
  removePasskey,
  startPasskey,
} from './api.ts'
import { usePasskeysWork } from './passkey-login.tsx'

const passkeyText = {
  title: 'Passkeys',
  help: 'Log in with your fingerprint, face or phone lock, without a password. A passkey also replaces the code of two-step login.',
  elsewhere: 'This browser cannot make a passkey here.',
  add: 'Add a passkey',
  addHelp: 'Your phone or computer will ask you to unlock it. We will also email you.',
  name: 'Name of the passkey',
  nameHint: 'So you can recognise it later.',
  defaultName: 'My phone',
  added: 'The passkey is added. You can log in with it now.',
  none: 'You have no passkey yet.',
  list: 'Your passkeys',
  made: (day: string) => `Made on ${day}`,
  used: (day: string) => `last used on ${day}`,
  unused: 'not used yet',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeHelp: 'You can no longer log in with it. Remove it from your device, too.',
  loadFailed: 'Your passkeys could not be loaded',
} as const

type Asking = { status: 'no' } | { status: 'adding' } | { status: 'removing'; id: string; name: string }

/** The passkeys of one's account; adding and removing one requires the password. */
export function PasskeySection() {
  const text = passkeyText
  const works = usePasskeysWork()
  const list = useQuery(passkeysQuery)
  const [asking, setAsking] = useState<Asking>({ status: 'no' })
  const [added, setAdded] = useState(false)
  const close = () => setAsking({ status: 'no' })

  async function add({ password, name }: { password: string; name: string }) {
    const optionsJSON = await startPasskey({ password })
    const { startRegistration } = await import('@simplewebauthn/browser')
    const response = await startRegistration({ optionsJSON }).catch(() => {
      throw new ApiError({ code: 'passkey-not-added', message: errorText['passkey-not-added'] })
    })
    await addPasskey({ name: name.trim() || text.defaultName, response })
    setAdded(true)
    await queries.invalidateQueries(passkeysQuery)
  }

  async function remove(typed: { password: string }) {
    if (asking.status !== 'removing') return
    await removePasskey(asking.id, typed)
    setAdded(false)
    await queries.invalidateQueries(passkeysQuery)
  }

  return (
    <AccountSection title={text.title} help={text.help}>
      <div className="mt-5 grid grid-cols-1 gap-5">
        {added && <Notice tone="success">{text.added}</Notice>}
        <Fetched query={list} failed={text.loadFailed}>
          {(passkeys) =>
            passkeys.length === 0 ? (
              <p>{text.none}</p>
            ) : (
              <ul aria-label={text.list} className="divide-y divide-line">
                {passkeys.map(({ id, name, madeAt, usedAt }) => (
                  <Line
                    key={id}
                    name={name}
                    detail={`${text.made(showDay(madeAt))}, ${usedAt === null ? text.unused : text.used(showDay(usedAt))}`}
                  >
                    <Button
                      look="danger-outline"
                      size="small"
                      onClick={() => setAsking({ status: 'removing', id, name })}
                    >
                      {text.remove}
                      <span className="sr-only"> ({name})</span>
                    </Button>
                  </Line>
                ))}
              </ul>
            )
          }
        </Fetched>
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
        act={add}
        more={{
          values: { name: text.defaultName },
          fields: (
            <TextField
              label={text.name}
              hint={text.nameHint}
              name="name"
              autoComplete="off"
              maxLength={passkeyLimits.name}
            />
          ),
        }}
      />
      <PasswordDialog
        open={asking.status === 'removing'}
        onClose={close}
        title={text.removeTitle(asking.status === 'removing' ? asking.name : '')}
        explanation={text.removeHelp}
        action={text.remove}
        look="danger"
        act={remove}
      />
    </AccountSection>
  )
}

const deviceText = {
  title: 'Where you are logged in',
  help: 'If you do not recognise one of these, log it out and change your password.',
  list: 'Devices that are logged in',
  unknown: 'A phone or computer',
  here: 'This device',
  lastSeen: (since: string, when: string) => `Logged in on ${since}. Last seen about ${when}`,
  end: 'Log out',
  endOthers: 'Log out all other devices',
  loadFailed: 'Your devices could not be loaded',
} as const

/** The devices logged in to one's account: log out each, or all others at once. */
export function DeviceSection() {
  const text = deviceText
  const list = useQuery(devicesQuery)
  const ending = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherDevices() : endDevice(id)),
    onSettled: () => queries.invalidateQueries(devicesQuery),
  })
  return (
    <AccountSection title={text.title} help={text.help}>
      <div className="mt-5 grid grid-cols-1 gap-5">
        {ending.isError && <Notice tone="error">{sentenceOf(ending.error)}</Notice>}
        <Fetched query={list} failed={text.loadFailed}>
          {(devices) => (
            <>
              <ul aria-label={text.list} className="divide-y divide-line">
                {devices.map(({ id, device, loggedInAt, seenAt, isThis }) => (
                  <Line
                    key={id}
                    name={device || text.unknown}
                    mark={isThis && <Pill tone="gold">{text.here}</Pill>}
                    detail={isThis ? null : text.lastSeen(showInstant(loggedInAt), showInstant(seenAt))}
                  >
                    {!isThis && (
                      <Button look="outline" size="small" disabled={ending.isPending} onClick={() => ending.mutate(id)}>
                        {text.end}
                        <span className="sr-only"> ({device || text.unknown})</span>
                      </Button>
                    )}
                  </Line>
                ))}
              </ul>
              {devices.filter(({ isThis }) => !isThis).length > 1 && (
                <Button
                  look="outline"
                  className="justify-self-start"
                  busy={ending.isPending && ending.variables === null}
                  onClick={() => ending.mutate(null)}
                >
                  {text.endOthers}
                </Button>
              )}
            </>
          )}
        </Fetched>
      </div>
    </AccountSection>
  )
}

interface LineProps {
  name: string
  mark?: ReactNode
  detail: string | null
  children: ReactNode
}

function Line({ name, mark, detail, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-3 font-semibold">
          {name}
          {mark}
        </p>
        {detail && <p className="text-muted">{detail}</p>}
      </div>
      {children}
    </li>
  )
}
