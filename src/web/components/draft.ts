import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dayMs, hourMs, type Instant } from '#shared/time.ts'
import { isUuid } from '#shared/uuid.ts'
import { keepOnDevice, parseJson, readFromDevice, removeFromDevice } from './device-storage.ts'
import type { SentPicture } from './picture-field.tsx'

export interface DraftOptions<Values> {
  /** The storage key on this device. */
  key: string
  /** What may be used of a draft: it may be from an older page, with any content. */
  read: (values: Record<string, unknown>, now: Instant) => Partial<Values>
}

const restMs = 400
/** The phone may be shared: abandoned drafts are deleted. */
const draftKeptMs = 7 * dayMs

/** Stores the unfinished form on this device once typing has paused, and at once when the page is left. */
export function useDraft<Values extends object>(
  options: DraftOptions<Values> | undefined,
  control: UseFormReturn<Record<string, unknown>>,
  /** The version that saving replaces. A draft brings back its own: saved over a newer one, it is refused like any form. */
  { version, setVersion }: { version: number; setVersion: (version: number) => void },
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wanted = useRef(false)
  const [restored, setRestored] = useState(false)
  const key = options?.key
  const latestVersion = useRef(version)
  useEffect(() => {
    latestVersion.current = version
  })

  const keepNow = useCallback(() => {
    clearTimeout(timer.current)
    if (!wanted.current || !key) return
    wanted.current = false
    keepOnDevice(key, draftText(control.getValues(), Date.now(), latestVersion.current))
  }, [control, key])

  useEffect(() => {
    if (!options) return
    const kept = keptDraft(options, Date.now())
    const typed = control.getValues()
    // Only into unchanged fields: anything else was typed later.
    const opened = control.formState.defaultValues ?? {}
    for (const [name, value] of Object.entries(kept?.values ?? {}))
      if (!typed[name] || typed[name] === opened[name]) control.setValue(name, value, { shouldDirty: true })
    setRestored(kept !== null)
    if (kept) setVersion(kept.version)
    const onHidden = () => document.visibilityState === 'hidden' && keepNow()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', keepNow)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', keepNow)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form's code has come
  }, [])

  return {
    restored,
    keep() {
      if (!key) return
      wanted.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(keepNow, restMs)
    },
    /** Deletes the draft, and cancels pending writes. */
    forget() {
      clearTimeout(timer.current)
      wanted.current = false
      setRestored(false)
      if (key) removeFromDevice(key)
    },
  }
}

export const draftText = (values: object, now: Instant, version = 0): string =>
  JSON.stringify({ savedAt: now, version, values })

/** What this device has stored from an earlier visit; unusable drafts are deleted. */
function keptDraft<Values>({ key, read }: DraftOptions<Values>, now: Instant) {
  const text = readFromDevice(key)
  const draft = parseDraft(text, now)
  const values = draft && read(draft.values, now)
  if (values && Object.keys(values).length > 0) return { values, version: draft.version }
  if (text !== null) removeFromDevice(key)
  return null
}

/** Null if it is too old, or not written by the kit. */
export function parseDraft(
  text: string | null,
  now: Instant,
): { values: Record<string, unknown>; version: number } | null {
  const stored = parseJson(text)
  if (!isRecord(stored) || !isRecent(stored['savedAt'], draftKeptMs, now)) return null
  const { values, version } = stored
  return isRecord(values) ? { values, version: Number.isSafeInteger(version) ? Number(version) : 0 } : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecent = (at: unknown, keptMs: number, now: Instant): at is Instant =>
  typeof at === 'number' && at <= now && now - at < keptMs

/** The server deletes unclaimed files after a day; this leaves some hours for filling in the rest. */
const fileKeptMs = 20 * hourMs

/** Whether a draft's picture can still be sent. */
export const isKeptPicture = (value: unknown, now: Instant): value is SentPicture =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  isUuid(value['id']) &&
  typeof value['name'] === 'string' &&
  value['name'].length <= 1000 &&
  typeof value['size'] === 'number' &&
  isRecent(value['sentAt'], fileKeptMs, now)
